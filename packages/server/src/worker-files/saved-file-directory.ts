import { hash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory, syncDirectory, writeDurably } from '../durable-files.ts';
import type { UnitId } from '../kernel/unit-of-work.ts';
import { type SavedFileNotes, type SavedRequest, WorkerFileError } from '../modules/signing/index.ts';
import { hasEnded, markOfThisProcess, type ProcessMark } from './process-mark.ts';
import { asFileError } from './worker-directories.ts';

/**
 * Notes about files saved beside answers, each in a file of a directory in the home directory, which the processes of a host may share.
 *
 * A note is named after its unit and its process, and a file named after the process contains its mark. A note is taken over by renaming it, which
 * succeeds for only one of several processes. Notes of earlier releases name no process.
 */
export class SavedFileDirectory implements SavedFileNotes {
  readonly #directory: string;
  readonly #here: ProcessMark;
  readonly #process: string;
  #isMarked: Promise<void> | undefined;
  /** Names of notes already reported as unreadable. */
  readonly #told = new Set<string>();

  /** @param here - by default this process */
  constructor(directory: string, here = markOfThisProcess()) {
    this.#directory = directory;
    this.#here = here;
    this.#process = hash('sha256', JSON.stringify(here)).slice(0, PROCESS_DIGITS);
  }

  add(saved: SavedRequest): Promise<void> {
    const note = this.#ownNote(saved.unitId);
    return asFileError(note, async () => {
      await this.#mark();
      await writeDurably(note, JSON.stringify(saved));
      await syncDirectory(this.#directory);
    });
  }

  remove(unitId: UnitId): Promise<void> {
    const note = this.#ownNote(unitId);
    return asFileError(note, () => rm(note, { force: true }));
  }

  async takeOver(onUnreadable: (error: unknown) => void): Promise<readonly SavedRequest[]> {
    const names = await asFileError(this.#directory, () => this.#names());
    const ended = await this.#endedProcesses(names);
    const taken: SavedRequest[] = [];
    for (const name of names) {
      try {
        const saved = await this.#takeOver(name, ended);
        if (saved !== undefined) taken.push(saved);
      } catch (error) {
        if (!this.#told.has(name)) onUnreadable(error);
        this.#told.add(name);
      }
    }
    // Their notes now belong to this process; one that could not be read stays until it is old.
    for (const each of ended) await rm(this.#path(each + PROCESS), { force: true });
    return taken;
  }

  /** Returns the processes that have ended, by the ids in names of notes. */
  async #endedProcesses(names: readonly string[]): Promise<ReadonlySet<string>> {
    const ended = new Set<string>();
    for (const name of names.filter((each) => each.endsWith(PROCESS))) {
      const id = name.slice(0, -PROCESS.length);
      const mark = await readJson(this.#path(name)).catch(() => undefined);
      if (id !== this.#process && isMark(mark?.json) && hasEnded(mark.json, this.#here) === true) ended.add(id);
    }
    return ended;
  }

  /** Takes over a note. Returns undefined if it must not be taken over, or another process was faster. */
  async #takeOver(name: string, ended: ReadonlySet<string>): Promise<SavedRequest | undefined> {
    const [, unitId, owner] = NOTE.exec(name) ?? [];
    if (unitId === undefined || owner === this.#process) return undefined;
    const note = this.#path(name);
    return asFileError(note, async () => {
      if ((owner === undefined || !ended.has(owner)) && !(await isOld(note))) return undefined;
      const read = await readJson(note);
      if (read === undefined) {
        // Its process ended before the note was written, so no file was saved.
        await rm(note, { force: true });
        return undefined;
      }
      if (!isNote(read.json) || read.json.unitId !== unitId)
        throw new WorkerFileError(note, 'is not a note of files that documents were written to');
      await this.#mark();
      return (await renamed(note, this.#ownNote(read.json.unitId))) ? read.json : undefined;
    });
  }

  /** Stores the mark of this process before its first note. */
  #mark(): Promise<void> {
    this.#isMarked ??= this.#writeMark().catch((error: unknown) => {
      this.#isMarked = undefined;
      throw error;
    });
    return this.#isMarked;
  }

  async #writeMark(): Promise<void> {
    await makeDirectory(this.#directory);
    await rm(this.#path(this.#process + PROCESS), { force: true });
    await writeDurably(this.#path(this.#process + PROCESS), JSON.stringify(this.#here));
  }

  async #names(): Promise<readonly string[]> {
    try {
      return await readdir(this.#directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  #ownNote(unitId: UnitId): string {
    return this.#path(`${unitId}.${this.#process}.json`);
  }

  #path(name: string): string {
    return path.join(this.#directory, name);
  }
}

/** Tells whether a note belongs to a request that ended long ago, in any process. False if the note no longer exists. */
async function isOld(note: string): Promise<boolean> {
  const found = await stat(note).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > LONGEST_REQUEST_MS;
}

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Returns undefined for truncated text. */
async function readJson(file: string): Promise<{ readonly json: unknown } | undefined> {
  const text = await readFile(file, 'utf8');
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

function isMark(json: unknown): json is ProcessMark {
  const { pid, ...texts } = (json ?? {}) as Partial<Record<keyof ProcessMark, unknown>>;
  return Number.isSafeInteger(pid) && Object.values(texts).every((text) => typeof text === 'string');
}

const NOTE = /^([0-9a-f]{32})(?:\.([0-9a-f]{16}))?\.json$/;
const PROCESS = '.process';
const PROCESS_DIGITS = 16;
/** Longer than any request takes, including waits for the database. */
const LONGEST_REQUEST_MS = 600_000;
