/** Steps of an enrollment with a request, for either kind of certificate. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import type { FieldDecisions } from '../../profiles/index.ts';
import { DryRunImpossibleError } from '../errors/index.ts';
import type { CertificateRequestType } from '../requests/index.ts';
import type { EnrollmentRights } from './checks/authorize-enrollment.ts';
import type { AnyCheckedEnrollment } from './checked-enrollment.ts';
import type { IssuedEnrollment, WaitingEnrollment } from './steps/commit-enrollment.ts';
import type { CvcEnrollment } from './cvc-enrollment.ts';
import type { RehearsedEnrollment } from './dry-run/rehearsed-enrollment.ts';
import type {
  EnrolledCertificate,
  EnrollmentOrder,
  EnrollmentWithRequest,
  ReadRequest,
} from './steps/enrollment-order.ts';
import type { X509Enrollment } from './x509-enrollment.ts';

export interface EnrollmentStepsDeps {
  readonly x509: X509Enrollment;
  readonly cvc: CvcEnrollment;
}

export class EnrollmentSteps extends WithDeps<EnrollmentStepsDeps> {
  /**
   * Takes the first steps, common to all enrollments.
   *
   * @param type - PKCS10 by default; CVC is for CVC CAs, every other type for X.509 CAs
   */
  check(
    type: CertificateRequestType | undefined,
    administrator: Administrator,
    order: EnrollmentOrder,
    readRequest: ReadRequest,
    rights?: EnrollmentRights,
  ): Promise<AnyCheckedEnrollment> {
    const { x509, cvc } = this.deps;
    return type === 'CVC'
      ? cvc.check(administrator, order, readRequest, rights)
      : x509.check(administrator, order, readRequest, rights);
  }

  /** Makes the approval request that takes the place of the certificate if approval is required. @returns undefined if it is not */
  requestApproval(
    enrollment: AnyCheckedEnrollment,
    asked: EnrollmentWithRequest,
  ): Promise<WaitingEnrollment | undefined> {
    const { x509, cvc } = this.deps;
    return 'cvRequest' in enrollment ? cvc.requestApproval(enrollment, asked) : x509.requestApproval(enrollment, asked);
  }

  /** Signs the certificate. */
  issue(enrollment: AnyCheckedEnrollment): Promise<IssuedEnrollment<EnrolledCertificate>> {
    const { x509, cvc } = this.deps;
    return 'cvRequest' in enrollment ? cvc.issue(enrollment) : x509.issue(enrollment);
  }

  /** Builds the certificate without signing it, instead of {@link issue} in a dry run. @throws {@link DryRunImpossibleError} */
  async rehearse(enrollment: AnyCheckedEnrollment, decisions: FieldDecisions): Promise<RehearsedEnrollment> {
    if ('cvRequest' in enrollment) throw new DryRunImpossibleError('its certificate is card verifiable');
    return this.deps.x509.rehearse(enrollment, decisions);
  }
}
