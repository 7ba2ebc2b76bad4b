/** The checks of an enrollment that look at one thing each. */
import type { DistinguishedName, PublicKey } from '@sealwright/pki';
import { ConflictError } from '../../../kernel/unit-of-work.ts';
import {
  type AccessControl,
  type Administrator,
  type NamedDocument,
  NamedResource,
  type NeededResource,
  Resource,
} from '../../access/index.ts';
import type { Authorities, CaPublicKeys, CertificateAuthority, SigningAuthority } from '../../ca/index.ts';
import type { Document } from '../../configuration/index.ts';
import type { CertificateProfile } from '../../profiles/index.ts';
import type { EndEntity } from '../end-entities/end-entity.ts';
import {
  CertificateStorageError,
  EnrollmentInputError,
  ProfileNotAvailableError,
  PublicKeyInUseError,
  SubjectInUseError,
  SubjectOfCaError,
} from '../errors.ts';
import type { RequestedCertificate } from '../requests/read-certificate-request.ts';

/** @throws {@link EnrollmentInputError} */
export function requireUsername(username: string): void {
  if (username.trim() === '') throw new EnrollmentInputError('username is empty; it has to name the end entity.');
  if (username.length > MAX_USERNAME_LENGTH) {
    throw new EnrollmentInputError(`username has ${username.length} characters; ${MAX_USERNAME_LENGTH} are the most.`);
  }
}

/**
 * Returns the rights that an enrollment needs. An edit also needs those to what is edited: the end entity may belong to another profile and
 * CA than it is to have.
 */
export function neededRights(
  existing: Pick<EndEntity, 'caId' | 'endEntityProfileId'> | undefined,
  endEntityProfile: NamedDocument,
  ca: NamedDocument,
): readonly NeededResource[] {
  const { createCertificate } = Resource.caFunctionality;
  if (existing === undefined) {
    const profile = NamedResource.endEntityProfile(endEntityProfile, 'create_end_entity');
    return [Resource.ra.createEndEntity, createCertificate, profile, NamedResource.ca(ca)];
  }
  return [
    Resource.ra.editEndEntity,
    createCertificate,
    NamedResource.endEntityProfile(endEntityProfile, 'edit_end_entity'),
    Resource.endEntityProfile(existing.endEntityProfileId, 'edit_end_entity'),
    NamedResource.ca(ca),
    Resource.ca(existing.caId),
  ];
}

/**
 * Authorizes an enrollment. An administrator who may edit no end entity is answered as if there were none of the username.
 *
 * @param rights - such as {@link neededRights}
 * @throws AccessDeniedError
 */
export async function authorizeEnrollment(
  access: AccessControl,
  administrator: Administrator,
  { existing, endEntityProfile, ca, rights = neededRights }: EnrollmentTarget,
): Promise<void> {
  if (existing !== undefined && !(await access.isAuthorized(administrator, Resource.ra.editEndEntity)))
    await access.authorize(administrator, ...rights(undefined, endEntityProfile, ca));
  await access.authorize(administrator, ...rights(existing, endEntityProfile, ca));
}

/** Where an enrollment goes: what there is under the names of a request. */
export interface EnrollmentTarget {
  readonly existing: EndEntity | undefined;
  readonly endEntityProfile: NamedDocument;
  readonly ca: NamedDocument;
  readonly rights?: typeof neededRights;
}

/** @throws {@link ProfileNotAvailableError} */
export function requireAvailable(
  authority: Pick<CertificateAuthority, 'id' | 'name'>,
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

/**
 * Refuses the name of a CA: its holder is taken for that CA by everything that goes by names, such as chains that are built, CRLs and answers
 * about revocation. A certificate for a CA may have the name of one here, which others certify as well, for a key of a CA here alone. None has
 * that of its issuer or of one above: as a self-issued one it would be exempt from path lengths and name constraints.
 *
 * @param requested - without a key while it is not made yet
 * @throws {@link SubjectOfCaError}
 */
export async function requireNoSubjectOfCa(
  { authorities, caKeys }: { readonly authorities: Authorities; readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'> },
  { chain }: Pick<SigningAuthority, 'chain'>,
  { type }: CertificateProfile,
  { subject, publicKey }: { readonly subject: DistinguishedName; readonly publicKey?: PublicKey | undefined },
): Promise<void> {
  if (chain.some((certificate) => certificate.subject.equals(subject))) throw new SubjectOfCaError();
  if (!(await authorities.isSubject(subject.key))) return;
  if (type === 'END_ENTITY') throw new SubjectOfCaError();
  if (publicKey !== undefined && !(await caKeys.isKeyOfCa(publicKey.der))) throw new SubjectOfCaError();
}

/** What a claim of another end entity means to the caller. */
export function claimRefusal(
  error: unknown,
  username: string,
  requested: Pick<RequestedCertificate, 'subject'> | undefined,
): Error | undefined {
  if (!(error instanceof ConflictError) || error.reason !== 'claimed') return undefined;
  if (error.op === 'key.claim') return new PublicKeyInUseError(username);
  return new SubjectInUseError(username, requested?.subject.toString() ?? '');
}

const MAX_USERNAME_LENGTH = 255;
