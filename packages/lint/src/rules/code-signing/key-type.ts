import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyType = certificateRule({
  name: 'code-signing/key-type',
  clause: 'Code Signing Baseline Requirements 6.1.5',
  from: '2019-08-13',
  check: ({ publicKey: { algorithm } }) =>
    ALLOWED.has(algorithm.oid)
      ? undefined
      : `the public key is of the algorithm ${algorithm.oid}; RSA, EC and DSA are allowed`,
});

const ALLOWED: ReadonlySet<string> = new Set([KeyAlgorithm.rsaEncryption, KeyAlgorithm.ecPublicKey, KeyAlgorithm.dsa]);
