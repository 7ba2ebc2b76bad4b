import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';

/** Checks that a CA has a critical keyUsage with keyCertSign and cRLSign. */
export function checkKeyUsageOfCa(certificate: CertificateUnderLint): string | readonly string[] {
  const extension = certificate.extension(keyUsage);
  const usages = certificate.value(keyUsage)?.usages;
  if (extension === undefined) return 'a CA has no keyUsage';
  if (!extension.critical) return 'keyUsage of a CA is not critical';
  return (['keyCertSign', 'cRLSign'] as const)
    .filter((usage) => usages?.has(usage) === false)
    .map((usage) => `keyUsage of a CA has no ${usage}`);
}
