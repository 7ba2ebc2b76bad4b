import type { Certificate } from '@sealwright/pki';

/** What this installation can show of the revocation of certificates. */
export interface RevocationEvidence {
  /**
   * The newest CRL that a certificate would be on, in DER; undefined when no CA of this installation has issued it. It may still list one that was released
   * from hold since.
   *
   * @throws {@link NoRevocationEvidenceError} when the certificate is revoked by now, and when the CRL is missing, has ended, or is larger than what goes into
   * a signature
   */
  crlOf(certificate: Certificate): Promise<Uint8Array | undefined>;
}

/** Of a CRL in a signature, which is held in memory, and which everybody who has the document has. */
export const MAX_EMBEDDED_CRL_OCTETS: number = 1024 * 1024;
