/** Lengths of validity: from notBefore to notAfter, both included (RFC 5280 §4.1.2.5). */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { validitySeconds } from './roles.ts';

/** Returns a message for a certificate that is valid for more than a number of days of 86,400 seconds. */
export function exceedsDays(certificate: CertificateUnderLint, days: number): string | undefined {
  return (validitySeconds(certificate) ?? 0) > days * 86_400
    ? `the certificate is valid for more than ${days} days`
    : undefined;
}

/** Returns a message for a certificate that is valid for more than a number of months. */
export function exceedsMonths(
  { notBefore, notAfter }: Pick<CertificateUnderLint, 'notBefore' | 'notAfter'>,
  months: number,
): string | undefined {
  if (notBefore.seconds === undefined || notAfter.seconds === undefined) return undefined;
  const end = new Date(notBefore.seconds * 1000);
  end.setUTCMonth(end.getUTCMonth() + months);
  return notAfter.seconds >= end.getTime() / 1000
    ? `the certificate is valid for more than ${months} months`
    : undefined;
}
