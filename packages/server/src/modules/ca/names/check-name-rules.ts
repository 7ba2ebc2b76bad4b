import type { CertificateProfile } from '../../profiles/index.ts';
import { NameRefusedError } from './errors.ts';
import { findNameFaults, type NamesOfCertificate } from './name-rules.ts';

/**
 * Checks the names requested for a certificate against the rules of its profile before it is built. Warnings are reported only when it is linted.
 *
 * @throws {@link NameRefusedError}
 */
export async function checkNameRules(
  { name, value }: { readonly name: string; readonly value: CertificateProfile },
  { subject, alternativeNames }: NamesOfCertificate,
): Promise<void> {
  const written = value.subjectAltName === undefined ? [] : alternativeNames;
  const found = await findNameFaults(value, { subject, alternativeNames: written });
  const refused = found.filter(({ treatment }) => treatment === 'REFUSE');
  if (refused.length > 0) throw new NameRefusedError(name, refused);
}
