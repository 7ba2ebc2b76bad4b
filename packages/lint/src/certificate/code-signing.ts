/** Roles of certificates under the Code Signing Baseline Requirements. */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { extendedKeyUsage, KeyPurpose } from './extensions/extended-key-usage.ts';
import { isSubscriber, signsOcspResponses } from './roles.ts';

/** Returns whether a certificate signs time-stamps, and no code. */
export function isTimeStamper(certificate: CertificateUnderLint): boolean {
  const purposes = certificate.value(extendedKeyUsage) ?? [];
  return (
    isSubscriber(certificate) &&
    purposes.includes(KeyPurpose.timeStamping) &&
    !purposes.includes(KeyPurpose.codeSigning)
  );
}

/** Returns whether a certificate is to sign code: it is of an end entity that is neither a time-stamping authority nor an OCSP responder. */
export function isCodeSigner(certificate: CertificateUnderLint): boolean {
  if (!isSubscriber(certificate) || isTimeStamper(certificate)) return false;
  return (
    !signsOcspResponses(certificate) || certificate.value(extendedKeyUsage)?.includes(KeyPurpose.codeSigning) === true
  );
}

/** Returns whether a certificate is to sign code or time-stamps. */
export function isCodeSigningSubscriber(certificate: CertificateUnderLint): boolean {
  return isCodeSigner(certificate) || isTimeStamper(certificate);
}

/** Policies of the CA/Browser Forum (Code Signing Baseline Requirements 7.1.6.1). */
export const CodeSigningPolicy = {
  extendedValidation: '2.23.140.1.3',
  codeSigning: '2.23.140.1.4.1',
  timeStamping: '2.23.140.1.4.2',
} as const;
