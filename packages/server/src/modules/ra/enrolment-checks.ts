/** The checks of an enrolment that look at one thing each. */
import { ConflictError } from '../../kernel/unit-of-work.ts';
import type { SigningAuthority } from '../ca/index.ts';
import type { Document } from '../configuration/index.ts';
import type { CertificateProfile } from '../profiles/index.ts';
import {
  CertificateStorageError,
  EnrolmentInputError,
  ProfileNotAvailableError,
  PublicKeyInUseError,
  SubjectInUseError,
} from './errors.ts';
import type { RequestedCertificate } from './read-certificate-request.ts';

/** @throws {@link EnrolmentInputError} */
export function requireUsername(username: string): void {
  if (username.trim() === '') throw new EnrolmentInputError('username is empty; it has to name the end entity.');
  if (username.length > MAX_USERNAME_LENGTH) {
    throw new EnrolmentInputError(`username has ${username.length} characters; ${MAX_USERNAME_LENGTH} are the most.`);
  }
}

/** @throws {@link ProfileNotAvailableError} */
export function requireAvailable(
  authority: SigningAuthority,
  { name, value }: Document<unknown, CertificateProfile>,
): void {
  const { availableCas } = value;
  if (availableCas === 'any' || availableCas.has(authority.id)) return;
  throw new ProfileNotAvailableError(`Certificate profile '${name}' is not available to the CA '${authority.name}'.`);
}

/**
 * Everything that is issued is stored whole, or it could neither be revoked nor found: a profile that wants it otherwise may be kept,
 * and nothing is issued under it.
 *
 * @throws {@link CertificateStorageError}
 */
export function requireStorage({ name, value: { storage } }: Document<unknown, CertificateProfile>): void {
  if (!storage.certificates) throw new CertificateStorageError(name, 'useCertificateStorage');
  if (!storage.certificateData) throw new CertificateStorageError(name, 'storeCertificateData');
}

/** What a claim of another end entity means to the caller. */
export function claimRefusal(
  error: unknown,
  username: string,
  requested: RequestedCertificate | undefined,
): Error | undefined {
  if (!(error instanceof ConflictError) || error.reason !== 'claimed') return undefined;
  if (error.op === 'key.claim') return new PublicKeyInUseError(username);
  return new SubjectInUseError(username, requested?.subject.toString() ?? '');
}

const MAX_USERNAME_LENGTH = 255;
