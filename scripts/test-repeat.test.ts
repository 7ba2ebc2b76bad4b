import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it, type TestContext } from 'node:test';

/** Repeats suites of a repository whose `run-tests.ts` is this text. */
function repeat(t: TestContext, runTests: string, ...command: readonly string[]) {
  const root = mkdtempSync(path.join(tmpdir(), 'repeat-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'scripts'));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(root, 'scripts/run-tests.ts'), runTests);
  const { stdout, status } = spawnSync(process.execPath, [path.resolve('scripts/test-repeat.ts'), ...command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: root },
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

it('runs each suite so many times, every second time beside others when told so', (t) => {
  const { status, lines } = repeat(t, '', '2', '--busy', '--suite', 'unit,interop');
  assert.equal(status, 0);
  assert.deepEqual(
    lines.map((line) => line.replace(/\d+ s$/, '')),
    [
      'run 1: unit: passed in ',
      'run 1: interop: passed in ',
      'run 2, busy: unit: passed in ',
      'run 2, busy: interop: passed in ',
    ],
  );
});

it('tells which tests have failed, and how often', (t) => {
  const text = `
    import { appendFileSync } from 'node:fs';
    appendFileSync(process.argv.at(-1), 'a.test.ts:1  fails: always\\n');
    process.exit(1);`;
  const { status, lines } = repeat(t, text, '2');
  assert.equal(status, 1);
  assert.match(lines[0]!, /^run 1: unit: failed in \d+ s, see .+\.log$/);
  assert.deepEqual([lines[1], lines.at(-1)], ['  a.test.ts:1  fails: always', '2 x a.test.ts:1  fails: always']);
});
