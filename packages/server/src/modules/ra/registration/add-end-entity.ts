/** Use case that adds an end entity, which gets its certificate later. */
import type { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import type { EndEntityRegistration } from '../end-entities/index.ts';
import { EndEntityExistsError } from '../errors/index.ts';
import type { RegistrationResult } from './end-entity-registration.ts';
import type { RegistrationApproval } from './registration-approval.ts';
import { RIGHTS_TO_ADD } from './registration-rights.ts';
import { plannedUnit, type RegistrationSteps } from './registration-steps.ts';

export interface AddEndEntityDeps extends Pick<UseCaseDeps, 'audit' | 'random' | 'store'> {
  readonly approval: RegistrationApproval;
  readonly byUsername: KeyedQueue;
  readonly registration: RegistrationSteps;
}

export class AddEndEntity extends WithDeps<AddEndEntityDeps> {
  /**
   * Adds the end entity, or requests approval for that. Of two concurrent requests for a username, one succeeds.
   *
   * @throws {@link EndEntityExistsError}, {@link ApprovalRequestExistsError}, and the errors of {@link RegistrationSteps}
   */
  add(administrator: Administrator, order: EndEntityRegistration): Promise<RegistrationResult> {
    const { byUsername, store } = this.deps;
    return byUsername.run(order.username, () => planAndCommit(() => this.#plan(administrator, order), store));
  }

  /** Generates a username for an end entity without one: 32 hexadecimal digits. */
  newUsername(): string {
    return this.deps.random.bytes(USERNAME_OCTETS).toHex();
  }

  async #plan(administrator: Administrator, order: EndEntityRegistration): Promise<Plan<RegistrationResult>> {
    const { registration } = this.deps;
    const placed = await registration.place(administrator, order, RIGHTS_TO_ADD);
    if (placed.existing !== undefined) throw new EndEntityExistsError(order.username);
    return plannedUnit(this.deps, placed);
  }
}

const USERNAME_OCTETS = 16;
