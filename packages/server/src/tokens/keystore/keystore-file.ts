/** Files of keystores, in directories that the operator has allowed and nowhere else. */
import { statSync } from 'node:fs';
import { constants, type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { KeystoreNotAllowedError, UnreadableKeystoreError } from './errors.ts';

/** The octets of a keystore file are no more than this. */
export const MAX_KEYSTORE_OCTETS = 1024 * 1024;

/**
 * Reads a keystore file.
 *
 * @param directories - those that files may be read in, absolute; a symbolic link that leads out of them does not count as in them
 * @throws {@link KeystoreNotAllowedError} before the file system is asked anything, or when a link leads out
 * @throws {@link UnreadableKeystoreError}
 */
export async function readKeystoreFile(file: string, directories: readonly string[]): Promise<Uint8Array> {
  requireWithin(file, file, directories);
  const real = await reported(() => realpath(file));
  requireWithin(file, real, await realPathsOf(directories));
  // Not followed once more, should somebody put a link there by now, and not waited for, should it be a pipe.
  const handle = await reported(() => open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  try {
    return await reported(() => readBounded(handle));
  } finally {
    await handle.close();
  }
}

/**
 * Names a file for what is remembered of it: alike whichever path and links lead to it. The path as it is written for all that cannot be
 * looked at.
 */
export async function keystoreFileName(file: string, directories: readonly string[]): Promise<string> {
  if (!isWithin(file, directories)) return file;
  return realpath(file).catch(() => path.normalize(file));
}

/** Tells the versions of a file apart. The same text for all that cannot be looked at. */
export function keystoreFileVersion(file: string, directories: readonly string[]): string {
  if (!isWithin(file, directories)) return '';
  try {
    const { ino, size, mtimeNs } = statSync(file, { bigint: true });
    return `${ino}/${size}/${mtimeNs}`;
  } catch {
    return '';
  }
}

async function readBounded(handle: FileHandle): Promise<Uint8Array> {
  const found = await handle.stat();
  if (!found.isFile()) throw new UnreadableKeystoreError('it is not a file');
  const octets = new Uint8Array(MAX_KEYSTORE_OCTETS + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(octets, length, octets.length - length, length);
    length += bytesRead;
    if (length > MAX_KEYSTORE_OCTETS)
      throw new UnreadableKeystoreError(`it has more than ${MAX_KEYSTORE_OCTETS} octets`);
    if (bytesRead === 0) return octets.subarray(0, length);
  }
}

async function realPathsOf(directories: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.allSettled(directories.map((directory) => realpath(directory)));
  return real.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

function requireWithin(named: string, file: string, directories: readonly string[]): void {
  if (!isWithin(file, directories)) throw new KeystoreNotAllowedError(named);
}

function isWithin(file: string, directories: readonly string[]): boolean {
  if (!path.isAbsolute(file) || file.includes('\0') || file.split(/[\\/]/).includes('..')) return false;
  return directories.some((directory) => {
    const relative = path.relative(directory, file);
    return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  });
}

async function reported<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof UnreadableKeystoreError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new UnreadableKeystoreError(code === 'ENOENT' ? 'there is no such file' : (code ?? 'unknown'), { cause });
  }
}
