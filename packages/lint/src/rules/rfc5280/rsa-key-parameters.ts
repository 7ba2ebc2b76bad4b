import { Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { type Keyed, commonRule } from '../common-rule.ts';

export const rsaKeyParameters = commonRule<Keyed>({
  name: 'rfc5280/rsa-key-parameters',
  clause: 'RFC 3279 §2.3.1',
  appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.rsaEncryption,
  check: ({ publicKey: { algorithm } }) =>
    algorithm.parameters?.tag === Tag.null && algorithm.parameters.length === 0
      ? undefined
      : 'the parameters of an RSA key are not NULL',
});
