import type { DistinguishedName, PublicKey } from '@sealwright/pki';
import type { Authorities, CaPublicKeys, SigningAuthority } from '../../../ca/index.ts';
import type { CertificateProfile } from '../../../profiles/index.ts';
import { SubjectOfCaError } from '../../errors/index.ts';

export interface SubjectOfCaDeps {
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'>;
}

/**
 * Refuses the name of a CA: its holder is taken for that CA by everything that goes by names, such as chains that are built, CRLs and answers
 * about revocation. A certificate for a CA may have the name of one here, which others certify as well, for a key of a CA here alone. None has
 * that of its issuer or of one above: as a self-issued one it would be exempt from path lengths and name constraints.
 *
 * @param requested - without a key while it is not made yet
 * @throws {@link SubjectOfCaError}
 */
export async function requireNoSubjectOfCa(
  { authorities, caKeys }: SubjectOfCaDeps,
  { chain }: Pick<SigningAuthority, 'chain'>,
  { type }: CertificateProfile,
  { subject, publicKey }: { readonly subject: DistinguishedName; readonly publicKey?: PublicKey | undefined },
): Promise<void> {
  if (chain.some((certificate) => certificate.subject.equals(subject))) throw new SubjectOfCaError();
  if (!(await authorities.isSubject(subject.key))) return;
  if (type === 'END_ENTITY') throw new SubjectOfCaError();
  if (publicKey !== undefined && !(await caKeys.isKeyOfCa(publicKey.der))) throw new SubjectOfCaError();
}
