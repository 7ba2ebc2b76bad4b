/**
 * Runs one suite with Node's own test runner: `node scripts/run-tests.ts unit|interop|postgres|clients [pattern...]`.
 *
 * unit needs nothing but Node; interop needs the independent programs; postgres makes a database cluster of its own; clients needs
 * other languages and their registries. A suite without a test file is a failure. `--failures FILE` appends a line to the file for each
 * test that fails.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findBundle, makeBundle } from '../bin/launch/bundle.js';
import { batchesOf, textOfBatch } from './test-batches.ts';

type Suite = 'unit' | 'interop' | 'postgres' | 'clients';

// Whole servers come first: their files take longest.
const FILES: Record<Suite, { readonly include: readonly string[]; readonly exclude: RegExp }> = {
  unit: {
    include: ['test/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: /\.postgres\.test\.ts$|^test\/interop\//,
  },
  interop: { include: ['test/interop/**/*.test.ts'], exclude: /\.postgres\.test\.ts$|-client\.test\.ts$/ },
  clients: { include: ['test/interop/**/*-client.test.ts'], exclude: /^$/ },
  postgres: { include: ['packages/*/src/**/*.postgres.test.ts', 'test/**/*.postgres.test.ts'], exclude: /^$/ },
};
const BATCH_OCTETS = 100_000;

const ROOT = process.cwd();
const { values, positionals } = parseArgs({ allowPositionals: true, options: { failures: { type: 'string' } } });
const [suite, ...patterns] = positionals;
if (!isSuite(suite)) {
  console.error(
    'usage: node scripts/run-tests.ts unit|interop|postgres|clients [parts of file names] [--failures FILE]',
  );
  process.exit(2);
}
const { include, exclude } = FILES[suite];
const files = include
  .flatMap((pattern) => globSync(pattern).toSorted())
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !exclude.test(file) && !file.includes('node_modules') && isWanted(file));
if (files.length === 0) {
  console.error(`the suite '${suite}' has no test file that matches '${patterns.join(' ')}'`);
  process.exit(1);
}
const batches = mkdtempSync(path.join(tmpdir(), 'test-batches-'));
try {
  process.exitCode = run(suite === 'unit' ? await writeBatches(files) : files);
} finally {
  rmSync(batches, { recursive: true });
}

/** Returns the files of the batches, whose names have their order. */
async function writeBatches(tests: readonly string[]): Promise<readonly string[]> {
  const bundle = findBundle(ROOT, 'server') ?? (await makeBundle(ROOT, 'server'));
  return batchesOf(ROOT, tests, BATCH_OCTETS).map((batch, index) => {
    const file = path.join(batches, `${String(index).padStart(3, '0')}.mjs`);
    writeFileSync(file, textOfBatch(ROOT, batch, bundle));
    return file;
  });
}

function run(programs: readonly string[]): number {
  const reporters =
    values.failures === undefined
      ? []
      : ['spec', 'stdout', './scripts/failures-reporter.ts', values.failures].map(
          (each, index) => `--test-reporter${index % 2 === 0 ? '' : '-destination'}=${each}`,
        );
  // The runner's own choice leaves one processor idle. Half of a file's time, about, it waits for timers and disks.
  const runner = [
    process.execPath,
    '--test',
    '--test-timeout=900000',
    `--test-concurrency=${2 * availableParallelism()}`,
    ...reporters,
    ...programs,
  ];
  const command = suite === 'postgres' ? [process.execPath, 'scripts/with-postgres.ts', ...runner] : runner;
  // Compiled code that is kept saves a quarter of the time that loading takes.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/sealwright/tests') };
  return spawnSync(command[0]!, command.slice(1), { stdio: 'inherit', env }).status ?? 1;
}

function isWanted(file: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
}

function isSuite(text: string | undefined): text is Suite {
  return text !== undefined && Object.hasOwn(FILES, text);
}
