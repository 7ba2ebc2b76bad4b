/** Enrollments that have passed all checks, and the steps common to all kinds of certificates. */
import { formatGeneralNames } from '@sealwright/pki';
import type { Random } from '../../../kernel/random.ts';
import type { RequestApproval } from '../../approvals/index.ts';
import type { CheckedCvRequest, CvcSigningAuthority, SigningAuthority } from '../../ca/index.ts';
import { type EndEntity, makePasswordVerifier } from '../end-entities/index.ts';
import type { RequestedCertificate, RequestedNames } from '../requests/index.ts';
import { approvalOfEndEntity, type ApprovalOfEndEntityDeps } from './approvals/approval-of-end-entity.ts';
import type { WaitingEnrollment } from './steps/commit-enrollment.ts';
import { draftEndEntity, type DraftEndEntityDeps, type EnrollmentInPlace } from './steps/draft-end-entity.ts';
import { draftedInformation } from './steps/drafted-information.ts';
import type { EnrollmentOrder, EnrollmentWithRequest } from './steps/enrollment-order.ts';
import { enrollmentToApprove } from './approvals/enrollment-to-approve.ts';
import type { EnrollmentWarnings } from './approvals/shown-warnings.ts';

/** Mark of checked enrollments, for types alone. No literal has it, and a copy made by spreading loses it, except that of {@link withEndEntity}. */
declare abstract class Checked {
  protected readonly checked: true;
}

/** An enrollment at a CA of one kind with a request and the end entity that it would leave. */
interface DraftedAt<Authority> extends EnrollmentInPlace<EnrollmentOrder, Authority> {
  readonly requested: RequestedCertificate;
  /** The end entity after the enrollment. */
  readonly endEntity: EndEntity;
}

interface DraftedCvEnrollment extends DraftedAt<CvcSigningAuthority> {
  readonly cvRequest: CheckedCvRequest;
}

/** An enrollment for an X.509 certificate that has passed all checks, so that it may be issued or approved. `X509Enrollment` makes them. */
export interface CheckedEnrollment extends DraftedAt<SigningAuthority>, Checked {}

/** A checked enrollment for a card verifiable certificate. `CvcEnrollment` makes them. */
export interface CheckedCvEnrollment extends DraftedCvEnrollment, Checked {}

/** A checked enrollment of either kind. */
export type AnyCheckedEnrollment = CheckedEnrollment | CheckedCvEnrollment;

export interface ApprovalOfEnrollmentDeps extends ApprovalOfEndEntityDeps {
  readonly random: Random;
  readonly requestApproval: RequestApproval;
}

/** Marks an enrollment as checked. For the steps that have just run all checks, and nobody else. */
export function asChecked(enrollment: DraftedCvEnrollment): CheckedCvEnrollment;
export function asChecked(enrollment: DraftedAt<SigningAuthority>): CheckedEnrollment;
export function asChecked(enrollment: object) {
  return enrollment;
}

/** Replaces the end entity of a checked enrollment: the present one, or the one that the enrollment leaves. All else stays as it was checked. */
export function withEndEntity<Enrollment extends AnyCheckedEnrollment>(
  enrollment: Enrollment,
  endEntities: Partial<Pick<Enrollment, 'endEntity' | 'existing'>>,
): Enrollment {
  return { ...enrollment, ...endEntities };
}

/** Drafts the end entity of an enrollment. */
export function draftEnrolledEndEntity(
  deps: DraftEndEntityDeps,
  placed: EnrollmentInPlace<EnrollmentOrder>,
  { subject, alternativeNames }: RequestedNames,
): Promise<EndEntity> {
  const { order } = placed;
  return draftEndEntity(deps, placed, {
    username: order.username,
    password: order.password,
    subject,
    subjectAltName: alternativeNames.length === 0 ? undefined : formatGeneralNames(alternativeNames),
    email: order.email,
    extended: draftedInformation(placed),
    keyRecoverable: order.keyRecoverable,
  });
}

/**
 * Makes the approval request that takes the place of the certificate if approval is required.
 *
 * @param findWarnings - called only if approval is required
 * @returns undefined if it is not
 */
export async function requestApprovalOf(
  deps: ApprovalOfEnrollmentDeps,
  enrollment: AnyCheckedEnrollment,
  asked: EnrollmentWithRequest,
  findWarnings: () => Promise<EnrollmentWarnings>,
): Promise<WaitingEnrollment | undefined> {
  const { administrator, epoch } = enrollment;
  const needed = await approvalOfEndEntity(deps, enrollment);
  const waiting = await deps.requestApproval.plan(administrator, needed?.approval, async () => {
    const { password } = asked;
    const hasPassword = password !== undefined && password !== '';
    const passwordVerifier = hasPassword ? await makePasswordVerifier(password, deps.random) : undefined;
    return enrollmentToApprove(
      enrollment,
      { enrollment: { ...asked, password: undefined }, passwordVerifier },
      needed!,
      await findWarnings(),
    );
  });
  return waiting && { epoch, waiting, enrolled: waiting.result };
}

/** Describes the enrollment for audit records. */
export function auditDetails({ order, endEntity, requested }: AnyCheckedEnrollment) {
  return {
    ...(requested.vouched === true ? { proofOfPossession: 'vouched for' } : {}),
    ...(requested.cvRequest === undefined ? {} : { holder: requested.cvRequest.holder.text }),
    subject: endEntity.subjectDn,
    alternativeNames: endEntity.subjectAltName ?? null,
    certificateProfile: order.certificateProfileName,
    endEntityProfile: order.endEntityProfileName,
  };
}
