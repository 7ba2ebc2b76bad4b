/** Use case that edits an end entity. */
import type { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import { EndEntityVersionError } from '../errors/index.ts';
import type { EndEntityRegistration } from '../end-entities/index.ts';
import type { RegistrationResult } from './end-entity-registration.ts';
import type { RegistrationApproval } from './registration-approval.ts';
import { requireEditable, RIGHTS_TO_EDIT } from './registration-rights.ts';
import { plannedUnit, type RegistrationSteps } from './registration-steps.ts';

export interface EditEndEntityDeps extends Pick<UseCaseDeps, 'access' | 'audit' | 'store'> {
  readonly approval: RegistrationApproval;
  readonly byUsername: KeyedQueue;
  readonly registration: RegistrationSteps;
}

export class EditEndEntity extends WithDeps<EditEndEntityDeps> {
  /**
   * Changes the end entity, or requests approval for that. It keeps its password if none is given; everything else is replaced.
   *
   * @param expectedVersion - version of the end entity that the caller has read; undefined to replace any version
   * @throws {@link EndEntityNotFoundError}, also without the rights to edit it
   * @throws {@link EndEntityVersionError} if it has another version
   * @throws {@link ApprovalRequestExistsError}, and the errors of {@link RegistrationSteps}
   */
  edit(
    administrator: Administrator,
    order: EndEntityRegistration,
    expectedVersion?: number,
  ): Promise<RegistrationResult> {
    const { byUsername, store } = this.deps;
    return byUsername.run(order.username, () =>
      planAndCommit(() => this.#plan(administrator, order, expectedVersion), store),
    );
  }

  async #plan(
    administrator: Administrator,
    order: EndEntityRegistration,
    expectedVersion: number | undefined,
  ): Promise<Plan<RegistrationResult>> {
    const { access, registration } = this.deps;
    const placed = await registration.place(administrator, order, RIGHTS_TO_EDIT);
    await requireEditable(access, placed);
    if (expectedVersion !== undefined && placed.existing?.version !== expectedVersion)
      throw new EndEntityVersionError(order.username);
    return plannedUnit(this.deps, placed);
  }
}
