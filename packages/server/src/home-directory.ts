/** The directory that holds everything of an installation that is not in a shared database. */
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDirectory, syncDirectory, writeDurably } from './durable-files.ts';
import { AppError, appError } from './kernel/errors.ts';

/** The home directory cannot be used as it is. */
class HomeDirectoryError extends appError('unavailable', 'installation.home_directory') {}

/** Paths within a home directory, and how files of it are written: complete or not at all, readable by their owner alone. */
export class HomeDirectory {
  readonly path: string;

  private constructor(directory: string) {
    this.path = directory;
  }

  /**
   * Opens the directory, and makes it when it is missing (0700).
   *
   * @throws {@link HomeDirectoryError} when it cannot be made, or others can write to it
   */
  static async open(directory: string): Promise<HomeDirectory> {
    const resolved = path.resolve(directory);
    try {
      await makeDirectory(resolved);
      const { mode } = await stat(resolved);
      if ((mode & OTHERS_WRITE) !== 0 && process.platform !== 'win32') {
        throw new HomeDirectoryError(
          `The home directory ${resolved} can be written by others; run: chmod go-w ${resolved}`,
        );
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new HomeDirectoryError(`The home directory ${resolved} cannot be used: ${(error as Error).message}`, {
        cause: error,
      });
    }
    return new HomeDirectory(resolved);
  }

  get database(): string {
    return path.join(this.path, 'sealwright.db');
  }

  get masterKey(): string {
    return path.join(this.path, 'master.key');
  }

  /** Returns the directory for documents that are too large for memory. */
  get spool(): string {
    return path.join(this.path, 'spool');
  }

  /** Notes of files that workers write beside their answers. */
  get savedFiles(): string {
    return path.join(this.path, 'saved-files');
  }

  get admin(): string {
    return path.join(this.path, 'admin');
  }

  /** @throws {@link HomeDirectoryError} when a database is here, which was made with a master key that is not */
  async requireNoDatabase(): Promise<void> {
    if (!(await exists(this.database))) return;
    throw new HomeDirectoryError(
      `There is a database in ${this.path} and no ${path.basename(this.masterKey)}. Put back the key that the database was made with, or give it as SEALWRIGHT_MASTER_KEY.`,
    );
  }

  /** @throws {@link HomeDirectoryError} when no installation was made here */
  async requireDatabase(): Promise<void> {
    if (await exists(this.database)) return;
    throw new HomeDirectoryError(
      `There is no installation in ${this.path}, since it has no ${path.basename(this.database)}. Name the home directory of the server with --home, or with SEALWRIGHT_HOME.`,
    );
  }

  /** The settings file's text, or undefined when there is none. */
  async readSettings(): Promise<string | undefined> {
    return readIfPresent(path.join(this.path, 'sealwright.yaml'));
  }

  /**
   * Writes `files` into a directory that is not seen under its name before {@link publishDirectory}.
   *
   * Durable on return, so that what a crash leaves is either nothing or everything.
   */
  async stageDirectory(name: string, files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
    const staged = this.#staged(name);
    await rm(staged, { recursive: true, force: true });
    await mkdir(staged, { mode: OWNER_DIRECTORY });
    for (const [file, content] of Object.entries(files)) await writeDurably(path.join(staged, file), content);
    await syncDirectory(staged);
    await syncDirectory(this.path);
  }

  /** Gives a staged directory its name; what had the name before is replaced. Does nothing when nothing is staged. */
  async publishDirectory(name: string): Promise<void> {
    const staged = this.#staged(name);
    if (!(await exists(staged))) return;
    const final = path.join(this.path, name);
    await rm(final, { recursive: true, force: true });
    await rename(staged, final);
    await syncDirectory(this.path);
  }

  /** A file of a staged directory: its text, undefined when the directory is there without it; nothing when nothing is staged. */
  async readStaged(name: string, file: string): Promise<{ readonly text: string | undefined } | undefined> {
    const staged = this.#staged(name);
    return (await exists(staged)) ? { text: await readIfPresent(path.join(staged, file)) } : undefined;
  }

  /** Removes a staged directory. */
  async discardStaged(name: string): Promise<void> {
    await rm(this.#staged(name), { recursive: true, force: true });
  }

  #staged(name: string): string {
    return path.join(this.path, `.${name}.new`);
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new HomeDirectoryError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

async function exists(directory: string): Promise<boolean> {
  return (await readdir(path.dirname(directory))).includes(path.basename(directory));
}

const OWNER_DIRECTORY = 0o700;
const OTHERS_WRITE = 0o022;
