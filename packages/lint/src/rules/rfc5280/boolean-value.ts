import { type Encoded, commonRule } from '../common-rule.ts';

export const booleanValue = commonRule<Encoded>({
  name: 'rfc5280/boolean-value',
  clause: 'X.690 §11.1',
  level: 'error',
  check: ({ encoding }) => (encoding.otherBoolean ? 'a BOOLEAN is neither 00 nor FF' : undefined),
});
