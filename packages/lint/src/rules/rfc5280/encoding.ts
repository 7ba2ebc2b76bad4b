/** Rules on the encoding of everything. */
import { Defect } from '../../ber/encoding-defects.ts';
import type { Rule } from '../../rule.ts';
import { commonRule, type Encoded } from '../common-rule.ts';

export const ENCODING_RULES: readonly Rule<Encoded>[] = [
  commonRule<Encoded>({
    name: 'rfc5280/boolean-value',
    clause: 'X.690 §11.1',
    check: ({ encoding }) => ((encoding & Defect.otherBoolean) !== 0 ? 'a BOOLEAN is neither 00 nor FF' : undefined),
  }),
  commonRule<Encoded>({
    name: 'rfc5280/minimal-integer',
    clause: 'X.690 §8.3.2',
    check: ({ encoding }) =>
      (encoding & Defect.paddedInteger) !== 0 ? 'an INTEGER is empty, or has an octet more than it needs' : undefined,
  }),
  commonRule<Encoded>({
    name: 'rfc5280/minimal-length',
    clause: 'X.690 §10.1',
    check: ({ encoding }) =>
      (encoding & Defect.longLength) !== 0 ? 'a length is in more octets than it needs' : undefined,
  }),
];
