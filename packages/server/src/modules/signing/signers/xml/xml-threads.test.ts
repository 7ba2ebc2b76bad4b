import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { XmlThread, type XmlThreadInput } from './xml-thread.ts';

const MEBIBYTE = 1024 * 1024;

function verify(mebibytes: number): XmlThreadInput {
  return { task: 'verify', document: new Uint8Array(mebibytes * MEBIBYTE), xades: false, certificates: [] };
}

it('documents beyond what may wait are refused at once, and are taken when there is room again', async (t) => {
  const started: Worker[] = [];
  const thread = new XmlThread(() => {
    const code = `const { parentPort: port } = require('node:worker_threads');
      port.on('message', () => port.postMessage({ status: 'verified', signatures: [] }));`;
    started.push(new Worker(code, { eval: true }));
    return started.at(-1)!;
  });
  t.after(() => Promise.all(started.map((worker) => worker.terminate())));
  const answers = [thread.run(verify(100)), thread.run(verify(20))];
  await assert.rejects(thread.run(verify(20)), { code: 'signing.xml_busy', kind: 'unavailable' });
  for (const { status } of await Promise.all(answers)) assert.equal(status, 'verified');
  // Larger than all that may wait, and alone.
  assert.equal((await thread.run(verify(130))).status, 'verified');
});

it('a document gets the time that one of its size needs, and no more', { timeout: 120_000 }, async (t) => {
  const started: Worker[] = [];
  const thread = new XmlThread(() => {
    started.push(
      new Worker(`require('node:worker_threads').parentPort.on('message', () => { for (;;); })`, { eval: true }),
    );
    return started.at(-1)!;
  });
  t.after(() => Promise.all(started.map((worker) => worker.terminate())));
  await assert.rejects(thread.run(verify(1)), { code: 'signing.document_too_large' });
  assert.equal(started.length, 1);
});
