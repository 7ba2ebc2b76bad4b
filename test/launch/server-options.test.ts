/** The options of Node that a server runs with, however it is started. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(new URL('../../bin/sealwright.js', import.meta.url));
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-options-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** Has each beginning of the process tell of itself, before the launcher runs. */
const TELL = `data:text/javascript,process.stderr.write(JSON.stringify([process.pid,process.execArgv,process.env.MALLOC_ARENA_MAX??''])+'\\n')`;

async function beginnings(args: readonly string[], options: readonly string[] = [], nodeOptions = '') {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: directory,
    XDG_CACHE_HOME: path.join(directory, 'cache'),
    NODE_OPTIONS: `--import ${TELL} ${nodeOptions}`,
  };
  const child = spawn(process.execPath, [...options, LAUNCHER, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const lines = (await text(child.stderr)).split('\n').filter((line) => line.startsWith('['));
  const told = lines.map((line) => JSON.parse(line) as [pid: number, options: string[], arenas: string]);
  assert.deepEqual([...new Set(told.map(([pid]) => pid))], [child.pid], 'it stays one process');
  return told.map(([, given, arenas]) => [given, arenas]);
}

/** Ends at once, since there is no such option. */
const START = ['start', '--no-such-option'];

describe('a server', () => {
  it('begins anew with its options, and keeps those that it was started with', async () => {
    assert.deepEqual(await beginnings(START, ['--no-warnings']), [
      [['--no-warnings'], ''],
      [['--v8-pool-size=1', '--max-semi-space-size=16', '--no-warnings'], '2'],
    ]);
  });

  it('leaves an option as it was given for the start, in either way', async () => {
    assert.deepEqual(await beginnings(START, ['--v8-pool-size=3'], '--max-semi-space-size=64'), [
      [['--v8-pool-size=3'], ''],
    ]);
  });
});

it('is the only command that begins anew', async () => {
  assert.equal((await beginnings(['doctor', '--no-such-option'])).length, 1);
  assert.equal((await beginnings(['start', '--help'])).length, 1);
});
