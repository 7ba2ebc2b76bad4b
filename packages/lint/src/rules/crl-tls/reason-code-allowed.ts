import { crlEntryExtensionRule } from '../crl-rule.ts';

export const reasonCodeAllowed = crlEntryExtensionRule({
  name: 'crl-tls/reason-code-allowed',
  clause: 'Baseline Requirements 7.2.2',
  from: '2023-07-15',
  check: ({ reason }) =>
    reason === undefined || ALLOWED.has(reason)
      ? undefined
      : `the reason ${reason} is not allowed; 1, 3, 4, 5 and 9 are, and none for unspecified`,
});

const ALLOWED: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);
