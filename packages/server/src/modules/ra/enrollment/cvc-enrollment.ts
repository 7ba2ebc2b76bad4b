/**
 * Steps of an enrollment for a card verifiable certificate (BSI TR-03110 part 3): those of `x509-enrollment.ts`, with the checks in
 * `checks/check-cv-enrollment.ts`.
 */
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import { requireActiveCvc, subjectOfHolder } from '../../ca/index.ts';
import type { EnrollmentRights } from './checks/authorize-enrollment.ts';
import { checkCvEnrollment, type CheckCvEnrollmentDeps } from './checks/check-cv-enrollment.ts';
import {
  type ApprovalOfEnrollmentDeps,
  asChecked,
  auditDetails,
  type CheckedCvEnrollment,
  draftEnrolledEndEntity,
  requestApprovalOf,
} from './checked-enrollment.ts';
import type { IssuedEnrollment, WaitingEnrollment } from './steps/commit-enrollment.ts';
import type { DraftEndEntityDeps } from './steps/draft-end-entity.ts';
import type {
  EnrolledCertificate,
  EnrollmentOrder,
  EnrollmentWithRequest,
  ReadRequest,
} from './steps/enrollment-order.ts';
import { placeEnrollment, type PlaceEnrollmentDeps } from './steps/place-enrollment.ts';

export type CvcEnrollmentDeps = ApprovalOfEnrollmentDeps &
  CheckCvEnrollmentDeps &
  Omit<DraftEndEntityDeps, 'endEntities'> &
  PlaceEnrollmentDeps;

export class CvcEnrollment extends WithDeps<CvcEnrollmentDeps> {
  /** Takes the first steps, common to all enrollments. */
  async check(
    administrator: Administrator,
    order: EnrollmentOrder,
    readRequest: ReadRequest,
    rights?: EnrollmentRights,
  ): Promise<CheckedCvEnrollment> {
    const placed = await placeEnrollment(this.deps, administrator, order, requireActiveCvc, rights);
    const requested = await readRequest();
    const cvRequest = await checkCvEnrollment(this.deps, placed, requested);
    const endEntity = await draftEnrolledEndEntity(this.deps, placed, requested);
    return asChecked({ ...placed, requested, endEntity, cvRequest });
  }

  /** Requests approval: see {@link requestApprovalOf}. */
  requestApproval(
    enrollment: CheckedCvEnrollment,
    asked: EnrollmentWithRequest,
  ): Promise<WaitingEnrollment | undefined> {
    return requestApprovalOf(this.deps, enrollment, asked, async () => ({ caa: undefined, findings: [] }));
  }

  /** Signs the certificate. */
  async issue(enrollment: CheckedCvEnrollment): Promise<IssuedEnrollment<EnrolledCertificate>> {
    const { authority, cvRequest, endEntity, endEntityProfile } = enrollment;
    const { certificate, serialNumber, lintWarnings, write } = await this.deps.cvRequestIssuance.issue(cvRequest, {
      username: endEntity.username,
      endEntityId: endEntity.id,
      endEntityProfileId: endEntityProfile.id,
      accountBindingId: endEntity.extended.accountBindingId,
    });
    const chain = authority.chain.map(({ der }) => der);
    const enrolled = { outcome: 'issued', certificate: { der: certificate.der, serialNumber }, chain } as const;
    return {
      ...enrollment,
      issued: { write, serialNumber, lintWarnings },
      claimedSubject: subjectOfHolder(certificate.holder, { withSequence: false }),
      details: auditDetails(enrollment),
      enrolled,
    };
  }
}
