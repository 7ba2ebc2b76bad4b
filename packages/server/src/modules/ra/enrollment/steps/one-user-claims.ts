/** Keys and subjects that may belong to only one end entity of a CA: claims, and errors for claims of others. */
import { compareBytes, DistinguishedName } from '@sealwright/pki';
import type { AppError } from '../../../../kernel/errors.ts';
import { ConflictError } from '../../../../kernel/unit-of-work.ts';
import type { CertificateAuthority } from '../../../ca/index.ts';
import type { ClaimKey, ClaimName, EndEntity } from '../../end-entities/index.ts';
import { PublicKeyInUseError, SubjectInUseError } from '../../errors/index.ts';

/** Key and subject of a certificate, in the form of claims. */
export interface Claimable {
  /** Undefined if there is no key yet. */
  readonly publicKeySha256: Uint8Array | undefined;
  readonly subjectKey: Uint8Array;
}

/**
 * Claims the key and the subject for the end entity, as far as the CA requires them to be unique. An empty subject is not claimed.
 *
 * @param subject - by default that of the certificate
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

/** Returns the error for a conflict with the claim of another end entity; undefined for any other error. */
export function claimRefusal(
  error: unknown,
  endEntity: Pick<EndEntity, 'username' | 'subjectDn'>,
): AppError | undefined {
  if (!(error instanceof ConflictError) || error.reason !== 'claimed') return undefined;
  return claimRefusalOf(error.op, endEntity);
}

/** Returns the error for a claim that another end entity has. @param op - operation of the claim */
export function claimRefusalOf(
  op: string,
  { username, subjectDn }: Pick<EndEntity, 'username' | 'subjectDn'>,
): AppError {
  return op === 'key.claim' ? new PublicKeyInUseError(username) : new SubjectInUseError(username, subjectDn);
}

const EMPTY_SUBJECT = Uint8Array.fromHex(DistinguishedName.of([]).key);
