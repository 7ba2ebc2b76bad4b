/** The installation's master key: 32 octets in a file that only its owner reads, or in a secret of the environment. */
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import type { Random } from '../../kernel/random.ts';
import { MasterKeyError } from './errors.ts';

/**
 * Reads the master key from its file.
 *
 * @returns 32 octets for the caller to overwrite, or undefined when there is no file
 * @throws {@link MasterKeyError} when the file is not a plain file of 32 octets, or group or others may read or write it
 */
export async function readMasterKey(path: string): Promise<Uint8Array | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw new MasterKeyError('unreadable', `The master key '${path}' cannot be read.`, { cause });
  }
  try {
    return await readChecked(file, path);
  } finally {
    await file.close();
  }
}

/**
 * Makes a master key and its file, durably and all at once: nobody ever sees a part of it.
 *
 * When another process makes the file at the same time, its key is the answer.
 *
 * @returns as {@link readMasterKey}
 * @throws {@link MasterKeyError}
 */
export async function createMasterKey(path: string, random: Random): Promise<Uint8Array> {
  const unfinished = `${path}.${random.bytes(8).toHex()}.new`;
  const key = random.bytes(KEY_OCTETS);
  try {
    await writeNew(unfinished, key);
    try {
      await link(unfinished, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      await unlink(unfinished);
    }
    await syncDirectory(dirname(path));
  } catch (cause) {
    throw new MasterKeyError('unreadable', `The master key '${path}' cannot be made.`, { cause });
  } finally {
    key.fill(0);
  }
  const stored = await readMasterKey(path);
  if (stored === undefined)
    throw new MasterKeyError('missing', `The master key '${path}' was removed while it was made.`);
  return stored;
}

/**
 * The master key in a secret of the environment: base64 of 32 octets.
 *
 * @throws {@link MasterKeyError}
 */
export function masterKeyFromText(base64: string): Uint8Array {
  const octets = new Uint8Array(KEY_OCTETS);
  try {
    const { read, written } = octets.setFromBase64(base64.trim(), { lastChunkHandling: 'strict' });
    if (written === KEY_OCTETS && read === base64.trim().length) return octets;
  } catch {
    // A SyntaxError, which is not passed on: it may quote the text.
  }
  octets.fill(0);
  throw new MasterKeyError('malformed', `The master key in the environment has to be ${KEY_OCTETS} octets in base64.`);
}

async function readChecked(file: FileHandle, path: string): Promise<Uint8Array> {
  const status = await file.stat();
  if (!status.isFile()) throw new MasterKeyError('malformed', `The master key '${path}' is not a file.`);
  // Windows has no such bits.
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
    const mode = (status.mode & 0o777).toString(8);
    throw new MasterKeyError(
      'exposed',
      `The master key '${path}' has mode ${mode}: others can reach it. Its mode has to be 600, and a key that others may have read should be replaced.`,
    );
  }
  const octets = new Uint8Array(KEY_OCTETS);
  const { bytesRead } = await file.read(octets, 0, KEY_OCTETS, 0);
  if (status.size !== KEY_OCTETS || bytesRead !== KEY_OCTETS) {
    throw new MasterKeyError('malformed', `The master key '${path}' has ${status.size} octets, not ${KEY_OCTETS}.`);
  }
  return octets;
}

async function writeNew(path: string, octets: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(octets);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name in a directory durable. Windows does that by itself and opens no directories. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const KEY_OCTETS = 32;
