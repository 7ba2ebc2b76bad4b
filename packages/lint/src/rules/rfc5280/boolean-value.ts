import { type Encoded, sharedRule } from '../shared-rule.ts';

export const booleanValue = sharedRule<Encoded>({
  name: 'rfc5280/boolean-value',
  clause: 'X.690 §11.1',
  level: 'error',
  check: ({ encoding }) => (encoding.otherBoolean ? 'a BOOLEAN is neither 00 nor FF' : undefined),
});
