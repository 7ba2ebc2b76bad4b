import { certificateRule } from '../certificate-rule.ts';

export const draftKeyAlgorithm = certificateRule({
  name: 'pq/draft-key-algorithm',
  clause: 'RFC 9881 §2, RFC 9909 §3, RFC 9935 §3',
  level: 'warning',
  from: '2024-08-14',
  check: ({ publicKey: { algorithm } }) =>
    DRAFTS.some((prefix) => algorithm.oid.startsWith(prefix))
      ? `the public key is of ${algorithm.oid}, of a draft that FIPS 203, 204 and 205 replaced`
      : undefined,
});

/** Arcs of Dilithium, of Kyber, and of SPHINCS+ and Falcon as they were submitted. */
const DRAFTS = ['1.3.6.1.4.1.2.267.', '1.3.6.1.4.1.22554.5.', '1.3.9999.3.', '1.3.9999.6.'];
