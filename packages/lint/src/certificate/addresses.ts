/** Addresses in certificates: of CRLs, of OCSP responders and of the issuer's certificate. */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { crlDistributionPoints } from './extensions/crl-distribution-points.ts';
import { authorityInfoAccess } from './extensions/info-access.ts';
import type { WrittenGeneralName } from './names/general-names.ts';

/** Returns the names in `fullName` of every CRL distribution point. */
export function crlAddresses(certificate: CertificateUnderLint): readonly WrittenGeneralName[] {
  return (certificate.value(crlDistributionPoints) ?? []).flatMap(({ name }) =>
    name?.kind === 'fullName' ? name.names : [],
  );
}

/** Returns the locations of an access method in authorityInfoAccess. */
export function accessAddresses(certificate: CertificateUnderLint, method: string): readonly WrittenGeneralName[] {
  return (certificate.value(authorityInfoAccess) ?? [])
    .filter((description) => description.method === method)
    .map(({ location }) => location);
}

/** Returns whether a name is a URI of the scheme HTTP. */
export function isHttp(name: WrittenGeneralName): boolean {
  return name.kind === 'uniformResourceIdentifier' && /^http:\/\/./i.test(name.text);
}
