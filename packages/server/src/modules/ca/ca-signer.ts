import type { SignatureAlgorithm } from '@sealwright/pki';
import type { CertificateAuthority } from './certificate-authority.ts';

/** Signs with the key of a CA, wherever it is held. */
export interface CaSigner {
  /**
   * The signature of the CA's present key over `data` (the bytes, not their hash).
   *
   * @throws {CryptoTokenOfflineError} when the token is not active
   */
  sign(authority: CertificateAuthority, algorithm: SignatureAlgorithm, data: Uint8Array): Promise<Uint8Array>;
}
