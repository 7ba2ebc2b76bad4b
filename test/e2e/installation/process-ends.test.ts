/** Worker processes that the system cannot make, and those that hang. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { it, type TestContext } from 'node:test';
import { eventually } from '../../eventually.ts';
import { copyInstallation } from '../support/installations/prepared-installation.ts';
import { type ProcessOptions, ServerProcess } from '../support/server-process.ts';
import { isRunning, workerPids } from '../support/worker-processes/worker-processes.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

it('outlives a worker process that the system cannot make, and makes it as soon as it can', async (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-node-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const node = path.join(directory, 'node');
  copyFileSync(process.execPath, node);
  const server = await start(t, { node, settings: ['--workers', '2', '--rsa-pool', '0'] });
  const [pid] = workerPids(server);
  renameSync(node, `${node}-away`);
  process.kill(pid!, 'SIGKILL');
  await eventually('several attempts', async () => (await replacedOf(server)) >= 3);
  assert.equal(server.child.exitCode, null);
  assert.match(await (await fetch(opsOf(server, '/ready'))).text(), /1 of 2 worker processes serve/);
  renameSync(`${node}-away`, node);
  await eventually('the second one', async () => (await servingOf(server)) === 2);
});

it('notes a worker process that hangs, and replaces it', async (t) => {
  const server = await start(t, { settings: ['--workers', '2', '--rsa-pool', '0'] });
  const [pid] = workerPids(server);
  process.kill(pid!, 'SIGSTOP');
  await eventually('a note', async () =>
    (await (await fetch(opsOf(server, '/ready'))).text()).includes('1 of 2 worker processes serve'),
  );
  await eventually('its end', () => !isRunning(pid!));
  await eventually('another one', async () => (await servingOf(server)) === 2);
});

async function start(t: TestContext, options: Omit<ProcessOptions, 'home' | 'database'>): Promise<ServerProcess> {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-ends-'));
  const database = await copyInstallation(home);
  const server = await ServerProcess.start({ home, database: database?.url, ...options });
  atEnd(t, async () => {
    await server.stop();
    await database?.remove();
    rmSync(home, { recursive: true });
  });
  return server;
}

async function servingOf(server: ServerProcess): Promise<number> {
  return metricOf(server, 'sealwright_worker_processes');
}

async function replacedOf(server: ServerProcess): Promise<number> {
  return metricOf(server, 'sealwright_worker_processes_replaced_total');
}

async function metricOf(server: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(opsOf(server, '/metrics'))).text();
  return Number(new RegExp(String.raw`^${name} (\d+)$`, 'm').exec(text)?.[1]);
}

function opsOf({ message }: ServerProcess, target: string): URL {
  return new URL(target, /and (http:\/\/\S+) \(health/.exec(message)![1]);
}
