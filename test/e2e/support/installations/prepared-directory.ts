/** Directories that are slow to make, such as a home directory after a first start: made once for many tests, each of which has a copy. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** A directory to prepare, and the way to do it. */
export interface Preparation {
  /** Tells it from other preparations. */
  readonly name: string;
  /** Fills an empty directory. */
  readonly make: (directory: string) => Promise<void>;
  /** Where prepared directories are kept. */
  readonly cache?: string;
  /** The files and directories that decide what {@link make} makes. */
  readonly sources?: readonly string[];
  readonly nowMs?: number;
}

/**
 * Returns a directory that {@link Preparation.make} has filled, from the sources as they are and at most an hour ago. It is there to be
 * copied: nobody may change it.
 *
 * Processes may prepare the same at the same time; that of the first to end is used.
 */
export async function prepareDirectory({
  name,
  make,
  cache = CACHE,
  sources = SOURCES,
  nowMs = Date.now(),
}: Preparation): Promise<string> {
  const period = Math.floor(nowMs / PERIOD_MS);
  const ready = path.join(cache, `${period}-${digestOf(name, sources)}`);
  if (existsSync(ready)) return ready;
  mkdirSync(cache, { recursive: true });
  const unfinished = path.join(cache, `${period}-${randomBytes(8).toString('hex')}.unfinished`);
  // It may hold keys, if only those of tests.
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    await make(unfinished);
    renameSync(unfinished, ready);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(ready)) throw error;
  }
  removeOld(cache, period);
  return ready;
}

/** A digest of the names, sizes and times of all files: reading them would take longer than most tests do. */
function digestOf(name: string, sources: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([name, process.version, os.hostname()]));
  for (const source of sources) {
    const files = statSync(source).isDirectory() ? readdirSync(source, { recursive: true, encoding: 'utf8' }) : [''];
    for (const file of files.toSorted()) {
      const { size, mtimeMs, ctimeMs } = statSync(path.join(source, file));
      hash.update(JSON.stringify([source, file, size, mtimeMs, ctimeMs]));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Keeps those of the last period, which somebody may be copying. */
function removeOld(cache: string, period: number): void {
  for (const name of readdirSync(cache))
    if (Number.parseInt(name, 10) < period - 1) rmSync(path.join(cache, name), { recursive: true, force: true });
}

const ROOT = path.join(import.meta.dirname, '../../../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/sealwright/prepared');
const SOURCES = [
  'packages/pki/src',
  'packages/lint/src',
  'packages/documents/src',
  'packages/server/src',
  'package-lock.json',
].map((source) => path.join(ROOT, source));
/** Certificates and records of a server should not look much older than the test. */
const PERIOD_MS = 3_600_000;
