import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { authorityKeyIdentifier, subjectKeyIdentifier } from './extensions/key-identifiers.ts';

/** Returns whether a certificate names itself as its issuer: by name, and by key identifier where it has both. No signature is verified. */
export function isSelfSigned(certificate: CertificateUnderLint): boolean {
  if (!certificate.isSelfIssued) return false;
  const own = certificate.value(subjectKeyIdentifier);
  const above = certificate.value(authorityKeyIdentifier)?.keyIdentifier;
  return own === undefined || above === undefined || Buffer.compare(own, above) === 0;
}
