/** Directories of the host that workers may use. */
import { randomUUID } from 'node:crypto';
import { constants, type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory, syncDirectory } from '../durable-files.ts';
import type { Content } from '../kernel/content.ts';
import { AppError } from '../kernel/errors.ts';
import { KeyedQueue } from '../kernel/tasks/keyed-queue.ts';
import { WorkerFileError, type WorkerFiles } from '../modules/signing/index.ts';
import { allowedPath } from './allowed-path.ts';

/** Files of workers, restricted to the given directories: administrators who configure workers do not run the host, so no path or link may lead elsewhere. */
export class WorkerDirectories implements WorkerFiles {
  readonly #directories: readonly string[];
  readonly #appending = new KeyedQueue();

  /** @param directories - absolute; each is checked when used */
  constructor(directories: readonly string[]) {
    this.#directories = directories;
  }

  refusal(file: string): Promise<string | undefined> {
    return asFileError(file, async () => {
      try {
        await this.#allowed(file);
        return undefined;
      } catch (error) {
        if (error instanceof WorkerFileError) return error.problem;
        throw error;
      }
    });
  }

  read(file: string, maxOctets: number): Promise<Uint8Array> {
    return asFileError(file, async () => {
      const allowed = await this.#allowed(file);
      return using(await open(allowed, constants.O_RDONLY | GUARDS), async (handle) => {
        const stats = await handle.stat();
        if (!stats.isFile()) throw new WorkerFileError(file, NO_FILE);
        if (stats.size > maxOctets) throw new WorkerFileError(file, `has more than ${maxOctets} octets`);
        return handle.readFile();
      });
    });
  }

  create(file: string, content: Content, draft: string): Promise<void> {
    // A link fails if the file exists, whereas a rename would replace it.
    return this.#write(file, content, draft, link);
  }

  complete(file: string, draft: string): Promise<void> {
    return this.#settle(file, draft, (written) => rm(written, { force: true }));
  }

  remove(file: string, draft: string): Promise<void> {
    return this.#settle(file, draft, unmake);
  }

  replace(file: string, content: Content, isFormer: (beginning: Uint8Array) => boolean): Promise<void> {
    return this.#write(file, content, randomUUID(), async (written, allowed) => {
      const beginning = await beginningOf(file, allowed);
      if (beginning === undefined) return publishNew(written, allowed);
      if (!isFormer(beginning)) throw new WorkerFileError(file, 'is there already and is something else');
      return rename(written, allowed);
    });
  }

  append(file: string, line: string): Promise<void> {
    return this.#appending.run(file, () =>
      asFileError(file, async () => {
        const allowed = await this.#allowed(file);
        const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | GUARDS;
        await using(await open(allowed, flags, OWNER_FILE), async (handle) => {
          if (!(await handle.stat()).isFile()) throw new WorkerFileError(file, NO_FILE);
          await handle.writeFile(`${line}\n`);
        });
      }),
    );
  }

  /** Settles a draft. Does nothing without a draft, wherever the file is: then either nothing was made, or it is already settled. */
  #settle(file: string, draft: string, act: (written: string, file: string) => Promise<void>): Promise<void> {
    return asFileError(file, async () => {
      if ((await identityOf(draftOf(path.resolve(file), draft))) === undefined) return;
      const allowed = await this.#allowed(file);
      await act(draftOf(allowed, draft), allowed);
    });
  }

  /** Writes a draft next to its final place, so that nobody sees a partial file under the final name. */
  #write(
    file: string,
    content: Content,
    draft: string,
    publish: (written: string, allowed: string) => Promise<void>,
  ): Promise<void> {
    return asFileError(file, async () => {
      const allowed = await this.#allowed(file);
      const directory = path.dirname(allowed);
      await makeDirectory(directory);
      const written = draftOf(allowed, draft);
      try {
        await using(await open(written, 'wx', OWNER_FILE), async (handle) => {
          for (let at = 0; at < content.octets; at += PIECE_OCTETS)
            await handle.writeFile(await content.read(at, PIECE_OCTETS));
          await handle.sync();
        });
        await publish(written, allowed);
        await syncDirectory(directory);
      } catch (error) {
        await unmake(written, allowed);
        throw error;
      }
    });
  }

  async #allowed(file: string): Promise<string> {
    const allowed = await allowedPath(file, this.#directories);
    if (allowed.outcome === 'outside')
      throw new WorkerFileError(file, 'is in no directory that the server lets workers use (--worker-directory)');
    if (allowed.outcome === 'led-out') throw new WorkerFileError(file, 'is led out of the directory by a link');
    return allowed.path;
  }
}

/** Publishes a draft by a link, which, unlike a rename, never replaces an existing file. */
async function publishNew(written: string, allowed: string): Promise<void> {
  await link(written, allowed);
  await rm(written);
}

/** Returns the beginning of a file; undefined if it does not exist. */
async function beginningOf(file: string, allowed: string): Promise<Uint8Array | undefined> {
  try {
    return await using(await open(allowed, constants.O_RDONLY | GUARDS), async (handle) => {
      if (!(await handle.stat()).isFile()) throw new WorkerFileError(file, NO_FILE);
      const { buffer, bytesRead } = await handle.read(new Uint8Array(BEGINNING_OCTETS), 0, BEGINNING_OCTETS, 0);
      return buffer.subarray(0, bytesRead);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function using<T>(handle: FileHandle, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

function draftOf(file: string, draft: string): string {
  return path.join(path.dirname(file), `.${draft}.new`);
}

/** Removes a draft, and the file that it was published as. A file that others have made under that name stays. */
async function unmake(written: string, file: string): Promise<void> {
  if (await isSame(written, file)) await rm(file);
  await rm(written, { force: true });
}

/** Tells whether two names refer to the same file. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(identityOf));
  return first !== undefined && first === second;
}

async function identityOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await lstat(file, { bigint: true });
    return `${dev}/${ino}`;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Runs an operation on a file. @throws {@link WorkerFileError} instead of system errors */
export async function asFileError<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new WorkerFileError(file, (cause as NodeJS.ErrnoException).code ?? 'cannot be used', { cause });
  }
}

/**
 * Flags against following links and waiting for pipes, which would block one of the few file threads until somebody opens the other end. Windows has
 * no such flags.
 */
const GUARDS =
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) | ((constants.O_NONBLOCK as number | undefined) ?? 0);
const NO_FILE = 'is not a file';
const OWNER_FILE = 0o600;
const PIECE_OCTETS = 192 * 1024;
const BEGINNING_OCTETS = 4096;
