/** Number of connections that fit into the open files that the system allows the process. */
import { readFileSync } from 'node:fs';

/**
 * Returns the number of connections that each listener may hold open. It leaves descriptors for the database, the spool and the files of
 * devices: without a free one, even requests under way fail.
 *
 * @param limit - of open files; Infinity when there is none
 */
export function connectionsFor(limit: number): number {
  const each = Math.floor((limit - RESERVED) / DESCRIPTORS);
  return Math.min(MOST, Math.max(FEWEST, each));
}

/** Returns the soft limit, which the runtime has raised as far as it may; Infinity where the system does not tell. */
export function openFilesLimit(limitsFile = '/proc/self/limits'): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync(limitsFile, 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Descriptors for a connection of each listener: HTTPS one and two spool files (content as it was sent, and decoded), HTTP the same, operators one. */
const DESCRIPTORS = 3 + 3 + 1;
/** Descriptors of the database with its threads, libraries, logs and listeners. */
const RESERVED = 256;
const FEWEST = 16;
const MOST = 10_000;
