import { repeated } from '../../certificate/repeated.ts';
import { crlEntryExtensionRule } from '../crl-rule.ts';

export const entryExtensionsUnique = crlEntryExtensionRule({
  name: 'crl/entry-extensions-unique',
  clause: 'RFC 5280 §5.3',
  check: ({ extensions: { all } }) =>
    repeated(all.map(({ oid }) => oid)).map((oid) => `the extension ${oid} is there twice`),
});
