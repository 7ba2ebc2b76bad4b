/** Enrollment of a part of this installation, such as a worker, which needs its certificate at once. */
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import { ApprovalImpossibleError } from '../../approvals/index.ts';
import type { CertificateStore } from '../../ca/index.ts';
import { type EndEntityHolder, heldBy, isHeldAlone } from '../end-entities/index.ts';
import { EndEntityElsewhereError } from '../errors/index.ts';
import { type RequestedNames, requireIssuableNames, type VerifySignature } from '../requests/index.ts';
import { approvalOfEndEntity, type ApprovalOfEndEntityDeps } from './approvals/approval-of-end-entity.ts';
import {
  checkX509Enrollment,
  type CheckX509EnrollmentDeps,
  type PlacedEnrollment,
} from './checks/check-x509-enrollment.ts';
import { requireUsername } from './checks/username.ts';
import { withEndEntity } from './checked-enrollment.ts';
import type { CommitEnrollment } from './steps/commit-enrollment.ts';
import {
  type EnrolledCertificate,
  type EnrollmentOrder,
  type EnrollmentWithRequest,
  requestReader,
} from './steps/enrollment-order.ts';
import type { X509Enrollment } from './x509-enrollment.ts';

export interface EnrollAtOnceDeps extends CheckX509EnrollmentDeps, ApprovalOfEndEntityDeps {
  readonly steps: X509Enrollment;
  readonly commit: CommitEnrollment;
  readonly verifySignature: VerifySignature;
  readonly certificates: Pick<CertificateStore, 'findActiveOfEndEntity' | 'findCertificate' | 'findStatus'>;
  readonly clock: Clock;
}

export class EnrollAtOnce extends WithDeps<EnrollAtOnceDeps> {
  /**
   * Enrolls the end entity of the holder. The program itself needs the same approvals as any other caller.
   *
   * @throws {@link ApprovalImpossibleError} if approval would be required
   * @throws {@link EndEntityOfOthersError} for an end entity that is not the holder's
   * @throws {@link EndEntityElsewhereError} if the program would move it to another CA or profile
   */
  enroll(
    administrator: Administrator,
    enrollment: EnrollmentWithRequest,
    holder: EndEntityHolder,
  ): Promise<EnrolledCertificate> {
    const { steps, commit, verifySignature } = this.deps;
    const request = requestReader(enrollment, { verifySignature });
    return commit.run(enrollment.username, async () => {
      const checked = await steps.check(administrator, enrollment, request);
      const isAlone = await this.#requireAtOnce(checked, holder);
      return steps.issue(isAlone ? withEndEntity(checked, { endEntity: heldBy(checked.endEntity, holder) }) : checked);
    });
  }

  /**
   * Checks whether {@link enroll} would be refused, as far as that is known before there is a key.
   *
   * @param names - names that the request will contain
   */
  async check(
    administrator: Administrator,
    order: EnrollmentOrder,
    names: RequestedNames,
    holder: EndEntityHolder,
  ): Promise<void> {
    requireUsername(order.username);
    const placed = await this.deps.steps.place(administrator, order);
    await checkX509Enrollment(this.deps, placed, requireIssuableNames(names));
    await this.#requireAtOnce(placed, holder);
  }

  /** @returns true if the end entity belongs to the holder alone */
  async #requireAtOnce(placed: PlacedEnrollment, holder: EndEntityHolder): Promise<boolean> {
    const { certificates, clock } = this.deps;
    const { administrator, authority, certificateProfile, endEntityProfile, existing } = placed;
    const needed = await approvalOfEndEntity(this.deps, placed);
    if (needed !== undefined) throw new ApprovalImpossibleError(needed.caName);
    if (existing === undefined) return true;
    const isThere = existing.caId === authority.id && existing.endEntityProfileId === endEntityProfile.id;
    // The administrator for whom the program acts had rights only for the end entity's CA and profile at that time.
    if (administrator.kind === 'system' && !isThere) throw new EndEntityElsewhereError(existing.username);
    const supersedes = certificateProfile.value.singleActiveCertificate;
    return isHeldAlone(certificates, { endEntity: existing, holder, supersedes, now: nowSeconds(clock) });
  }
}
