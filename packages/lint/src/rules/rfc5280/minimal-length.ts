import { certificateRule } from '../certificate-rule.ts';

export const minimalLength = certificateRule({
  name: 'rfc5280/minimal-length',
  clause: 'X.690 §10.1',
  level: 'error',
  check: ({ encoding }) => (encoding.longLength ? 'a length is in more octets than it needs' : undefined),
});
