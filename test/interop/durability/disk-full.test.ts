/** A disk that takes no more, and then does again. Fails when there is no `prlimit` (util-linux). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RunningProcess } from '../../durability/power-loss/running-process.ts';
import { readStoredUnits } from '../../durability/power-loss/stored-units.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const program = fileURLToPath(new URL('../../durability/disk-full/commit-groups.ts', import.meta.url));
const SIZE_LIMIT = 3_000_000;

it('stores exactly what it answers, refuses the rest, and goes on in the same process when there is room', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sealwright-disk-full-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const file = join(directory, 'test.db');
  const running = new RunningProcess(program, [`sqlite:${file}`]);
  await running.printed();
  // Writes that would make a file longer fail half done (EFBIG), as those to a full disk do (ENOSPC).
  limitFileSizes(running.pid, SIZE_LIMIT);
  while (!running.lines.some((line) => line.endsWith('storage.unavailable'))) await delay(10);
  await delay(200);
  limitFileSizes(running.pid, 'unlimited');
  process.kill(running.pid, 'SIGTERM');
  assert.equal(await running.ended(), '0');

  const answers = running.lines.map((line) => line.split(' ') as [string, string]);
  assert.deepEqual(new Set(answers.map(([, answer]) => answer)), new Set(['stored', 'storage.unavailable']));
  assert.deepEqual(new Set(answers.slice(-640).map(([, answer]) => answer)), new Set(['stored']));
  const { usernames, halves, integrity } = await readStoredUnits(file);
  assert.equal(integrity, 'ok');
  assert.deepEqual(halves, []);
  const answered = answers.filter(([, answer]) => answer === 'stored').map(([username]) => username);
  assert.deepEqual(usernames, new Set(answered));
  t.diagnostic(`${answered.length} units stored, ${answers.length - answered.length} refused`);
});

function limitFileSizes(pid: number, octets: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${octets}:unlimited`]);
}
