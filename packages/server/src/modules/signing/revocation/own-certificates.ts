import type { Certificate, RevocationStatus } from '@sealwright/pki';

/** What the CAs of this installation say of certificates that they have issued: from their records, which their CRLs are made of. */
export interface OwnCertificates {
  /**
   * How the certificate stands now; undefined when the key of its issuer is not that of a CA here.
   *
   * @param issuer - whose key has signed it
   */
  standingOf(certificate: Certificate, issuer: Certificate): Promise<RevocationStatus | undefined>;
}
