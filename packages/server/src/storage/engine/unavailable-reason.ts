/** Reasons why a database is unavailable. They name no host, file or account, because callers read them. */
import { StorageUnavailableError } from '../../kernel/unit-of-work.ts';

/** Makes the error for a write that failed with `cause`. */
export function storageUnavailable(cause: unknown): StorageUnavailableError {
  return new StorageUnavailableError({ cause, reason: unavailableReason(cause) });
}

/** Returns the reason why the database is not available; undefined when the error does not tell. */
export function unavailableReason(error: unknown): string | undefined {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  // The primary code is the last octet (https://www.sqlite.org/rescode.html).
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return OF_SQLITE.get(errcode & 0xff);
  if (typeof code !== 'string') return undefined;
  return (
    OF_POSTGRES.get(code) ??
    OF_POSTGRES.get(code.slice(0, 2)) ??
    (UNREACHABLE.has(code) ? CANNOT_BE_REACHED : undefined)
  );
}

const FULL = 'the disk that it is on is full';
const READ_ONLY = 'it is read-only';
const CANNOT_BE_REACHED = 'its server cannot be reached';
/** SQLITE_PERM, _BUSY, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _NOTADB. */
const OF_SQLITE: ReadonlyMap<number, string> = new Map([
  [3, 'its file may not be written to'],
  [5, 'another process holds it'],
  [8, READ_ONLY],
  [10, 'its disk cannot be written to or read'],
  [11, 'its file is damaged'],
  [13, FULL],
  [14, 'its file cannot be opened'],
  [26, 'its file is not a database'],
]);
/** SQLSTATE of PostgreSQL (documentation, appendix A), whole or the class alone. */
const OF_POSTGRES: ReadonlyMap<string, string> = new Map([
  ['53100', FULL],
  ['53200', 'its server is out of memory'],
  ['53300', 'its server has too many connections'],
  ['25006', READ_ONLY],
  ['57014', 'it took too long'],
  ['57P03', 'its server is starting or stopping'],
  ['57P01', 'its server is being stopped'],
  ['3D000', 'its server has no such database'],
  ['28', 'its server refuses the login'],
  ['08', CANNOT_BE_REACHED],
]);
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
