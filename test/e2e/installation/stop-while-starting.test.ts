/** A server that is told to stop before it has said that it listens. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it } from 'node:test';
import { atEnd } from '../../../packages/server/test/at-end.ts';
import { eventually } from '../../eventually.ts';
import { copyInstallation } from '../support/installations/prepared-installation.ts';
import { freePort } from '../../interop/programs/listening-program.ts';
import { collect, spawnCommand } from '../support/server-process.ts';

for (const [told, leadsGroup] of [
  ['the supervisor of worker processes', false],
  // As service managers and terminals do.
  ['a supervisor and its worker processes', true],
] as const)
  it(`stops in order, ${told} being told`, { skip: process.platform === 'win32' }, async (t) => {
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
    // The supervisor's own listener, before a worker process serves.
    await eventually("an answer of the operators' listener", async () => {
      assert.equal(child.exitCode, null, output());
      const answer = await fetch(`http://${ops}/health`).catch(() => undefined);
      return answer !== undefined;
    });
    process.kill(leadsGroup ? -child.pid! : child.pid!, 'SIGTERM');
    assert.deepEqual(await ended, [0, null], output());
  });
