/** Errors of files, in the words of the file system. */
import { FileError } from '../errors.ts';

export function unreadable(file: string, cause: unknown): FileError {
  return new FileError('cli.file_unreadable', `${file} cannot be read: ${describeFileSystemError(cause)}`, { cause });
}

export function unwritable(file: string, cause: unknown): FileError {
  const reason = describeFileSystemError(cause);
  return new FileError('cli.file_unwritable', `${file} cannot be written: ${reason}`, { cause });
}

export function unusable(message: string): FileError {
  return new FileError('cli.file_unusable', message);
}

/** A file system's own words for a failure, without the path that Node puts behind them. */
export function describeFileSystemError(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[code]) ?? message;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'its name is too long',
};
