/** Checked against the declarations of the installed package, never run. */
import { type CertificateLintOptions, type Finding, lintToBeSignedCertificate } from '@sealwright/lint';

export const OPTIONS: CertificateLintOptions = { requirements: ['TLS'] };

export function errorsOf(octets: Uint8Array): readonly Finding[] {
  return lintToBeSignedCertificate(octets, OPTIONS).filter(({ level }) => level === 'error');
}
