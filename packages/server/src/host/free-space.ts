import { statfs } from 'node:fs/promises';

/** Size of a file system, as it reports it. */
export interface FileSystemSize {
  /** Octets of a block. */
  readonly bsize: number;
  /** Blocks of all of it. */
  readonly blocks: number;
  /** Blocks that this user can still fill. */
  readonly bavail: number;
}

/**
 * Says when a disk has so little room that what is committed next may not fit: 64 MiB, as much as SQLite's log keeps, or a twentieth of a small disk.
 *
 * @param home - a path, which the message does not name: readiness is shown to unknown callers
 */
export async function freeSpaceProblem(
  home: string,
  sizeOf: (directory: string) => Promise<FileSystemSize> = statfs,
): Promise<string | undefined> {
  const { bsize, blocks, bavail } = await sizeOf(home);
  const needed = Math.min(MIN_FREE_OCTETS, (blocks * bsize) / 20);
  // Some file systems know no size.
  if (blocks === 0 || bavail * bsize >= needed) return undefined;
  return `The disk of the home directory has ${mebibytes(bavail * bsize)} MiB left and needs ${mebibytes(needed)}: make room.`;
}

function mebibytes(octets: number): number {
  return Math.floor(octets / 2 ** 20);
}

const MIN_FREE_OCTETS = 64 * 2 ** 20;
