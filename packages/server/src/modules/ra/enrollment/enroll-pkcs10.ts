/** Enrollment with a PKCS#10 request: makes or edits the end entity and issues its certificate in one act. */
import type { Administrator } from '../../access/index.ts';
import type { PendingApproval } from '../../approvals/index.ts';
import type { VerifySignature } from '../requests/index.ts';
import type { CommitEnrollment } from './commit-enrollment.ts';
import { type EnrolledCertificate, type EnrollmentWithRequest, requestOfEnrollment } from './enrollment-order.ts';
import type { X509Enrollment } from './x509-enrollment.ts';

export interface EnrollPkcs10Deps {
  readonly steps: X509Enrollment;
  readonly commit: CommitEnrollment;
  readonly verifySignature: VerifySignature;
}

export class EnrollPkcs10 {
  readonly #deps: EnrollPkcs10Deps;

  constructor(deps: EnrollPkcs10Deps) {
    this.#deps = deps;
  }

  /**
   * Enrolls an end entity.
   *
   * Where others have to approve it, it ends before the certificate: who has asked finalizes it later.
   */
  enroll(
    administrator: Administrator,
    enrollment: EnrollmentWithRequest,
  ): Promise<EnrolledCertificate | PendingApproval> {
    const { steps, commit, verifySignature } = this.#deps;
    const request = requestOfEnrollment(enrollment, { verifySignature });
    return commit.run(enrollment.username, async () => {
      const checked = await steps.check(administrator, enrollment, request);
      return (await steps.requestApproval(checked, enrollment)) ?? steps.issue(checked);
    });
  }
}
