import { Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { type Keyed, commonRule } from '../common-rule.ts';

export const ecKeyParameters = commonRule<Keyed>({
  name: 'rfc5280/ec-key-parameters',
  clause: 'RFC 5480 §2.1.1',
  from: '2009-03-01',
  appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.ecPublicKey,
  check: ({ publicKey: { algorithm } }) =>
    algorithm.parameters?.tag === Tag.objectIdentifier
      ? undefined
      : 'the parameters of an EC key are not a named curve',
});
