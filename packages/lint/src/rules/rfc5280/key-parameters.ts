/** Rules on the parameters of keys. */
import { Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import type { Rule } from '../../rule.ts';
import { commonRule, type Keyed } from '../common-rule.ts';

export const KEY_PARAMETER_RULES: readonly Rule<Keyed>[] = [
  commonRule<Keyed>({
    name: 'rfc5280/ec-key-parameters',
    clause: 'RFC 5480 §2.1.1',
    from: '2009-03-01',
    appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey,
    check: ({ publicKey: { algorithm } }) =>
      algorithm.parameters?.tag === Tag.objectIdentifier
        ? undefined
        : 'the parameters of an EC key are not a named curve',
  }),
  commonRule<Keyed>({
    name: 'rfc5280/rsa-key-parameters',
    clause: 'RFC 3279 §2.3.1',
    appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption,
    check: ({ publicKey: { algorithm } }) =>
      algorithm.parameters?.tag === Tag.null && algorithm.parameters.length === 0
        ? undefined
        : 'the parameters of an RSA key are not NULL',
  }),
];
