import { requestRule } from '../request-rule.ts';

export const extensionsNotEmpty = requestRule({
  name: 'request/extensions-not-empty',
  clause: 'RFC 5280 §4.1.2.9',
  check: ({ extensionsElement }) =>
    extensionsElement?.length === 0 ? 'the extensions that are asked for are an empty sequence' : undefined,
});
