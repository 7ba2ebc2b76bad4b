import { ocspDataRule } from '../ocsp-rule.ts';

export const reasonOfCa = ocspDataRule({
  name: 'ocsp-tls/reason-of-ca',
  clause: 'Baseline Requirements 7.3',
  from: '2020-09-30',
  check: ({ responses }, { coversCas }) =>
    coversCas
      ? responses
          .filter(({ status }) => status.kind === 'revoked' && status.reason === undefined)
          .map(({ serialText }) => `the status of the CA certificate ${serialText} is revoked without a reason`)
      : undefined,
});
