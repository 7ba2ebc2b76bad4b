import { integer, Tag } from '../../ber/values.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dsaKeySize = certificateRule({
  name: 'code-signing/dsa-key-size',
  clause: 'Code Signing Baseline Requirements 6.1.5',
  from: '2019-08-13',
  appliesTo: ({ publicKey }) => publicKey.algorithm.oid === KeyAlgorithm.dsa,
  check({ publicKey: { algorithm } }) {
    if (algorithm.parameters?.tag !== Tag.sequence) return 'the DSA key has no parameters';
    const [length, modulus] = algorithm.parameters.children.map((one) => integer(one).toString(2).length);
    return length === 2048 && (modulus === 224 || modulus === 256)
      ? undefined
      : `the DSA key has ${length} and ${modulus} bits; 2048 and 224 or 256 are required`;
  },
});
