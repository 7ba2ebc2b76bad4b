/** Signature algorithms that the Baseline Requirements allow (7.1.3.2): RSASSA-PKCS1-v1_5, RSASSA-PSS and ECDSA with SHA-256, SHA-384 and SHA-512. */
export const TLS_SIGNATURE_ALGORITHMS: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.10',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
]);

export const SHA1_WITH_RSA = '1.2.840.113549.1.1.5';

/**
 * Returns the curve whose keys make signatures of a length, with the algorithm that the Baseline Requirements (7.1.3.2.2) demand of them; undefined for
 * longer ones than those of P-521. CRLs do not name the key that signed them, and the longest signatures of a curve tell it apart from the next.
 */
export function curveOfSignature(octets: number): { readonly name: string; readonly algorithm: string } | undefined {
  return TLS_CURVES.find(({ longest }) => octets <= longest);
}

export const TLS_CURVES = [
  { name: 'P-256', oid: '1.2.840.10045.3.1.7', longest: 72, algorithm: '1.2.840.10045.4.3.2' },
  { name: 'P-384', oid: '1.3.132.0.34', longest: 104, algorithm: '1.2.840.10045.4.3.3' },
  { name: 'P-521', oid: '1.3.132.0.35', longest: 140, algorithm: '1.2.840.10045.4.3.4' },
];
