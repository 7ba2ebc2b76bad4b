import { crlRule } from '../crl-rule.ts';

export const extensionsNotEmpty = crlRule({
  name: 'crl/extensions-not-empty',
  clause: 'RFC 5280 §5.1.2.7',
  check: ({ extensionsElement }) =>
    extensionsElement?.length === 0 ? 'crlExtensions is an empty sequence; one element is the least' : undefined,
});
