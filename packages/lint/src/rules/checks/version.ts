import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';

/** Checks that a certificate is of version 3. */
export function checkVersion3({ version }: Pick<CertificateUnderLint, 'version'>): string | undefined {
  return version === 3 ? undefined : `the certificate is of version ${version}; 3 is required`;
}
