/** Files that signed documents were written to beside their answers, and what becomes of them when their requests fail. */
import { StorageUnavailableError, type UnitId } from '../../../kernel/unit-of-work.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import { SavedFileKeptError } from '../errors.ts';
import type { WorkerFiles } from '../worker-files.ts';

export interface SavedFilesDeps {
  readonly files: Pick<WorkerFiles, 'remove'>;
  readonly audit: Pick<AuditLog, 'settle'>;
  /** Told of files that are kept, since nobody can say whether their signatures were recorded. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** Files of a request whose unit may have been stored. */
interface Unsettled {
  readonly unitId: UnitId;
  readonly files: readonly string[];
  /** Records that the request failed. */
  readonly failure: AuditEntry;
}

/**
 * A file goes only when it is certain that its signature is not recorded: one without a record does less harm than a record without its
 * file. What a process that ends before has kept stays.
 */
export class SavedFiles {
  readonly #deps: SavedFilesDeps;
  readonly #unsettled = new Map<UnitId, Unsettled>();

  constructor(deps: SavedFilesDeps) {
    this.#deps = deps;
  }

  /** Removes files whose signatures were recorded by no unit. */
  async remove(files: readonly string[]): Promise<void> {
    const removed = await Promise.allSettled(files.map((file) => this.#deps.files.remove(file)));
    // None is left out because another one cannot be taken away: a file is found by nobody afterwards.
    for (const each of removed) if (each.status === 'rejected') throw each.reason;
  }

  /** Removes the files of a unit whose commit was not answered, unless it was stored: now, or by {@link settle} when that can be said. */
  async removeUnlessStored(unsettled: Unsettled): Promise<void> {
    try {
      await this.#settle(unsettled);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#deps.onBackgroundError(new SavedFileKeptError(unsettled.files));
      if (this.#unsettled.size < MAX_UNSETTLED) this.#unsettled.set(unsettled.unitId, unsettled);
    }
  }

  /** Asks again about those that nothing could be said of. Ends with the first that still cannot be settled. */
  async settle(): Promise<void> {
    for (const unsettled of this.#unsettled.values()) {
      try {
        await this.#settle(unsettled);
      } catch (error) {
        if (error instanceof StorageUnavailableError) return;
        throw error;
      }
    }
  }

  async #settle(unsettled: Unsettled): Promise<void> {
    const { files, failure, unitId } = unsettled;
    const outcome = await this.#deps.audit.settle(unitId, failure);
    this.#unsettled.delete(unitId);
    if (outcome === 'refused') await this.remove(files);
  }
}

const MAX_UNSETTLED = 10_000;
