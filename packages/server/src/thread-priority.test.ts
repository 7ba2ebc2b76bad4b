import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';

/** The priority of a thread that has stood back, and that of this one. */
async function priorities(): Promise<readonly [worker: number, main: number]> {
  const module = new URL('./thread-priority.ts', import.meta.url).href;
  const source = `
    import { readlinkSync } from 'node:fs';
    import os from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { standBack } from '${module}';
    standBack();
    const thread = process.platform === 'linux' ? Number(readlinkSync('/proc/thread-self').split('/').pop()) : process.pid;
    parentPort.postMessage(os.getPriority(thread));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  worker.on('message', resolve);
  worker.on('error', reject);
  const priority = await promise;
  await worker.terminate();
  return [priority, os.getPriority(process.pid)];
}

it('is lower for a thread that stands back, and the same for the main thread, where each has its own', async () => {
  const before = os.getPriority(process.pid);
  const [worker, main] = await priorities();
  assert.equal(main, before);
  assert.equal(worker, process.platform === 'linux' ? 10 : before);
  if (process.platform === 'linux') assert.equal(path.basename(readlinkSync('/proc/thread-self')), String(process.pid));
});
