import type { Certificate } from '@sealwright/pki';

/** What this installation can show of the revocation of certificates. */
export interface RevocationEvidence {
  /**
   * The CRL that a certificate would be on, in DER.
   *
   * @throws {@link NoRevocationEvidenceError} when no CA of this installation has issued the certificate, and when its CRL is missing, has
   *   ended, or is larger than what goes into a signature
   */
  crlOf(certificate: Certificate): Promise<Uint8Array>;
}
