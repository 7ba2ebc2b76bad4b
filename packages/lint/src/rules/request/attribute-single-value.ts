import { CHALLENGE_PASSWORD, EXTENSION_REQUEST } from '../../request/request-under-lint.ts';
import { requestRule } from '../request-rule.ts';

export const attributeSingleValue = requestRule({
  name: 'request/attribute-single-value',
  clause: 'RFC 2985 §5.4',
  check: ({ attributes }) =>
    attributes
      .filter(({ type, values }) => SINGLE.has(type) && values.children.length > 1)
      .map(({ type, values }) => `the attribute ${type} has ${values.children.length} values; one is allowed`),
});

const SINGLE: ReadonlySet<string> = new Set([CHALLENGE_PASSWORD, EXTENSION_REQUEST]);
