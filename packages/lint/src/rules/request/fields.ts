/** Rules on version, key and requested extensions. */
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { unreadableValues, writtenDefaults } from '../checks/extensions.ts';
import { requestRule, type RequestRule } from '../request-rule.ts';

export const FIELD_RULES: readonly RequestRule[] = [
  requestRule({
    name: 'request/default-not-written',
    clause: 'X.690 §11.5',
    check: ({ extensions }) => writtenDefaults(extensions),
  }),
  requestRule({
    name: 'request/extension-value',
    clause: 'RFC 5280 §4.2',
    check: ({ extensions }) => unreadableValues(extensions),
  }),
  requestRule({
    name: 'request/extensions-not-empty',
    clause: 'RFC 5280 §4.1.2.9',
    check: ({ extensionsElement }) =>
      extensionsElement?.length === 0 ? 'the extensions that are asked for are an empty sequence' : undefined,
  }),
  requestRule({
    name: 'request/key-readable',
    clause: 'RFC 2986 §4.1',
    check({ publicKey: { rsa, algorithm, octets } }) {
      // Reading an invalid RSA key is a finding by itself.
      if (rsa !== undefined && (rsa.exponent < 3n || rsa.exponent % 2n === 0n || rsa.modulus < 3n))
        return 'the RSA key has no odd exponent of 3 or more, or no modulus';
      if (algorithm.oid !== KeyAlgorithm.ecPublicKey)
        return octets.length === 0 ? 'the public key has no octets' : undefined;
      return octets[0] === 2 || octets[0] === 3 || octets[0] === 4
        ? undefined
        : 'the public key is not a point on a curve';
    },
  }),
  requestRule({
    name: 'request/version-1',
    clause: 'RFC 2986 §4.1',
    check: ({ version }) => (version === 1 ? undefined : `the request is of version ${version}; 1 is required`),
  }),
];
