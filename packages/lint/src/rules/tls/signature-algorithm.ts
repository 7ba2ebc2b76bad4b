import { type SignedBy, sharedRule } from '../shared-rule.ts';

export const signatureAlgorithm = sharedRule<SignedBy>({
  name: 'tls/signature-algorithm',
  clause: 'Baseline Requirements 7.1.3.2',
  level: 'error',
  from: '2016-01-01',
  check: ({ algorithm: { oid } }) =>
    ALGORITHMS.has(oid) ? undefined : `the signature algorithm ${oid} is not one of those that are allowed`,
});

/** RSASSA-PKCS1-v1_5, RSASSA-PSS and ECDSA with SHA-256, SHA-384 and SHA-512. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.10',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
]);
