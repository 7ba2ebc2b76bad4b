/** Checks of addresses that several requirements make alike. */
import { accessAddresses, crlAddresses, isHttp } from '../../certificate/addresses.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { crlDistributionPoints } from '../../certificate/extensions/crl-distribution-points.ts';
import { AccessMethod } from '../../certificate/extensions/info-access.ts';
import type { WrittenGeneralName } from '../../certificate/names/general-names.ts';
import { quoted } from '../../certificate/text.ts';

/** Checks that cRLDistributionPoints, where it is there, has an address of HTTP. */
export function checkHttpPoint(certificate: CertificateUnderLint): string | undefined {
  if (certificate.value(crlDistributionPoints) === undefined) return undefined;
  return crlAddresses(certificate).some(isHttp) ? undefined : 'cRLDistributionPoints has no URI of HTTP';
}

/** Checks that cRLDistributionPoints has no address that is not of HTTP. */
export function checkOnlyHttpPoints(certificate: CertificateUnderLint): readonly string[] {
  return crlAddresses(certificate)
    .filter((name) => !isHttp(name))
    .map((name) => `cRLDistributionPoints has ${shown(name)}, which is not an HTTP URI`);
}

/** Checks that each access method of authorityInfoAccess that is there has an address of HTTP. */
export function checkHttpAccess(certificate: CertificateUnderLint): readonly string[] {
  return METHODS.filter(([method]) => {
    const addresses = accessAddresses(certificate, method);
    return addresses.length > 0 && !addresses.some(isHttp);
  }).map(([, name]) => `authorityInfoAccess has no address of ${name} that is a URI of HTTP`);
}

/** Checks that authorityInfoAccess has no address of an OCSP responder or of an issuer's certificate that is not of HTTP. */
export function checkOnlyHttpAccess(certificate: CertificateUnderLint): readonly string[] {
  return METHODS.flatMap(([method, name]) =>
    accessAddresses(certificate, method)
      .filter((address) => !isHttp(address))
      .map((address) => `authorityInfoAccess has ${shown(address)} for ${name}, which is not an HTTP URI`),
  );
}

const METHODS = [
  [AccessMethod.ocsp, 'id-ad-ocsp'],
  [AccessMethod.caIssuers, 'id-ad-caIssuers'],
] as const;

function shown(name: WrittenGeneralName): string {
  return name.kind === 'uniformResourceIdentifier' ? quoted(name.text) : `a ${name.kind}`;
}
