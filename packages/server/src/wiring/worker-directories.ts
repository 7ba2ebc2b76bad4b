/** The directories of the host that workers may use. */
import { randomUUID } from 'node:crypto';
import { constants, type FileHandle, link, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Content } from '../kernel/content.ts';
import { AppError } from '../kernel/errors.ts';
import { KeyedQueue } from '../kernel/keyed-queue.ts';
import { WorkerFileError, type WorkerFiles } from '../modules/signing/index.ts';

/** Whoever configures workers does not run the host: files elsewhere are none, whatever way a path or a link leads there. */
export class WorkerDirectories implements WorkerFiles {
  readonly #directories: readonly string[];
  readonly #appending = new KeyedQueue();

  /** @param directories - absolute; each is looked at when it is used */
  constructor(directories: readonly string[]) {
    this.#directories = directories;
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

  create(file: string, content: Content): Promise<void> {
    // A link is made of nothing that is there already, which a rename would replace.
    return this.#write(file, content, async (written, allowed) => {
      await link(written, allowed);
      await rm(written);
    });
  }

  replace(file: string, content: Content): Promise<void> {
    return this.#write(file, content, rename);
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

  remove(file: string): Promise<void> {
    return asFileError(file, async () => {
      await rm(await this.#allowed(file), { force: true });
    });
  }

  /** Beside its place at first, so that nobody sees a part of it under its name. */
  #write(file: string, content: Content, publish: (written: string, allowed: string) => Promise<void>): Promise<void> {
    return asFileError(file, async () => {
      const allowed = await this.#allowed(file);
      const directory = path.dirname(allowed);
      await mkdir(directory, { recursive: true, mode: OWNER_DIRECTORY });
      const written = path.join(directory, `.${randomUUID()}.new`);
      try {
        await using(await open(written, 'wx', OWNER_FILE), async (handle) => {
          for (let at = 0; at < content.octets; at += PIECE_OCTETS)
            await handle.writeFile(await content.read(at, PIECE_OCTETS));
          await handle.sync();
        });
        await publish(written, allowed);
        await syncDirectory(directory);
      } catch (error) {
        await rm(written, { force: true });
        throw error;
      }
    });
  }

  /**
   * The path to use in the place of the one that was given: without `..`, which would mean another directory after a link.
   *
   * Compared as written, and as the directories lead: a link within one of them leads out of it for nobody.
   */
  async #allowed(file: string): Promise<string> {
    const resolved = path.resolve(file);
    const directory = this.#directories.find((allowed) => isWithin(resolved, allowed));
    if (!path.isAbsolute(file) || directory === undefined)
      throw new WorkerFileError(file, 'is in no directory that the server lets workers use (--worker-directory)');
    const real = await realpath(directory);
    const above = await existingAbove(path.dirname(resolved));
    if (above !== real && !isWithin(above, real))
      throw new WorkerFileError(file, 'is led out of the directory by a link');
    return resolved;
  }
}

function isWithin(file: string, directory: string): boolean {
  const relative = path.relative(directory, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The nearest directory that there is, without links. */
async function existingAbove(directory: string): Promise<string> {
  try {
    return await realpath(directory);
  } catch (error) {
    const parent = path.dirname(directory);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === directory) throw error;
    return existingAbove(parent);
  }
}

async function using<T>(handle: FileHandle, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows has no directory handle to flush.
  if (process.platform === 'win32') return;
  await using(await open(directory, 'r'), (handle) => handle.sync());
}

async function asFileError<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new WorkerFileError(file, (cause as NodeJS.ErrnoException).code ?? 'cannot be used', { cause });
  }
}

/**
 * No link is followed, and no pipe waited for, which would hold one of the few threads for files until somebody opens its other end. Windows
 * has no such flags.
 */
const GUARDS =
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) | ((constants.O_NONBLOCK as number | undefined) ?? 0);
const NO_FILE = 'is no file';
const OWNER_FILE = 0o600;
const OWNER_DIRECTORY = 0o700;
const PIECE_OCTETS = 192 * 1024;
