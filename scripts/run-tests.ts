/**
 * Runs one suite with Node's own test runner: `node scripts/run-tests.ts unit|interop|postgres|clients [pattern...]`.
 *
 * unit needs nothing but Node; interop needs the independent programs; postgres makes a database cluster of its own; clients needs
 * other languages and their registries. A suite without a test file is a failure.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';

type Suite = 'unit' | 'interop' | 'postgres' | 'clients';

const FILES: Record<Suite, { readonly include: readonly string[]; readonly exclude: RegExp }> = {
  unit: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: /\.postgres\.test\.ts$|^test\/interop\//,
  },
  interop: { include: ['test/interop/**/*.test.ts'], exclude: /\.postgres\.test\.ts$|-client\.test\.ts$/ },
  clients: { include: ['test/interop/**/*-client.test.ts'], exclude: /^$/ },
  postgres: { include: ['packages/*/src/**/*.postgres.test.ts', 'test/**/*.postgres.test.ts'], exclude: /^$/ },
};

const [suite, ...patterns] = process.argv.slice(2);
if (!isSuite(suite)) {
  console.error('usage: node scripts/run-tests.ts unit|interop|postgres|clients [parts of file names]');
  process.exit(2);
}
const { include, exclude } = FILES[suite];
const files = globSync(include as string[])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !exclude.test(file) && !file.includes('node_modules') && isWanted(file))
  .toSorted();
if (files.length === 0) {
  console.error(`the suite '${suite}' has no test file that matches '${patterns.join(' ')}'`);
  process.exit(1);
}
// The runner's own choice leaves one processor idle. Half of a file's time, about, it waits for timers and disks.
const runner = [
  process.execPath,
  '--test',
  '--test-timeout=600000',
  `--test-concurrency=${2 * availableParallelism()}`,
  ...files,
];
const command = suite === 'postgres' ? [process.execPath, 'scripts/with-postgres.ts', ...runner] : runner;
// Each file is a process that reads most of the program: compiled code that is kept saves a quarter of its time.
const env = { ...process.env, NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/sealwright/tests') };
const { status } = spawnSync(command[0]!, command.slice(1), { stdio: 'inherit', env });
process.exit(status ?? 1);

function isWanted(file: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));
}

function isSuite(text: string | undefined): text is Suite {
  return text !== undefined && Object.hasOwn(FILES, text);
}
