/** Directories of the host to which publishers may write. */
import { randomUUID } from 'node:crypto';
import { constants, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory, syncDirectory } from '../durable-files.ts';
import type { Content } from '../kernel/content.ts';
import {
  type FilesPublisherSettings,
  type PublishedObject,
  type Publisher,
  PublishingError,
} from '../modules/publishers/index.ts';
import { allowedPath } from './allowed-path.ts';

/** Publisher that writes files readable by all users of the host, atomically. */
export class FilesPublisher implements Publisher {
  readonly #directory: string;
  readonly #allowed: readonly string[];
  readonly #nowMs: () => number;
  #isSwept = false;

  /** @param allowed - absolute directories that the operator has configured; each is checked when used */
  constructor(
    { directory }: FilesPublisherSettings,
    { allowed, nowMs }: { readonly allowed: readonly string[]; readonly nowMs: () => number },
  ) {
    this.#directory = directory;
    this.#allowed = allowed;
    this.#nowMs = nowMs;
  }

  publish({ name, content }: PublishedObject, signal: AbortSignal): Promise<void> {
    return asPublishingError(name, async () => {
      const file = await this.#path(name);
      await this.#sweep();
      const draft = await this.#write(content, signal);
      try {
        await makeDirectory(path.dirname(file), DIRECTORY_MODE);
        // Nobody waits for it any more, and a later state may be there by now.
        signal.throwIfAborted();
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncDirectory(path.dirname(file));
    });
  }

  remove({ name }: PublishedObject, signal: AbortSignal): Promise<void> {
    return asPublishingError(name, async () => {
      const file = await this.#path(name);
      signal.throwIfAborted();
      try {
        await rm(file);
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      await syncDirectory(path.dirname(file));
    });
  }

  test(signal: AbortSignal): Promise<void> {
    return asPublishingError(DRAFTS, async () => {
      const draft = await this.#write({ octets: 0, inMemory: undefined, read: async () => new Uint8Array() }, signal);
      await rm(draft);
    });
  }

  /** Writes the draft of a file in a place that nobody reads, in case of a crash. */
  async #write(content: Content, signal: AbortSignal): Promise<string> {
    const draft = await this.#path(`${DRAFTS}/${randomUUID()}`);
    await makeDirectory(path.dirname(draft), DIRECTORY_MODE);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    const handle = await open(draft, flags, FILE_MODE);
    try {
      for (let at = 0; at < content.octets; at += PIECE_OCTETS) {
        signal.throwIfAborted();
        await handle.writeFile(await content.read(at, PIECE_OCTETS));
      }
      // Independent of the umask, since another user serves the file.
      await handle.chmod(FILE_MODE);
      await handle.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return draft;
  }

  /** Removes drafts left by a crash. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const drafts = await this.#path(DRAFTS);
    for (const name of await namesIn(drafts)) {
      const draft = path.join(drafts, name);
      if ((await changedMs(draft)) < this.#nowMs() - DRAFT_MS) await rm(draft, { force: true });
    }
  }

  async #path(name: string): Promise<string> {
    const file = path.join(this.#directory, name);
    const found = await allowedPath(file, this.#allowed);
    if (found.outcome === 'allowed') return found.path;
    const problem =
      found.outcome === 'led-out'
        ? 'is led out of its directory by a link'
        : 'is in no directory that the server lets publishers use (--publisher-directory)';
    throw new PublishingError(`'${file}' ${problem}`, { scope: 'publisher' });
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns the time of change; Infinity for a file that no longer exists. */
async function changedMs(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return Infinity;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function asPublishingError(name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause instanceof PublishingError || typeof code !== 'string') throw cause;
    const scope = OF_ONE_FILE.has(code) ? 'object' : 'publisher';
    throw new PublishingError(`'${name}' cannot be written: ${code}`, { scope, cause });
  }
}

/** System errors that concern only one file. */
const OF_ONE_FILE: ReadonlySet<string> = new Set(['EISDIR', 'ENAMETOOLONG']);
const DRAFTS = '.drafts';
/** Longer than any write takes. */
const DRAFT_MS = 86_400_000;
const FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o755;
const PIECE_OCTETS = 192 * 1024;
