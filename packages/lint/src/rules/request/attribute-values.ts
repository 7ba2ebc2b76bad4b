import { requestRule } from '../request-rule.ts';

export const attributeValues = requestRule({
  name: 'request/attribute-values',
  clause: 'RFC 2986 §4.1',
  check: ({ attributes }) =>
    attributes
      .filter(({ values }) => values.children.length === 0)
      .map(({ type }) => `the attribute ${type} has no value; one is the least`),
});
