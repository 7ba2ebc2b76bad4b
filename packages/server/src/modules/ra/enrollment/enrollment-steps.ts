/** The steps of an enrollment with a request, for the kind of certificate that the request is for. */
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

export class EnrollmentSteps {
  readonly #deps: EnrollmentStepsDeps;

  constructor(deps: EnrollmentStepsDeps) {
    this.#deps = deps;
  }

  /**
   * Takes the steps that every enrollment begins with.
   *
   * @param type - PKCS10 unless given; CVC is for a CA of card verifiable certificates, every other for one of X.509
   */
  check(
    type: CertificateRequestType | undefined,
    administrator: Administrator,
    order: EnrollmentOrder,
    readRequest: ReadRequest,
    rights?: EnrollmentRights,
  ): Promise<AnyCheckedEnrollment> {
    const { x509, cvc } = this.#deps;
    return type === 'CVC'
      ? cvc.check(administrator, order, readRequest, rights)
      : x509.check(administrator, order, readRequest, rights);
  }

  /** Makes the request that replaces the certificate where others have to approve it. @returns undefined when nobody has to */
  requestApproval(
    enrollment: AnyCheckedEnrollment,
    asked: EnrollmentWithRequest,
  ): Promise<WaitingEnrollment | undefined> {
    const { x509, cvc } = this.#deps;
    return 'cvRequest' in enrollment ? cvc.requestApproval(enrollment, asked) : x509.requestApproval(enrollment, asked);
  }

  /** Signs the certificate. */
  issue(enrollment: AnyCheckedEnrollment): Promise<IssuedEnrollment<EnrolledCertificate>> {
    const { x509, cvc } = this.#deps;
    return 'cvRequest' in enrollment ? cvc.issue(enrollment) : x509.issue(enrollment);
  }

  /** Makes the certificate up to its signature: instead of {@link issue}, in a dry run. @throws {@link DryRunImpossibleError} */
  async rehearse(enrollment: AnyCheckedEnrollment, decisions: FieldDecisions): Promise<RehearsedEnrollment> {
    if ('cvRequest' in enrollment) throw new DryRunImpossibleError('its certificate is card verifiable');
    return this.#deps.x509.rehearse(enrollment, decisions);
  }
}
