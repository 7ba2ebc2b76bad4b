import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory, syncDirectory, writeDurably } from '../durable-files.ts';
import type { UnitId } from '../kernel/unit-of-work.ts';
import { type SavedFileNotes, type SavedRequest, WorkerFileError } from '../modules/signing/index.ts';
import { asFileError } from './worker-directories.ts';

/** Notes of files beside answers, each in a file of a directory of the home directory. */
export class SavedFileDirectory implements SavedFileNotes {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  add(saved: SavedRequest): Promise<void> {
    const note = this.#note(saved.unitId);
    return asFileError(note, async () => {
      await makeDirectory(this.#directory);
      await writeDurably(note, JSON.stringify(saved));
      await syncDirectory(this.#directory);
    });
  }

  remove(unitId: UnitId): Promise<void> {
    const note = this.#note(unitId);
    return asFileError(note, () => rm(note, { force: true }));
  }

  async list(onUnreadable: (error: unknown) => void): Promise<readonly SavedRequest[]> {
    const notes: SavedRequest[] = [];
    for (const name of await asFileError(this.#directory, () => this.#names())) {
      try {
        const saved = await this.#read(path.join(this.#directory, name));
        if (saved !== undefined) notes.push(saved);
      } catch (error) {
        onUnreadable(error);
      }
    }
    return notes;
  }

  /** Undefined for one that is no more. */
  #read(note: string): Promise<SavedRequest | undefined> {
    return asFileError(note, async () => {
      const read = readJson(await readFile(note, 'utf8'));
      if (read === undefined) {
        // Its process ended before it was written, and so before there was a file.
        await rm(note, { force: true });
        return undefined;
      }
      if (!isNote(read.json) || this.#note(read.json.unitId) !== note)
        throw new WorkerFileError(note, 'is no note of files that documents were written to');
      return read.json;
    });
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  #note(unitId: UnitId): string {
    return path.join(this.#directory, `${unitId}.json`);
  }
}

/** Undefined for a text without its end. */
function readJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function isNote(json: unknown): json is SavedRequest {
  const { unitId, files, failure } = (json ?? {}) as Partial<Record<keyof SavedRequest, unknown>>;
  const hasFiles = Array.isArray(files) && files.every((file) => typeof file === 'string');
  return typeof unitId === 'string' && hasFiles && typeof failure === 'object' && failure !== null;
}
