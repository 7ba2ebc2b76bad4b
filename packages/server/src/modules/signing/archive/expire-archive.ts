import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { propertiesOf, readArchiveRetention, signingSettings } from '../worker-contract/index.ts';
import { workerType } from '../workers/index.ts';
import type { ArchiveStore } from './archive-store.ts';
import type { RemoveFromArchive } from './remove-from-archive.ts';

export interface ExpireArchiveDeps extends Pick<UseCaseDeps, 'configuration' | 'clock'> {
  readonly archive: Pick<ArchiveStore, 'nextWorkerId'>;
  readonly removal: Pick<RemoveFromArchive, 'removeOlder'>;
}

/** Removes archive entries at the end of their retention, also those of removed workers. */
export class ExpireArchive extends WithDeps<ExpireArchiveDeps> {
  /**
   * @param signal - ends it at its next step
   * @returns how many entries were removed
   */
  async run(signal: AbortSignal): Promise<number> {
    const { archive, clock, removal } = this.deps;
    let removed = 0;
    for (let id = await archive.nextWorkerId(Number.MIN_SAFE_INTEGER); id !== undefined && !signal.aborted;) {
      const seconds = await this.#retention(id);
      if (seconds !== undefined) removed += await removal.removeOlder(id, (nowSeconds(clock) - seconds) * 1000, signal);
      id = await archive.nextWorkerId(id);
    }
    return removed;
  }

  /** Returns the retention in seconds; undefined to keep entries forever. */
  async #retention(workerId: number): Promise<number | undefined> {
    const { configuration } = this.deps;
    const worker = await configuration.findByPublicId(workerType, workerId);
    const own = worker === undefined ? 'usual' : readArchiveRetention(propertiesOf(worker));
    if (own === 'forever') return undefined;
    return own === 'usual' ? (await signingSettings(configuration)).archiveRetentionSeconds : own;
  }
}
