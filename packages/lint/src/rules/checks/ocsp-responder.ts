import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { ocspNoCheck } from '../../certificate/extensions/ocsp-no-check.ts';

/** Checks that the certificate of an OCSP responder has id-pkix-ocsp-nocheck. */
export function checkNoCheck(certificate: CertificateUnderLint): string | undefined {
  return certificate.extensions.has(ocspNoCheck)
    ? undefined
    : 'the certificate of an OCSP responder has no id-pkix-ocsp-nocheck';
}
