import type { DistinguishedName, PublicKey } from '@sealwright/pki';
import type { Authorities, CaPublicKeys, SigningAuthority } from '../../../ca/index.ts';
import type { CertificateProfile } from '../../../profiles/index.ts';
import { SubjectOfCaError } from '../../errors/index.ts';

export interface SubjectOfCaDeps {
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'>;
}

/**
 * Refuses the name of a CA, since its holder would be mistaken for that CA wherever names identify CAs: in path building, CRLs and revocation
 * responses. A certificate for a CA may have the name of a local CA, which other CAs may certify as well, but only with a key of a local CA. It must
 * never have the name of its issuer or of a CA above: being self-issued, it would be exempt from path length and name constraints.
 *
 * @param requested - without a key if it is not generated yet
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
