/** Rules on the extensions of an entry. */
import { reasonCode } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule, type CrlEntryExtensionRule } from '../crl-rule.ts';

export const CRL_TLS_ENTRY_EXTENSION_RULES: readonly CrlEntryExtensionRule[] = [
  crlEntryExtensionRule({
    name: 'crl-tls/entry-extensions-recommended',
    clause: 'Baseline Requirements 7.2.2',
    level: 'warning',
    from: '2024-03-15',
    check: ({ extensions: { all } }) =>
      all
        .filter(({ oid }) => oid !== reasonCode.oid)
        .map(({ oid }) => `the extension ${oid} is not recommended in entries`),
  }),
  crlEntryExtensionRule({
    name: 'crl-tls/reason-code-allowed',
    clause: 'Baseline Requirements 7.2.2',
    from: '2023-07-15',
    check: ({ reason }) =>
      reason === undefined || ALLOWED_REASONS.has(reason)
        ? undefined
        : `the reason ${reason} is not allowed; 1, 3, 4, 5 and 9 are, and none for unspecified`,
  }),
];

const ALLOWED_REASONS: ReadonlySet<number> = new Set([1, 3, 4, 5, 9]);
