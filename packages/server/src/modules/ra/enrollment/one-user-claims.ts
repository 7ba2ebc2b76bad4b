/** Keys and subjects that one end entity at most has at a CA: the rows that say so, and what somebody else's row means. */
import { compareBytes, DistinguishedName } from '@sealwright/pki';
import { ConflictError, type Write } from '../../../kernel/unit-of-work.ts';
import type { CertificateAuthority, InsertCertificate } from '../../ca/index.ts';
import type { ClaimKey, ClaimName, EndEntity } from '../end-entities/index.ts';
import { PublicKeyInUseError, SubjectInUseError } from '../errors.ts';

/**
 * Takes the key and the subject for the end entity, as far as the CA wants them to be one user's. An empty subject is nobody's.
 *
 * @param subject - that of the certificate unless given
 */
export function claims(
  { id, settings }: Pick<CertificateAuthority, 'id' | 'settings'>,
  { certificate }: InsertCertificate,
  endEntityId: number,
  subject?: DistinguishedName,
): readonly Write[] {
  const { publicKeySha256 } = certificate;
  const subjectKey = subject === undefined ? certificate.subjectKey : Uint8Array.fromHex(subject.key);
  const claimed: (ClaimKey | ClaimName)[] = [];
  if (settings.enforceUniquePublicKeys) claimed.push({ op: 'key.claim', caId: id, publicKeySha256, endEntityId });
  if (settings.enforceUniqueSubjects && compareBytes(subjectKey, EMPTY_SUBJECT) !== 0)
    claimed.push({ op: 'name.claim', caId: id, subjectKey, endEntityId });
  return claimed;
}

/** Returns the refusal that a claim of another end entity comes to; undefined for any other error. */
export function claimRefusal(
  error: unknown,
  { username, subjectDn }: Pick<EndEntity, 'username' | 'subjectDn'>,
): Error | undefined {
  if (!(error instanceof ConflictError) || error.reason !== 'claimed') return undefined;
  return error.op === 'key.claim' ? new PublicKeyInUseError(username) : new SubjectInUseError(username, subjectDn);
}

const EMPTY_SUBJECT = Uint8Array.fromHex(DistinguishedName.of([]).key);
