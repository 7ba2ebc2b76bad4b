/**
 * Runs suites several times in a row: `node scripts/test-repeat.ts [TIMES] [--busy] [--suite unit,interop,postgres] [pattern...]`.
 *
 * It says of each run how it went, and at the end which tests failed how often. With `--busy`, every second run is beside processes that
 * keep all processors busy: a test that depends on how busy the machine is fails then. The output of a run that fails is kept.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'boolean', default: false }, suite: { type: 'string', default: 'unit' } },
});
const [times = '10', ...patterns] = positionals;
if (!/^[1-9]\d*$/.test(times)) {
  console.error('usage: node scripts/test-repeat.ts [TIMES] [--busy] [--suite unit,interop,postgres] [pattern...]');
  process.exit(2);
}
const output = mkdtempSync(path.join(tmpdir(), 'test-runs-'));
const failures = new Map<string, number>();
let failed = 0;
for (let run = 1; run <= Number(times); run++) {
  const isBusy = values.busy && run % 2 === 0;
  const others = isBusy ? keepBusy() : [];
  for (const suite of values.suite.split(',')) runSuite(suite, `run ${run}${isBusy ? ', busy' : ''}: ${suite}`);
  for (const other of others) other.kill('SIGKILL');
}
for (const [failure, count] of [...failures].toSorted(([, a], [, b]) => b - a)) console.log(`${count} x ${failure}`);
process.exitCode = failed === 0 ? 0 : 1;

function runSuite(suite: string, name: string): void {
  const begun = performance.now();
  const base = path.join(output, name.replaceAll(/\W+/g, '-'));
  const log = openSync(`${base}.log`, 'w');
  const command = ['scripts/run-tests.ts', suite, ...patterns, '--failures', `${base}.failures`];
  const { status } = spawnSync(process.execPath, command, { stdio: ['ignore', log, log] });
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (status === 0) {
    console.log(`${name}: passed in ${seconds} s`);
    return;
  }
  failed++;
  console.log(`${name}: failed in ${seconds} s, see ${base}.log`);
  const lines = existsSync(`${base}.failures`) ? readFileSync(`${base}.failures`, 'utf8').trimEnd().split('\n') : [];
  for (const line of lines) {
    console.log(`  ${line}`);
    failures.set(line, (failures.get(line) ?? 0) + 1);
  }
}

function keepBusy(): readonly ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
}
