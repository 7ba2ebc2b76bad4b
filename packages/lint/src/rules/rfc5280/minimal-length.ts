import { type Encoded, sharedRule } from '../shared-rule.ts';

export const minimalLength = sharedRule<Encoded>({
  name: 'rfc5280/minimal-length',
  clause: 'X.690 §10.1',
  level: 'error',
  check: ({ encoding }) => (encoding.longLength ? 'a length is in more octets than it needs' : undefined),
});
