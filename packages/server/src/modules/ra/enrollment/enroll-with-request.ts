/** Enrollment with a request: adds or edits the end entity and issues its certificate in one act. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import type { PendingApproval } from '../../approvals/index.ts';
import type { VerifySignature } from '../requests/index.ts';
import type { CommitEnrollment } from './steps/commit-enrollment.ts';
import type { DryRuns, EnrollmentDryRun } from './dry-run/dry-runs.ts';
import type { EnrollmentSteps } from './enrollment-steps.ts';
import {
  type EnrolledCertificate,
  type EnrollmentWithRequest,
  type ReadRequest,
  requestReader,
} from './steps/enrollment-order.ts';

export interface EnrollWithRequestDeps {
  readonly steps: EnrollmentSteps;
  readonly commit: CommitEnrollment;
  readonly dryRuns: DryRuns;
  readonly verifySignature: VerifySignature;
}

export class EnrollWithRequest extends WithDeps<EnrollWithRequestDeps> {
  /**
   * Enrolls an end entity.
   *
   * If approval is required, it ends before the certificate; the requester finalizes it later.
   */
  enroll(
    administrator: Administrator,
    enrollment: EnrollmentWithRequest,
  ): Promise<EnrolledCertificate | PendingApproval> {
    const { steps, commit, verifySignature } = this.deps;
    const request = requestReader(enrollment, { verifySignature });
    return commit.run(enrollment.username, async () => {
      const { checked, waiting } = await this.#check(administrator, enrollment, request);
      return waiting ?? steps.issue(checked);
    });
  }

  /** Returns what {@link enroll} would issue or submit for approval. @throws the errors of that method */
  dryRun(administrator: Administrator, enrollment: EnrollmentWithRequest): Promise<EnrollmentDryRun> {
    const { steps, dryRuns, verifySignature } = this.deps;
    return dryRuns.run(enrollment.username, async (decisions) => {
      const request = requestReader(enrollment, { verifySignature }, decisions);
      const { checked, waiting } = await this.#check(administrator, enrollment, request);
      return { ...(await steps.rehearse(checked, decisions)), approvalRequired: waiting !== undefined };
    });
  }

  async #check(administrator: Administrator, enrollment: EnrollmentWithRequest, request: ReadRequest) {
    const { steps } = this.deps;
    const { certificateRequestType: type } = enrollment;
    const checked = await steps.check(type, administrator, enrollment, request);
    return { checked, waiting: await steps.requestApproval(checked, enrollment) };
  }
}
