/**
 * The checks of an enrollment with a request, in their order: what the CA offers, whose names these are, and what both profiles allow. The
 * caller has every right that the names alone need.
 */
import type { AccessControl, Administrator } from '../../access/index.ts';
import {
  type Authorities,
  type CaPublicKeys,
  requirePermittedNames,
  requireUnreserved,
  type SigningAuthority,
} from '../../ca/index.ts';
import {
  requireEndEntityFitsProfile,
  requireValidityHeard,
  validatePublicKeyAgainstProfile,
} from '../../profiles/index.ts';
import { TOKEN_TYPE } from '../end-entities/end-entity.ts';
import type { EnrollmentContext } from './commit-enrollment.ts';
import { requireAvailable, requireNoSubjectOfCa, requireStorage } from './enrollment-checks.ts';
import type { Pkcs10Enrollment } from './pkcs10-enrollment.ts';
import type { RequestedCertificate, RequestedNames } from '../requests/read-certificate-request.ts';

export interface CheckEnrollmentDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly caKeys: Pick<CaPublicKeys, 'isKeyOfCa'>;
}

/** The CA, the profiles and the end entity that an enrollment names. */
export interface NamedContext extends EnrollmentContext {
  readonly authority: SigningAuthority;
}

/** An enrollment that was read. */
export interface EnrollmentToCheck {
  readonly administrator: Administrator;
  readonly enrollment: Omit<Pkcs10Enrollment, 'certificateRequest'>;
  /** Without a key while it is not made yet. */
  readonly requested: RequestedNames & Partial<Pick<RequestedCertificate, 'publicKey'>>;
  readonly context: NamedContext;
}

/**
 * Checks the enrollment.
 *
 * @throws the error of the first check that fails
 */
export async function checkEnrollment(
  deps: CheckEnrollmentDeps,
  { administrator, enrollment, requested, context }: EnrollmentToCheck,
): Promise<void> {
  const { authority, certificateProfile, endEntityProfile, existing } = context;
  const { subject, alternativeNames, publicKey } = requested;
  const { username, password, email } = enrollment;
  requireAvailable(authority, certificateProfile);
  requireStorage(certificateProfile);
  if (enrollment.strictValidity === true) requireValidityHeard(certificateProfile, enrollment);
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
    startTime: enrollment.notBefore,
    endTime: enrollment.notAfter,
  });
}
