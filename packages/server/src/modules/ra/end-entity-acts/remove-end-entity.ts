/** Use case that removes an end entity. Its certificates stay. */
import type { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { KeptKeyStore } from '../../key-recovery/index.ts';
import { type AccessibleEndEntityDeps, findAccessible, MAY_DELETE } from './accessible-end-entity.ts';
import { removal } from './removed-end-entity.ts';

export interface RemoveEndEntityDeps
  extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store'>, AccessibleEndEntityDeps {
  readonly byUsername: KeyedQueue;
  readonly keptKeys: KeptKeyStore;
}

export class RemoveEndEntity extends WithDeps<RemoveEndEntityDeps> {
  /** Removes the end entity, if it exists and the administrator has access to it. */
  async remove(administrator: Administrator, username: string): Promise<void> {
    const { byUsername, store } = this.deps;
    await byUsername.run(username, () => planAndCommit(() => this.#plan(administrator, username), store));
  }

  async #plan(administrator: Administrator, username: string): Promise<Plan<undefined>> {
    const { audit, configuration } = this.deps;
    const { epoch } = configuration;
    const endEntity = await findAccessible(this.deps, administrator, username, MAY_DELETE);
    const actor = actorOf(administrator);
    const entry: AuditEntry = { event: 'RA_DELETEENDENTITY', outcome: 'VOID', actor, username };
    if (endEntity === undefined) return { unit: audit.unit([], [entry], epoch), result: undefined };
    const removed: AuditEntry = { ...entry, outcome: 'SUCCESS', caId: endEntity.caId };
    return { unit: audit.unit(await removal(endEntity, this.deps), [removed], epoch), result: undefined };
  }
}
