/** Roles of certificates, as far as their octets tell. */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { certificatePolicies } from './extensions/certificate-policies.ts';
import { extendedKeyUsage, KeyPurpose } from './extensions/extended-key-usage.ts';
import { authorityKeyIdentifier, subjectKeyIdentifier } from './extensions/key-identifiers.ts';

/** Returns whether a certificate names itself as its issuer: by a name that is not empty, and by key identifier where it has both. No signature is verified. */
export function isSelfSigned(certificate: CertificateUnderLint): boolean {
  if (!certificate.isSelfIssued || certificate.subject.isEmpty) return false;
  const own = certificate.value(subjectKeyIdentifier);
  const above = certificate.value(authorityKeyIdentifier)?.keyIdentifier;
  return own === undefined || above === undefined || Buffer.compare(own, above) === 0;
}

export function isRoot(certificate: CertificateUnderLint): boolean {
  return certificate.isCa && isSelfSigned(certificate);
}

export function isSubordinateCa(certificate: CertificateUnderLint): boolean {
  return certificate.isCa && !isSelfSigned(certificate);
}

/** Returns whether a certificate is of an end entity that somebody else issued. */
export function isSubscriber(certificate: CertificateUnderLint): boolean {
  return !certificate.isCa && !isSelfSigned(certificate);
}

/** Returns whether a certificate may sign OCSP responses of its issuer (RFC 6960 §4.2.2.2). */
export function signsOcspResponses(certificate: CertificateUnderLint): boolean {
  return certificate.value(extendedKeyUsage)?.includes(KeyPurpose.ocspSigning) === true;
}

/** Returns whether a certificate is of an OCSP responder, and not of a TLS server as well. */
export function isOcspResponder(certificate: CertificateUnderLint): boolean {
  const purposes = certificate.value(extendedKeyUsage) ?? [];
  return (
    signsOcspResponses(certificate) &&
    !purposes.includes(KeyPurpose.serverAuth) &&
    !purposes.includes(KeyPurpose.anyExtendedKeyUsage)
  );
}

export function hasPolicy(certificate: CertificateUnderLint, policy: string): boolean {
  return certificate.value(certificatePolicies)?.some((one) => one.policy === policy) === true;
}

/** Returns how long a certificate is valid, in seconds, both ends included; undefined for times that cannot be read. */
export function validitySeconds({ notBefore, notAfter }: CertificateUnderLint): number | undefined {
  if (notBefore.seconds === undefined || notAfter.seconds === undefined) return undefined;
  return notAfter.seconds - notBefore.seconds + 1;
}

/** Policies of the CA/Browser Forum for TLS (Baseline Requirements, 7.1.6.1). */
export const TlsPolicy = {
  domainValidated: '2.23.140.1.2.1',
  organizationValidated: '2.23.140.1.2.2',
  individualValidated: '2.23.140.1.2.3',
  extendedValidation: '2.23.140.1.1',
} as const;
