/** Keys and subjects that one end entity at most has at a CA: the rows that say so, and what somebody else's row means. */
import { compareBytes, DistinguishedName } from '@sealwright/pki';
import type { AppError } from '../../../../kernel/errors.ts';
import { ConflictError } from '../../../../kernel/unit-of-work.ts';
import type { CertificateAuthority } from '../../../ca/index.ts';
import type { ClaimKey, ClaimName, EndEntity } from '../../end-entities/index.ts';
import { PublicKeyInUseError, SubjectInUseError } from '../../errors/index.ts';

/** The key and the subject of a certificate, as claims know them. */
export interface Claimable {
  /** Undefined while there is no key yet. */
  readonly publicKeySha256: Uint8Array | undefined;
  readonly subjectKey: Uint8Array;
}

/**
 * Takes the key and the subject for the end entity, as far as the CA wants them to be one user's. An empty subject is nobody's.
 *
 * @param subject - that of the certificate unless given
 */
export function claims(
  { id, settings }: Pick<CertificateAuthority, 'id' | 'settings'>,
  certificate: Claimable,
  endEntityId: number,
  subject?: DistinguishedName,
): readonly (ClaimKey | ClaimName)[] {
  const { publicKeySha256 } = certificate;
  const subjectKey = subject === undefined ? certificate.subjectKey : Uint8Array.fromHex(subject.key);
  const claimed: (ClaimKey | ClaimName)[] = [];
  if (settings.enforceUniquePublicKeys && publicKeySha256 !== undefined)
    claimed.push({ op: 'key.claim', caId: id, publicKeySha256, endEntityId });
  if (settings.enforceUniqueSubjects && compareBytes(subjectKey, EMPTY_SUBJECT) !== 0)
    claimed.push({ op: 'name.claim', caId: id, subjectKey, endEntityId });
  return claimed;
}

/** Returns the refusal that a claim of another end entity comes to; undefined for any other error. */
export function claimRefusal(
  error: unknown,
  endEntity: Pick<EndEntity, 'username' | 'subjectDn'>,
): AppError | undefined {
  if (!(error instanceof ConflictError) || error.reason !== 'claimed') return undefined;
  return claimRefusalOf(error.op, endEntity);
}

/** Returns the refusal of a claim on what another end entity has. @param op - of the claim */
export function claimRefusalOf(
  op: string,
  { username, subjectDn }: Pick<EndEntity, 'username' | 'subjectDn'>,
): AppError {
  return op === 'key.claim' ? new PublicKeyInUseError(username) : new SubjectInUseError(username, subjectDn);
}

const EMPTY_SUBJECT = Uint8Array.fromHex(DistinguishedName.of([]).key);
