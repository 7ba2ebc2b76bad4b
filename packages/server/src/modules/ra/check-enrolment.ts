/**
 * The checks of an enrolment with a request, in their order: what the CA offers, whose names these are, and what both profiles allow. The
 * caller has every right that the names alone need.
 */
import type { AccessControl, Administrator } from '../access/index.ts';
import {
  type Authorities,
  type CaPublicKeys,
  requirePermittedNames,
  requireUnreserved,
  type SigningAuthority,
} from '../ca/index.ts';
import {
  requireEndEntityFitsProfile,
  requireValidityHeard,
  validatePublicKeyAgainstProfile,
} from '../profiles/index.ts';
import { TOKEN_TYPE } from './end-entity.ts';
import type { EnrolmentContext } from './end-entity-enrolment.ts';
import { requireAvailable, requireNoSubjectOfCa, requireStorage } from './enrolment-checks.ts';
import type { Pkcs10Enrolment } from './pkcs10-enrolment.ts';
import type { RequestedCertificate, RequestedNames } from './read-certificate-request.ts';

export interface CheckEnrolmentDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'>;
}

/** The CA, the profiles and the end entity that an enrolment names. */
export interface NamedContext extends EnrolmentContext {
  readonly authority: SigningAuthority;
}

/** An enrolment that was read. */
export interface EnrolmentToCheck {
  readonly administrator: Administrator;
  readonly enrolment: Omit<Pkcs10Enrolment, 'certificateRequest'>;
  /** Without a key while it is not made yet. */
  readonly requested: RequestedNames & Partial<Pick<RequestedCertificate, 'publicKey'>>;
  readonly context: NamedContext;
}

/**
 * Checks the enrolment.
 *
 * @throws the error of the first check that fails
 */
export async function checkEnrolment(
  deps: CheckEnrolmentDeps,
  { administrator, enrolment, requested, context }: EnrolmentToCheck,
): Promise<void> {
  const { authority, certificateProfile, endEntityProfile, existing } = context;
  const { subject, alternativeNames, publicKey } = requested;
  const { username, password, email } = enrolment;
  requireAvailable(authority, certificateProfile);
  requireStorage(certificateProfile);
  if (enrolment.strictValidity === true) requireValidityHeard(certificateProfile, enrolment);
  await requireNoSubjectOfCa(deps, authority, certificateProfile.value, { subject, publicKey });
  // The program renews what somebody has enrolled who was entitled to.
  const renews = administrator.kind === 'system' && existing?.subjectDn === subject.toString();
  if (!renews) await requireUnreserved(deps.access, administrator, authority, { subject, alternativeNames });
  requirePermittedNames(authority, subject, alternativeNames);
  if (publicKey !== undefined) validatePublicKeyAgainstProfile(certificateProfile.value, publicKey);
  requireEndEntityFitsProfile(endEntityProfile.name, endEntityProfile.value, {
    username,
    password,
    // Without one it gets a random one, which nobody has to know.
    hasPassword: password === undefined,
    email,
    subject,
    alternativeNames,
    caId: authority.id,
    certificateProfileId: certificateProfile.id,
    tokenType: TOKEN_TYPE.USERGENERATED,
    startTime: enrolment.notBefore,
    endTime: enrolment.notAfter,
  });
}
