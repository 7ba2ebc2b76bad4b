/** A server that is told to stop before it has said that it listens. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it, type TestContext } from 'node:test';
import { atEnd } from '../../../packages/server/test/at-end.ts';
import { eventually } from '../../eventually.ts';
import { copyInstallation } from '../support/installations/prepared-installation.ts';
import { freePort } from '../../interop/programs/listening-program.ts';
import { collect, spawnCommand } from '../support/server-process.ts';
import { workerPids } from '../support/worker-processes/worker-processes.ts';

const IS_LINUX = process.platform === 'linux';

/** Starts a server with two worker processes, and returns when its supervisor answers operators and begins to start them. */
async function startWithWorkers(t: TestContext, leadsGroup = false) {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-stop-'));
  atEnd(t, () => rmSync(home, { recursive: true }));
  const database = await copyInstallation(home);
  atEnd(t, () => database?.remove());
  const ops = `127.0.0.1:${await freePort()}`;
  const listeners = ['--https', '127.0.0.1:0', '--http', '127.0.0.1:0', '--ops', ops];
  const command = ['start', ...listeners, '--workers', '2'];
  const child = spawnCommand(command, { home, database: database?.url, leadsGroup });
  atEnd(t, () => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const output = collect(child);
  await eventually("an answer of the operators' listener", async () => {
    assert.equal(child.exitCode, null, output());
    const answer = await fetch(`http://${ops}/health`).catch(() => undefined);
    return answer !== undefined;
  });
  if (IS_LINUX) await eventually('worker processes', () => workerPids({ child }).length === 2);
  return { child, ended, output };
}

/** Tells a worker process to stop before both of them serve, and returns when its supervisor has noticed its end. */
async function stopWorker(child: ChildProcess): Promise<void> {
  const [worker, other] = workerPids({ child }) as [number, number];
  process.kill(other, 'SIGSTOP');
  try {
    process.kill(worker, 'SIGTERM');
    await eventually('the end of a worker process', () => !existsSync(`/proc/${worker}`));
  } finally {
    process.kill(other, 'SIGCONT');
  }
}

for (const [told, leadsGroup] of [
  ['the supervisor of worker processes', false],
  // As service managers and terminals do.
  ['a supervisor and its worker processes', true],
] as const)
  it(`stops in order, ${told} being told`, { skip: process.platform === 'win32' }, async (t) => {
    const { child, ended, output } = await startWithWorkers(t, leadsGroup);
    process.kill(leadsGroup ? -child.pid! : child.pid!, 'SIGTERM');
    assert.deepEqual(await ended, [0, null], output());
  });

it('stops in order, a worker process being told first', { skip: !IS_LINUX }, async (t) => {
  const { child, ended, output } = await startWithWorkers(t);
  await stopWorker(child);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], output());
});

it('fails to start if a worker process alone is told to stop', { skip: !IS_LINUX }, async (t) => {
  const { child, ended, output } = await startWithWorkers(t);
  await stopWorker(child);
  assert.deepEqual(await ended, [1, null]);
  assert.match(output(), /A worker process did not start: it ended with (SIGTERM|exit code 0)\./);
});
