/** Files that appear together, under their names, only when everything they belong to has succeeded. */
import { access, constants, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { FileError } from '../errors.ts';
import { unwritable } from './file-errors.ts';

/** One file to be written. */
export interface OutputFile {
  readonly path: string;
  /** 0600 for what holds a secret, 0644 for what does not. */
  readonly mode: 0o600 | 0o644;
}

/**
 * Writes files durably beside their places (`<path>.new`), and moves them there at the end.
 *
 * So a refused request leaves the files of the certificate in use untouched, and a crash loses no private key. The staged
 * file is made exclusively: a second run with the same names is refused while it exists.
 */
export class StagedFiles {
  readonly #force: boolean;
  readonly #staged: OutputFile[] = [];

  constructor(options: { readonly force: boolean }) {
    this.#force = options.force;
  }

  /** Returns the path of a file until {@link publish}. */
  static stagedPath(file: OutputFile): string {
    return `${file.path}.new`;
  }

  /**
   * Checks before anything is done that every file can be written later.
   *
   * @throws {@link FileError} `cli.file_exists` unless forced, `cli.file_unwritable` when there is no directory to write it in
   */
  async requireFree(files: readonly OutputFile[]): Promise<void> {
    for (const file of files) {
      await requireDirectoryOf(file);
      if (this.#force) continue;
      if (await exists(file.path)) {
        throw new FileError('cli.file_exists', `${file.path} exists; --force overwrites it`);
      }
      if (await exists(StagedFiles.stagedPath(file))) throw unfinished(file);
    }
  }

  /**
   * Writes a file beside its place. On return it is on the disk, and so is its name.
   *
   * @throws {@link FileError} `cli.file_exists`, `cli.file_unwritable`
   */
  async stage(file: OutputFile, content: Uint8Array | string | AsyncIterable<Uint8Array>): Promise<void> {
    const staged = StagedFiles.stagedPath(file);
    try {
      if (this.#force) await rm(staged, { force: true });
      const handle = await open(staged, 'wx', file.mode);
      this.#staged.push(file);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncDirectoryOf(staged);
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw unfinished(file);
      // Content from elsewhere, such as the answer of a server, may end too early.
      if (typeof content !== 'string' && Symbol.asyncIterator in content && !FILE_CALLS.has(syscall ?? '')) throw error;
      throw unwritable(staged, error);
    }
  }

  /**
   * Takes over a file that an earlier run has staged and not published. Its content is the caller's to look at.
   *
   * @throws {@link FileError} `cli.file_exists` unless forced, `cli.file_unwritable`
   */
  async adopt(file: OutputFile): Promise<void> {
    await requireDirectoryOf(file);
    if (!this.#force && (await exists(file.path)))
      throw new FileError('cli.file_exists', `${file.path} exists; --force overwrites it`);
    this.#staged.push(file);
  }

  /** Moves every staged file to its place, in the order in which they were staged. @throws {@link FileError} */
  async publish(): Promise<void> {
    for (let file = this.#staged[0]; file !== undefined; file = this.#staged[0]) {
      try {
        await rename(StagedFiles.stagedPath(file), file.path);
        await syncDirectoryOf(file.path);
      } catch (error) {
        throw unwritable(file.path, error);
      }
      this.#staged.shift();
    }
  }

  /** Removes what was staged and not published. */
  async discard(): Promise<void> {
    for (const file of this.#staged.splice(0)) await rm(StagedFiles.stagedPath(file), { force: true });
  }
}

async function requireDirectoryOf(file: OutputFile): Promise<void> {
  try {
    await access(path.dirname(file.path), constants.W_OK);
  } catch (error) {
    throw unwritable(file.path, error);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw unwritable(file, error);
  }
}

async function syncDirectoryOf(file: string): Promise<void> {
  // Windows has no directory handle to flush.
  if (process.platform === 'win32') return;
  const handle = await open(path.dirname(file), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unfinished(file: OutputFile): FileError {
  return new FileError(
    'cli.file_exists',
    `${StagedFiles.stagedPath(file)} is left from an earlier request that did not end: keep it when a certificate may have been ` +
      'issued for its key, remove it otherwise; --force overwrites it',
  );
}

const FILE_CALLS = new Set(['open', 'write', 'writev', 'fsync', 'close']);
