import { Defect } from '../../ber/encoding-defects.ts';
import { type Encoded, commonRule } from '../common-rule.ts';

export const minimalLength = commonRule<Encoded>({
  name: 'rfc5280/minimal-length',
  clause: 'X.690 §10.1',
  check: ({ encoding }) =>
    (encoding & Defect.longLength) !== 0 ? 'a length is in more octets than it needs' : undefined,
});
