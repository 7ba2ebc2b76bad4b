import { ocspDataRule } from '../ocsp-rule.ts';

export const extensionsNotEmpty = ocspDataRule({
  name: 'ocsp/extensions-not-empty',
  clause: 'RFC 5280 §4.1.2.9',
  check: ({ extensionsElement, responses }) =>
    [extensionsElement, ...responses.map((response) => response.extensionsElement)].some((list) => list?.length === 0)
      ? 'a list of extensions is an empty sequence; one element is the least'
      : undefined,
});
