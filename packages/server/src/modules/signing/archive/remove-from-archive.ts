import { planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import type { Scheduler } from '../../background/index.ts';
import type { ArchiveEntry, DeleteArchived, InsertLooseParts } from './archive-entry.ts';
import type { ArchiveStore } from './archive-store.ts';
import { SWEEP_ARCHIVE } from './loose-parts.ts';
import { archivedWorkerId } from './read-archive.ts';

export interface RemoveFromArchiveDeps extends Pick<
  UseCaseDeps,
  'access' | 'audit' | 'configuration' | 'store' | 'clock'
> {
  readonly archive: Pick<ArchiveStore, 'listOldest'>;
  readonly scheduler: Pick<Scheduler, 'wake'>;
}

/** Removal of documents from the archive by age. */
export class RemoveFromArchive extends WithDeps<RemoveFromArchiveDeps> {
  /**
   * Removes entries of a worker that were made before a time, the oldest first, {@link REMOVED_AT_ONCE} at most. The parts of large ones
   * are removed later, in the background.
   *
   * @param named - name or id; a removed worker is named by its id
   * @returns how many were removed; more may remain unless it is 0
   */
  async remove(administrator: Administrator, named: string, beforeMs: number): Promise<number> {
    const { access, configuration, scheduler } = this.deps;
    await access.authorize(administrator, Resource.signing.removeFromArchive);
    const workerId = await archivedWorkerId(configuration, named);
    let removed = 0;
    while (removed < REMOVED_AT_ONCE) {
      const some = await this.#removeSome(administrator, workerId, beforeMs);
      if (some === 0) break;
      removed += some;
    }
    if (removed > 0) void scheduler.wake(SWEEP_ARCHIVE);
    return removed;
  }

  /**
   * Removes all entries that a worker made before a time, as configured.
   *
   * @param workerId - the worker's public id
   * @param signal - ends it after the unit of work in progress
   * @returns how many were removed
   */
  async removeOlder(workerId: number, beforeMs: number, signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (let some = 1; some > 0 && !signal.aborted; removed += some)
      some = await this.#removeSome(SYSTEM, workerId, beforeMs);
    if (removed > 0) void this.deps.scheduler.wake(SWEEP_ARCHIVE);
    return removed;
  }

  async #removeSome(administrator: Administrator, workerId: number, beforeMs: number): Promise<number> {
    const { archive, audit, store } = this.deps;
    const oldest = () => archive.listOldest(workerId, beforeMs, REMOVED_IN_A_UNIT);
    if ((await oldest()).length === 0) return 0;
    return planAndCommit(async () => {
      // Another process may have removed them meanwhile.
      const oldEntries = await oldest();
      const ids = oldEntries.map(({ archiveId }) => archiveId);
      const details = { workerId, before: new Date(beforeMs).toISOString(), archiveIds: ids };
      const entry = { event: 'ARCHIVE_REMOVED', outcome: 'SUCCESS', actor: actorOf(administrator), details } as const;
      const writes = oldEntries.flatMap((one) => this.#writesOf(one));
      return { unit: audit.unit(writes, [entry], undefined), result: oldEntries.length };
    }, store);
  }

  /** Returns the writes that remove an entry. Its parts are left to the sweep: there may be too many for one unit of work. */
  #writesOf({ id, parts }: ArchiveEntry): readonly (DeleteArchived | InsertLooseParts)[] {
    const remove: DeleteArchived = { op: 'archive.delete', id };
    if (parts === 0) return [remove];
    const createdMs = this.deps.clock.nowMs();
    return [remove, { op: 'archive-loose.insert', documentId: id, state: 'removing', createdMs }];
  }
}

const REMOVED_IN_A_UNIT = 100;
const REMOVED_AT_ONCE = 1000;
