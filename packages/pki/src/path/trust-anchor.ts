/** Start of a certification path: a name and a key that are trusted (RFC 5280 §6.1.1 (d)). */
import type { Certificate } from '../certificate/index.ts';
import type { DistinguishedName } from '../name/index.ts';
import type { PublicKey } from '../public-key/index.ts';

export interface TrustAnchor {
  readonly name: DistinguishedName;
  readonly publicKey: PublicKey;
  /** The one that the name and the key were taken of. */
  readonly certificate: Certificate;
}

/**
 * The anchor that a trusted certificate makes. Its dates and extensions bind nobody: they were looked at when it was trusted.
 *
 * @throws {PublicKeyError}
 */
export function trustAnchorOf(certificate: Certificate): TrustAnchor {
  return { name: certificate.subject, publicKey: certificate.publicKey, certificate };
}
