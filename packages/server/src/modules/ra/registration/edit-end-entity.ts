/** Change of an end entity into what it is to be. */
import type { KeyedQueue } from '../../../kernel/keyed-queue.ts';
import { type Plan, planAndCommit, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import type { AccessControl, Administrator } from '../../access/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import { EndEntityVersionError } from '../errors/index.ts';
import type { EndEntityRegistration } from '../end-entities/index.ts';
import type { RegistrationResult } from './end-entity-registration.ts';
import type { RegistrationApproval } from './registration-approval.ts';
import { requireEditable, RIGHTS_TO_EDIT } from './registration-rights.ts';
import { plannedUnit, type RegistrationSteps } from './registration-steps.ts';

export interface EditEndEntityDeps {
  readonly access: AccessControl;
  readonly approval: RegistrationApproval;
  readonly audit: AuditLog;
  readonly byUsername: KeyedQueue;
  readonly registration: RegistrationSteps;
  readonly store: UnitOfWorkStore;
}

export class EditEndEntity {
  readonly #deps: EditEndEntityDeps;

  constructor(deps: EditEndEntityDeps) {
    this.#deps = deps;
  }

  /**
   * Changes the end entity, or asks others to approve that. It keeps its password where none is given; all else is as the order says.
   *
   * @param expectedVersion - that of the end entity as the caller has read it; undefined: whatever it has become meanwhile is replaced
   * @throws {@link EndEntityNotFoundError}, also for one that the caller may not edit
   * @throws {@link EndEntityVersionError} when it is at another version
   * @throws {@link ApprovalRequestExistsError}, and what {@link RegistrationSteps} refuses
   */
  edit(
    administrator: Administrator,
    order: EndEntityRegistration,
    expectedVersion?: number,
  ): Promise<RegistrationResult> {
    const { byUsername, store } = this.#deps;
    return byUsername.run(order.username, () =>
      planAndCommit(() => this.#plan(administrator, order, expectedVersion), store),
    );
  }

  async #plan(
    administrator: Administrator,
    order: EndEntityRegistration,
    expectedVersion: number | undefined,
  ): Promise<Plan<RegistrationResult>> {
    const { access, registration } = this.#deps;
    const placed = await registration.place(administrator, order, RIGHTS_TO_EDIT);
    await requireEditable(access, placed);
    if (expectedVersion !== undefined && placed.existing?.version !== expectedVersion)
      throw new EndEntityVersionError(order.username);
    return plannedUnit(this.#deps, placed);
  }
}
