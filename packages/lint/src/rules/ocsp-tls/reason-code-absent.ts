import { reasonCode } from '../../crl/entry-forms.ts';
import { ocspDataRule } from '../ocsp-rule.ts';

export const reasonCodeAbsent = ocspDataRule({
  name: 'ocsp-tls/reason-code-absent',
  clause: 'Baseline Requirements 7.3.2',
  from: '2020-09-30',
  check: ({ responses }) =>
    responses
      .filter(({ extensions }) => extensions.has(reasonCode))
      .map(({ serialText }) => `the status of ${serialText} has the extension reasonCode`),
});
