import { crlEntryExtensionRule } from '../crl-rule.ts';

export const entryExtensionsNotEmpty = crlEntryExtensionRule({
  name: 'crl/entry-extensions-not-empty',
  clause: 'RFC 5280 §5.1',
  check: ({ element }) =>
    element.length === 0 ? 'crlEntryExtensions is an empty sequence; one element is the least' : undefined,
});
