import { type Certificate, type Crl, crlDistributionPoints, freshestCrl } from '@sealwright/pki';

/** CRLs of CAs elsewhere, as far as the operator lets them be fetched. */
export interface ForeignCrls {
  /**
   * The CRLs at `urls`: those that are in a host which is allowed, and came in time, whole and readable. They may be some minutes old. Nothing of
   * them is verified.
   */
  fetch(urls: readonly string[]): Promise<readonly Crl[]>;
}

/** Returns the URLs of the CRLs that a certificate names. @throws {DerError} */
export function crlUrlsOf(certificate: Certificate): readonly string[] {
  return [crlDistributionPoints, freshestCrl]
    .flatMap((type) => certificate.extension(type) ?? [])
    .flatMap(({ distributionPoint }) => (distributionPoint?.type === 'fullName' ? distributionPoint.names : []))
    .flatMap((name) => (name.type === 'uniformResourceIdentifier' ? [name.value] : []));
}
