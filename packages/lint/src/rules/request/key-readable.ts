import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { requestRule } from '../request-rule.ts';

export const keyReadable = requestRule({
  name: 'request/key-readable',
  clause: 'RFC 2986 §4.1',
  check({ publicKey: { rsa, algorithm, octets } }) {
    // Reading an invalid RSA key is a finding by itself.
    if (rsa !== undefined && (rsa.exponent < 3n || rsa.exponent % 2n === 0n || rsa.modulus < 3n))
      return 'the RSA key has no odd exponent of 3 or more, or no modulus';
    if (algorithm.oid !== KeyAlgorithm.ecPublicKey)
      return octets.length === 0 ? 'the public key has no octets' : undefined;
    return octets[0] === 2 || octets[0] === 3 || octets[0] === 4 ? undefined : 'the public key is no point on a curve';
  },
});
