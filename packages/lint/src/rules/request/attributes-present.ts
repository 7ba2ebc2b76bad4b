import { requestRule } from '../request-rule.ts';

export const attributesPresent = requestRule({
  name: 'request/attributes-present',
  clause: 'RFC 2986 §4.1',
  level: 'warning',
  check: ({ attributesElement }) =>
    attributesElement === undefined ? 'the field attributes is not there; it may be empty, but not absent' : undefined,
});
