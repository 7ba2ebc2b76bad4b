/** Files to which signed content is written besides the answer, and their removal when requests fail. */
import type { Content } from '../../../kernel/content.ts';
import { StorageUnavailableError, type UnitId } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { every, type Task } from '../../background/index.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import { SavedFileKeptError } from './errors.ts';
import { WorkerFileError, type WorkerFiles } from '../worker-contract/index.ts';

/** Content to be written to a disk. */
export interface ContentToSave {
  /** Absolute. */
  readonly file: string;
  readonly content: Content;
}

/** The files of a request, and the unit of work that records their signatures. */
export interface SavedRequest {
  readonly unitId: UnitId;
  readonly files: readonly string[];
  /** Records that the request failed. */
  readonly failure: AuditEntry;
}

/** Notes on this host of files whose units of work may not be stored, for the next process or a concurrent one. */
export interface SavedFileNotes {
  /** On return the note is durable. */
  add(saved: SavedRequest): Promise<void>;
  /** No error when there is none. */
  remove(unitId: UnitId): Promise<void>;
  /**
   * Takes over the notes of processes that have ended; each note goes to one process only. Notes of running processes are left alone.
   *
   * @param onUnreadable - receives the error for each note that cannot be read, which is kept
   */
  takeOver(onUnreadable: (error: unknown) => void): Promise<readonly SavedRequest[]>;
}

export interface SavedFilesDeps {
  readonly files: Pick<WorkerFiles, 'create' | 'complete' | 'refusal' | 'remove'>;
  readonly notes: SavedFileNotes;
  readonly audit: Pick<AuditLog, 'settle'>;
  /**
   * Receives an error for each file that is kept because it is unknown whether its signature was recorded, for each that cannot be removed,
   * and for notes that cannot be read.
   */
  readonly onBackgroundError: (error: unknown) => void;
}

/**
 * Files of signed content. A file is removed only when it is certain that its signature is not recorded: a file without a record does
 * less harm than a record without its file.
 *
 * A file is noted before it is created, and the note is removed once the outcome of the unit of work is known. Files of a killed process are
 * settled by the next process, or by a concurrent one.
 */
export class SavedFiles extends WithDeps<SavedFilesDeps> {
  readonly #unsettled = new Map<UnitId, SavedRequest>();

  get task(): Task {
    return { name: 'settle-saved-files', where: 'each-process', schedule: every(60_000), run: () => this.recover() };
  }

  /**
   * Requires that all files are allowed. To be called before {@link save}: a file that may not be created must not be noted, since it may not
   * be removed either.
   *
   * @throws {@link WorkerFileError}
   */
  async requireAllowed(contents: readonly ContentToSave[]): Promise<void> {
    for (const { file } of contents) {
      const refusal = await this.deps.files.refusal(file);
      if (refusal !== undefined) throw new WorkerFileError(file, refusal);
    }
  }

  /** Writes content before their unit of work is committed. {@link keep} or one of the removals has to follow, whatever the outcome. */
  async save(saved: SavedRequest, contents: readonly ContentToSave[]): Promise<void> {
    await this.deps.notes.add(saved);
    for (const [index, { file, content }] of contents.entries())
      await this.deps.files.create(file, content, draftOf(saved, index));
  }

  /** Keeps the files. To be called once the unit of work is stored. */
  async keep(saved: SavedRequest): Promise<void> {
    await everyFile(saved, (file, draft) => this.deps.files.complete(file, draft));
    await this.deps.notes.remove(saved.unitId);
  }

  /** Removes the files of a unit of work that was not and will not be stored. */
  async remove(saved: SavedRequest): Promise<void> {
    await everyFile(saved, (file, draft) => this.deps.files.remove(file, draft));
    await this.deps.notes.remove(saved.unitId);
  }

  /** Removes the files of a unit of work whose commit got no answer, unless it was stored: now, or in {@link settle} once that is known. */
  async removeUnlessStored(saved: SavedRequest): Promise<void> {
    try {
      await this.#settle(saved);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.deps.onBackgroundError(new SavedFileKeptError(saved.files));
      // Beyond that number the notes are left to another process, once this one has ended.
      if (this.#unsettled.size < MAX_UNSETTLED) this.#unsettled.set(saved.unitId, saved);
    }
  }

  /** Takes over the files of processes that have ended, and settles them. */
  async recover(): Promise<void> {
    const { notes, onBackgroundError } = this.deps;
    for (const saved of await notes.takeOver(onBackgroundError)) this.#unsettled.set(saved.unitId, saved);
    await this.settle();
  }

  /** Retries unsettled units of work. Stops when the storage is still unavailable. */
  async settle(): Promise<void> {
    for (const saved of this.#unsettled.values()) {
      try {
        await this.#settle(saved);
      } catch (error) {
        if (error instanceof StorageUnavailableError) return;
        // The note stays, for another process.
        this.deps.onBackgroundError(error);
      }
    }
  }

  async #settle(saved: SavedRequest): Promise<void> {
    const outcome = await this.deps.audit.settle(saved.unitId, saved.failure);
    this.#unsettled.delete(saved.unitId);
    if (outcome === 'refused') await this.remove(saved);
    else await this.keep(saved);
  }
}

/** Runs `act` for every file, even if it fails for some, then throws the first error. */
async function everyFile(saved: SavedRequest, act: (file: string, draft: string) => Promise<void>): Promise<void> {
  const acts = await Promise.allSettled(saved.files.map((file, index) => act(file, draftOf(saved, index))));
  for (const each of acts) if (each.status === 'rejected') throw each.reason;
}

function draftOf({ unitId }: SavedRequest, index: number): string {
  return `${unitId}-${index}`;
}

const MAX_UNSETTLED = 10_000;
