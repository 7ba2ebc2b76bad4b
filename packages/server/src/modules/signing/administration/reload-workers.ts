/** Reloading of workers, as clients call it: every process reads the configuration anew. */
import { type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { EPOCH_MOVE } from '../../configuration/index.ts';
import { NoSuchWorkerError, workerType } from '../workers/index.ts';
import { NothingToReloadError } from './errors.ts';

export type ReloadWorkersDeps = Pick<UseCaseDeps, 'access' | 'audit' | 'configuration' | 'store'>;

export class ReloadWorkers extends WithDeps<ReloadWorkersDeps> {
  /**
   * Changes take effect without it; it forgets what is remembered of keys, and is recorded.
   *
   * @param ids - all workers unless given
   * @throws {@link NothingToReloadError}, {@link NoSuchWorkerError} for the first that does not exist: then none is reloaded
   */
  async reload(administrator: Administrator, ids: readonly number[] | undefined): Promise<void> {
    const { audit, configuration, store } = this.deps;
    const entry = { event: 'RELOAD_WORKER_CONFIG', actor: actorOf(administrator), details: shownIds(ids) } as const;
    await audit.recordingRefusal(entry, () => planAndCommit(() => this.#plan(administrator, ids), store));
    await configuration.refresh();
  }

  async #plan(administrator: Administrator, ids: readonly number[] | undefined): Promise<Plan<void>> {
    const { access, audit, configuration } = this.deps;
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.signing.edit);
    if (ids?.length === 0) throw new NothingToReloadError();
    for (const id of ids ?? []) {
      if ((await configuration.findByPublicId(workerType, id)) === undefined) throw new NoSuchWorkerError(id);
    }
    const entry = {
      event: 'RELOAD_WORKER_CONFIG',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      details: shownIds(ids),
    } as const;
    return { unit: audit.unit([EPOCH_MOVE], [entry], epoch), result: undefined };
  }
}

function shownIds(ids: readonly number[] | undefined) {
  return ids === undefined ? { workers: 'all' } : { workers: ids.slice(0, MAX_SHOWN), count: ids.length };
}

const MAX_SHOWN = 100;
