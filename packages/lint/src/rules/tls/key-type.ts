import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';
import { certificateRule } from '../certificate-rule.ts';

export const keyType = certificateRule({
  name: 'tls/key-type',
  clause: 'Baseline Requirements 6.1.5',
  from: '2012-07-01',
  check: ({ publicKey: { algorithm }, notBefore }) =>
    algorithm.oid === KeyAlgorithm.rsaEncryption ||
    algorithm.oid === KeyAlgorithm.ecPublicKey ||
    (algorithm.oid === DSA && (notBefore.seconds ?? Infinity) < DSA_ENDED)
      ? undefined
      : `the public key is of the algorithm ${algorithm.oid}; RSA and EC are allowed`,
});

const DSA = '1.2.840.10040.4.1';
/** DSA was allowed until Baseline Requirements 1.7.1. */
const DSA_ENDED = Date.UTC(2020, 7, 20) / 1000;
