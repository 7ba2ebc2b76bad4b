import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyType = certificateRule({
  name: 'tls/key-type',
  clause: 'Baseline Requirements 6.1.5',
  level: 'error',
  from: '2020-08-20',
  check: ({ publicKey: { algorithm } }) =>
    algorithm.oid === KeyAlgorithm.rsaEncryption || algorithm.oid === KeyAlgorithm.ecPublicKey
      ? undefined
      : `the public key is of the algorithm ${algorithm.oid}; RSA and EC are allowed`,
});
