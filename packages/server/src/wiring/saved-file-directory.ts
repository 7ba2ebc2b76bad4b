import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory, syncDirectory, writeDurably } from '../durable-files.ts';
import type { UnitId } from '../kernel/unit-of-work.ts';
import type { SavedFileNotes, SavedRequest } from '../modules/signing/index.ts';
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

  list(): Promise<readonly SavedRequest[]> {
    return asFileError(this.#directory, async () => {
      const notes: SavedRequest[] = [];
      for (const name of await this.#names()) {
        const note = path.join(this.#directory, name);
        const saved = readNote(await readFile(note, 'utf8'));
        // Its process ended before it was written, and so before there was a file.
        if (saved === undefined) await rm(note, { force: true });
        else notes.push(saved);
      }
      return notes;
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
function readNote(text: string): SavedRequest | undefined {
  try {
    return JSON.parse(text) as SavedRequest;
  } catch {
    return undefined;
  }
}
