/** Rules on reasons of revocation. */
import { reasonCode } from '../../crl/entry-forms.ts';
import { ocspDataRule, type OcspRule } from '../ocsp-rule.ts';

export const REASON_RULES: readonly OcspRule[] = [
  ocspDataRule({
    name: 'ocsp-tls/reason-allowed',
    clause: 'Baseline Requirements 7.3',
    from: '2023-07-15',
    check: ({ responses }) =>
      responses.flatMap(({ status }) =>
        status.kind === 'revoked' && status.reason !== undefined && !ALLOWED_REASONS.has(status.reason)
          ? [`the reason ${status.reason} is not allowed; 1, 3, 4, 5 and 9 are, and none for unspecified`]
          : [],
      ),
  }),
  ocspDataRule({
    name: 'ocsp-tls/reason-code-absent',
    clause: 'Baseline Requirements 7.3.2',
    from: '2020-09-30',
    check: ({ responses }) =>
      responses
        .filter(({ extensions }) => extensions.has(reasonCode))
        .map(({ serialText }) => `the status of ${serialText} has the extension reasonCode`),
  }),
  ocspDataRule({
    name: 'ocsp-tls/reason-of-ca',
    clause: 'Baseline Requirements 7.3',
    from: '2020-09-30',
    check: ({ responses }, { coversCas }) =>
      coversCas
        ? responses
            .filter(({ status }) => status.kind === 'revoked' && status.reason === undefined)
            .map(({ serialText }) => `the status of the CA certificate ${serialText} is revoked without a reason`)
        : undefined,
  }),
];

const ALLOWED_REASONS: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);
