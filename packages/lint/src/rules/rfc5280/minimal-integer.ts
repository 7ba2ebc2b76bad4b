import { Defect } from '../../ber/encoding-defects.ts';
import { type Encoded, commonRule } from '../common-rule.ts';

export const minimalInteger = commonRule<Encoded>({
  name: 'rfc5280/minimal-integer',
  clause: 'X.690 §8.3.2',
  check: ({ encoding }) =>
    (encoding & Defect.paddedInteger) !== 0 ? 'an INTEGER is empty, or has an octet more than it needs' : undefined,
});
