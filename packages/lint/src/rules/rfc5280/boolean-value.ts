import { Defect } from '../../ber/encoding-defects.ts';
import { type Encoded, commonRule } from '../common-rule.ts';

export const booleanValue = commonRule<Encoded>({
  name: 'rfc5280/boolean-value',
  clause: 'X.690 §11.1',
  check: ({ encoding }) => ((encoding & Defect.otherBoolean) !== 0 ? 'a BOOLEAN is neither 00 nor FF' : undefined),
});
