/** Number of connections that fit into the open files that the system allows the process. */
import { readFileSync } from 'node:fs';

/**
 * Returns the number of connections that each listener may hold open. It leaves descriptors for the database, the spool and the files of
 * devices: without a free one nothing goes on, not even the requests that are being served.
 *
 * @param limit - of open files; Infinity when there is none
 */
export function connectionsFor(limit: number): number {
  const each = Math.floor((limit - RESERVED) / DESCRIPTORS);
  return Math.min(MOST, Math.max(FEWEST, each));
}

/** Infinity where the system does not tell; the runtime raises its own limit as far as it may. */
export function openFilesLimit(limitsFile = '/proc/self/limits'): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync(limitsFile, 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** With a connection of each listener: two take documents, of which one may be in two files, as it came and decoded; the third takes none. */
const DESCRIPTORS = 3 + 3 + 1;
/** The database with its threads, libraries, logs, listeners. */
const RESERVED = 256;
const FEWEST = 16;
const MOST = 10_000;
