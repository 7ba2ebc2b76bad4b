import type { CertificateProfile } from '../../profiles/index.ts';
import { NameRefusedError } from './errors.ts';
import { findUnusualNames, type NamesOfCertificate } from './name-rules.ts';

/**
 * Checks the names that a certificate is to have against the rules of its profile, before it is made. What they warn of is told when it is.
 *
 * @throws {@link NameRefusedError}
 */
export async function requireAllowedNames(
  { name, value }: { readonly name: string; readonly value: CertificateProfile },
  { subject, alternativeNames }: NamesOfCertificate,
): Promise<void> {
  const written = value.subjectAltName === undefined ? [] : alternativeNames;
  const found = await findUnusualNames(value, { subject, alternativeNames: written });
  const refused = found.filter(({ treatment }) => treatment === 'REFUSE');
  if (refused.length > 0) throw new NameRefusedError(name, refused);
}
