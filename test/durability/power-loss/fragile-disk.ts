/**
 * A directory whose disk can lose power: what a killed process had written but not synchronized may be gone. See `keep-synced.c`.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part that the disk kept of writes that nobody had synchronized. */
export type Kept =
  /** nothing: the least that a disk may keep */
  | 'only what was synchronized'
  /** every sector by the toss of a coin: a disk writes in any order, and a page or a frame of the log may be torn */
  | 'some of the rest'
  /** all: the process was killed and the machine went on */
  | 'everything';

/** One disk. Remove it when done. */
export class FragileDisk {
  /** The directory as a process sees it. */
  readonly directory: string;
  readonly #base: string;
  readonly #synced: string;

  /** @param contents - a directory that is on the disk from the start */
  constructor(contents?: string) {
    this.#base = realpathSync(mkdtempSync(join(tmpdir(), 'sealwright-disk-')));
    this.directory = join(this.#base, 'disk');
    this.#synced = join(this.#base, 'synced');
    if (contents === undefined) mkdirSync(this.directory);
    else cpSync(contents, this.directory, { recursive: true });
  }

  /**
   * Returns variables for the environment of a process that have its writes watched.
   *
   * @param killAt - the power fails when the process begins its synchronization of this number, from 1
   */
  environment(killAt?: number): Record<string, string> {
    return {
      LD_PRELOAD: keepSynced(),
      KEEP_SYNCED_FROM: this.directory,
      KEEP_SYNCED_TO: this.#synced,
      // The kernel would write for it unseen.
      UV_USE_IO_URING: '0',
      ...(killAt === undefined ? {} : { KEEP_SYNCED_KILL_AT: String(killAt) }),
    };
  }

  /** A disk with what is left when the power fails now. All watched processes must have ended. */
  afterPowerLoss(kept: Kept): FragileDisk {
    if (kept === 'everything') return new FragileDisk(this.directory);
    const disk = new FragileDisk();
    cpSync(join(this.#synced, 'tree/'), disk.directory, { recursive: true, dereference: true });
    if (kept === 'some of the rest') this.#scatter(disk.directory, '');
    return disk;
  }

  remove(): void {
    rmSync(this.#base, { recursive: true });
  }

  /** Goes over the real files and lets each sector that was not synchronized reach the other disk or not. */
  #scatter(target: string, below: string): void {
    for (const entry of readdirSync(join(this.directory, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      const real = join(this.directory, path);
      const survived = existsSync(join(target, path));
      if (entry.name.endsWith('-shm') || (!survived && toss())) continue;
      if (entry.isDirectory()) {
        mkdirSync(join(target, path), { recursive: true });
        this.#scatter(target, path);
      } else if (entry.isFile()) {
        writeFileSync(join(target, path), mixSectors(this.#syncedContent(real), readFileSync(real)), {
          mode: statSync(real).mode & 0o777,
        });
      }
    }
  }

  /** By the inode: another file may have had the name. */
  #syncedContent(real: string): Uint8Array {
    const directory = join(this.#synced, 'inodes');
    const prefix = `${statSync(real, { bigint: true }).ino.toString(16)}-`;
    const name = readdirSync(directory).find((name) => name.startsWith(prefix));
    return name === undefined ? new Uint8Array() : readFileSync(join(directory, name));
  }
}

/** Each sector, and the size, from one or the other. */
function mixSectors(synced: Uint8Array, written: Uint8Array): Uint8Array {
  const mixed = new Uint8Array(Math.max(synced.length, written.length));
  for (let start = 0; start < mixed.length; start += SECTOR) {
    mixed.set((toss() ? synced : written).subarray(start, start + SECTOR), start);
  }
  return mixed.subarray(0, (toss() ? synced : written).length);
}

function toss(): boolean {
  return randomInt(2) === 0;
}

let library: string | undefined;

/** The compiled library, made once by each process. */
function keepSynced(): string {
  if (library === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'sealwright-keep-synced-'));
    process.on('exit', () => rmSync(directory, { recursive: true }));
    library = join(directory, 'keep-synced.so');
    const source = fileURLToPath(new URL('keep-synced.c', import.meta.url));
    execFileSync(
      'gcc',
      ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', '-o', library, source, '-lpthread'],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
  }
  return library;
}

const SECTOR = 512;
