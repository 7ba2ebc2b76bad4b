import { type SignedTwice, commonRule } from '../common-rule.ts';

export const signatureAlgorithmsEqual = commonRule<SignedTwice>({
  name: 'rfc5280/signature-algorithms-equal',
  clause: 'RFC 5280 §4.1.1.2',
  check: ({ signed, algorithm }) =>
    signed === undefined || signed.algorithm.element.equals(algorithm.element)
      ? undefined
      : 'signatureAlgorithm is not the same octets as the field signature',
});
