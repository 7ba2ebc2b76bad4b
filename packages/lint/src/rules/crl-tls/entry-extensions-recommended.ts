import { reasonCode } from '../../crl/entry-forms.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const entryExtensionsRecommended = crlEntryExtensionRule({
  name: 'crl-tls/entry-extensions-recommended',
  clause: 'Baseline Requirements 7.2.2',
  level: 'warning',
  from: '2024-03-15',
  check: ({ extensions: { all } }) =>
    all
      .filter(({ oid }) => oid !== reasonCode.oid)
      .map(({ oid }) => `the extension ${oid} is not recommended in entries`),
});
