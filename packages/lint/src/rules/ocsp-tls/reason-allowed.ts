import { ocspDataRule } from '../ocsp-rule.ts';

export const reasonAllowed = ocspDataRule({
  name: 'ocsp-tls/reason-allowed',
  clause: 'Baseline Requirements 7.3',
  from: '2023-07-15',
  check: ({ responses }) =>
    responses.flatMap(({ status }) =>
      status.kind === 'revoked' && status.reason !== undefined && !ALLOWED.has(status.reason)
        ? [`the reason ${status.reason} is not allowed; 1, 3, 4, 5 and 9 are, and none for unspecified`]
        : [],
    ),
});

const ALLOWED: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);
