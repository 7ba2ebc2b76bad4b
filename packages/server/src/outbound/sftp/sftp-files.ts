/** Files of an SFTP server: the calls that publishing needs, as promises. */
import type { SFTPWrapper } from 'ssh2';
import type { Content } from '../../kernel/content.ts';

/** Status codes of SFTP (draft-ietf-secsh-filexfer-02 §7) that decide something. */
export const SftpStatus = { noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 } as const;

/** Returns the status of an error of the server; undefined of another error. */
export function sftpStatusOf(error: unknown): number | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

/** Writes a file from its beginning: what it held before is gone. */
export async function writeFile(sftp: SFTPWrapper, path: string, content: Content): Promise<void> {
  const handle = await called<Buffer>((done) => sftp.open(path, 'w', { mode: FILE_MODE }, done));
  try {
    for (let at = 0; at < content.octets; at += PIECES * PIECE_OCTETS) {
      const read = Buffer.from(await content.read(at, PIECES * PIECE_OCTETS));
      const offsets = Array.from({ length: Math.ceil(read.length / PIECE_OCTETS) }, (_, piece) => piece * PIECE_OCTETS);
      await Promise.all(
        offsets.map((from) => {
          const octets = Math.min(PIECE_OCTETS, read.length - from);
          return called((done) => sftp.write(handle, read, from, octets, at + from, done));
        }),
      );
    }
    await ifSupported((done) => sftp.ext_openssh_fsync(handle, done));
  } finally {
    await called((done) => sftp.close(handle, done));
  }
}

/**
 * Gives a file the name of another one, in whose place it stands from then on.
 *
 * Servers other than OpenSSH may refuse a name that is taken: there the file is missing for a moment.
 */
export async function replaceFile(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  if (await ifSupported((done) => sftp.ext_openssh_rename(from, to, done))) return;
  try {
    await called((done) => sftp.rename(from, to, done));
  } catch (error) {
    if (sftpStatusOf(error) === undefined) throw error;
    await removeFile(sftp, to);
    await called((done) => sftp.rename(from, to, done));
  }
}

/** Removes a file. One that is not there is no error. */
export async function removeFile(sftp: SFTPWrapper, path: string): Promise<void> {
  try {
    await called((done) => sftp.unlink(path, done));
  } catch (error) {
    if (sftpStatusOf(error) !== SftpStatus.noSuchFile) throw error;
  }
}

/** Makes a directory with those above it that are missing. */
export async function makeDirectories(sftp: SFTPWrapper, path: string): Promise<void> {
  if (path === '' || path === '/' || (await isThere(sftp, path))) return;
  await makeDirectories(sftp, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  try {
    await called((done) => sftp.mkdir(path, { mode: DIRECTORY_MODE }, done));
  } catch (error) {
    // Another call has made it meanwhile.
    if (sftpStatusOf(error) !== SftpStatus.failure || !(await isThere(sftp, path))) throw error;
  }
}

async function isThere(sftp: SFTPWrapper, path: string): Promise<boolean> {
  try {
    await called<unknown>((done) => sftp.stat(path, done));
    return true;
  } catch (error) {
    if (sftpStatusOf(error) === SftpStatus.noSuchFile) return false;
    throw error;
  }
}

/** Returns false where the server does not know the extension. */
async function ifSupported(call: (done: Done) => unknown): Promise<boolean> {
  try {
    await called(call);
    return true;
  } catch (error) {
    // The library throws for an extension that the server has not announced.
    const isUnknown = (error as Error).message === 'Server does not support this extended request';
    if (isUnknown || sftpStatusOf(error) === SftpStatus.unsupported) return false;
    throw error;
  }
}

type Done = (error?: Error | null) => void;

function called<T = void>(call: (done: (error: Error | null | undefined, value?: T) => void) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, value) => {
      if (error === undefined || error === null) resolve(value as T);
      else reject(error);
    });
  });
}

const FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o755;
/** Every server takes as much in one message. */
const PIECE_OCTETS = 32 * 1024;
/** Messages that are under way at the same time: a way that is long takes as long for all of them as for one. */
const PIECES = 16;
