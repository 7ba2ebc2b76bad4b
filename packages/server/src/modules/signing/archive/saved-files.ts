/** Files that signed documents are written to beside their answers, and what becomes of them when their requests fail. */
import type { Content } from '../../../kernel/content.ts';
import { StorageUnavailableError, type UnitId } from '../../../kernel/unit-of-work.ts';
import { every, type Task } from '../../background/index.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import { SavedFileKeptError } from './errors.ts';
import { WorkerFileError, type WorkerFiles } from '../worker-contract/index.ts';

/** A document on its way to the disk. */
export interface DocumentToSave {
  /** Absolute. */
  readonly file: string;
  readonly content: Content;
}

/** The files of a request, and the unit that records their signatures. */
export interface SavedRequest {
  readonly unitId: UnitId;
  readonly files: readonly string[];
  /** Records that the request failed. */
  readonly failure: AuditEntry;
}

/** Remembers on this host which files belong to units that may not be stored, for the process that comes after this one, or one beside it. */
export interface SavedFileNotes {
  /** On return the note is durable. */
  add(saved: SavedRequest): Promise<void>;
  /** No error when there is none. */
  remove(unitId: UnitId): Promise<void>;
  /**
   * Takes over the notes of processes that have ended: each is given to one process only. Those of processes that work are left to them.
   *
   * @param onUnreadable - receives the error of each that cannot be read, which stays
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
 * A file goes only when it is certain that its signature is not recorded: one without a record does less harm than a record without its
 * file.
 *
 * It is noted before it is made, and the note goes when it is known what became of the unit. What a process that was killed has left is
 * settled by the next one, or by one that works beside it.
 */
export class SavedFiles {
  readonly #deps: SavedFilesDeps;
  readonly #unsettled = new Map<UnitId, SavedRequest>();

  constructor(deps: SavedFilesDeps) {
    this.#deps = deps;
  }

  get task(): Task {
    return { name: 'settle-saved-files', where: 'each-process', schedule: every(60_000), run: () => this.recover() };
  }

  /**
   * To be called before {@link save}: nothing is noted of a file that may not be made, since nobody may take it away either.
   *
   * @throws {@link WorkerFileError}
   */
  async requireAllowed(documents: readonly DocumentToSave[]): Promise<void> {
    for (const { file } of documents) {
      const refusal = await this.#deps.files.refusal(file);
      if (refusal !== undefined) throw new WorkerFileError(file, refusal);
    }
  }

  /** Writes documents before their unit is committed. Whatever comes of it, {@link keep} or one of the removals has to follow. */
  async save(saved: SavedRequest, documents: readonly DocumentToSave[]): Promise<void> {
    await this.#deps.notes.add(saved);
    for (const [index, { file, content }] of documents.entries())
      await this.#deps.files.create(file, content, draftOf(saved, index));
  }

  /** To be called once the unit is stored. */
  async keep(saved: SavedRequest): Promise<void> {
    await everyFile(saved, (file, draft) => this.#deps.files.complete(file, draft));
    await this.#deps.notes.remove(saved.unitId);
  }

  /** Removes the files of a unit that was not stored, and will not be. */
  async remove(saved: SavedRequest): Promise<void> {
    await everyFile(saved, (file, draft) => this.#deps.files.remove(file, draft));
    await this.#deps.notes.remove(saved.unitId);
  }

  /** Removes the files of a unit whose commit was not answered, unless it was stored: now, or by {@link settle} when that can be said. */
  async removeUnlessStored(saved: SavedRequest): Promise<void> {
    try {
      await this.#settle(saved);
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error;
      this.#deps.onBackgroundError(new SavedFileKeptError(saved.files));
      // Beyond that number, the notes tell another process, once this one has ended.
      if (this.#unsettled.size < MAX_UNSETTLED) this.#unsettled.set(saved.unitId, saved);
    }
  }

  /** Settles what processes that have ended have left. */
  async recover(): Promise<void> {
    const { notes, onBackgroundError } = this.#deps;
    for (const saved of await notes.takeOver(onBackgroundError)) this.#unsettled.set(saved.unitId, saved);
    await this.settle();
  }

  /** Asks again about those that nothing could be said of. Ends with the first that still cannot be settled. */
  async settle(): Promise<void> {
    for (const saved of this.#unsettled.values()) {
      try {
        await this.#settle(saved);
      } catch (error) {
        if (error instanceof StorageUnavailableError) return;
        // The note stays, for another process.
        this.#deps.onBackgroundError(error);
      }
    }
  }

  async #settle(saved: SavedRequest): Promise<void> {
    const outcome = await this.#deps.audit.settle(saved.unitId, saved.failure);
    this.#unsettled.delete(saved.unitId);
    if (outcome === 'refused') await this.remove(saved);
    else await this.keep(saved);
  }
}

/** None is left out because another one makes trouble. */
async function everyFile(saved: SavedRequest, act: (file: string, draft: string) => Promise<void>): Promise<void> {
  const acts = await Promise.allSettled(saved.files.map((file, index) => act(file, draftOf(saved, index))));
  for (const each of acts) if (each.status === 'rejected') throw each.reason;
}

function draftOf({ unitId }: SavedRequest, index: number): string {
  return `${unitId}-${index}`;
}

const MAX_UNSETTLED = 10_000;
