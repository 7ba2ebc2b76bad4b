import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { DEFAULT_WORK_LIMITS, type DocumentLimits } from '../../../../kernel/work-limits.ts';
import { startDocumentThread } from '../common/index.ts';
import { type XmlThreadInput, type XmlThreads, xmlThreads } from './xml-threads.ts';
import { atEnd } from '../../../../../test/at-end.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWER = `port.on('message', () => port.postMessage({ status: 'verified', signatures: [] }));`;
/** Answers for a document that is not empty only after {@link release}. */
const HELD = `port.on('message', (message) => {
  if (message === 'release' || message.document.length === 0) port.postMessage({ status: 'verified', signatures: [] });
});`;
const busy = { code: 'signing.xml_busy', kind: 'unavailable' };

function verify(mebibytes: number): XmlThreadInput {
  return { task: 'verify', document: new Uint8Array(mebibytes * MEBIBYTE), xades: false, certificates: [] };
}

/** Threads that run `code` with `port`, and those that were started. */
function threadsOf(
  t: TestContext,
  code: string,
  limits: Partial<DocumentLimits>,
): { readonly threads: XmlThreads; readonly started: readonly Worker[] } {
  const started: Worker[] = [];
  const threads = xmlThreads({ ...DEFAULT_WORK_LIMITS, ...limits }, () => {
    started.push(new Worker(`const { parentPort: port } = require('node:worker_threads'); ${code}`, { eval: true }));
    return started.at(-1)!;
  });
  atEnd(t, () => Promise.all(started.map((worker) => worker.terminate())));
  return { threads, started };
}

function release(worker: Worker | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  worker?.postMessage('release');
}

it('documents beyond the memory for them are refused at once, and are taken when there is room again', async (t) => {
  const { threads } = threadsOf(t, ANSWER, { documents: 1 });
  const answers = [threads.run(verify(100)), threads.run(verify(20))];
  await assert.rejects(threads.run(verify(20)), busy);
  for (const { status } of await Promise.all(answers)) assert.equal(status, 'verified');
  // Larger than all that may wait, and alone.
  assert.equal((await threads.run(verify(130))).status, 'verified');
});

it('the memory for documents is a setting', async (t) => {
  const { threads } = threadsOf(t, ANSWER, { documentOctets: 2 * MEBIBYTE });
  const first = threads.run(verify(2));
  await assert.rejects(threads.run(verify(1)), busy);
  assert.equal((await first).status, 'verified');
});

it('as many documents wait as may wait, and as many are read at a time as there may be threads', async (t) => {
  const { threads, started } = threadsOf(t, ANSWER, { documents: 3, waitingDocuments: 1 });
  const answers = Array.from({ length: 4 }, () => threads.run(verify(1)));
  await assert.rejects(threads.run(verify(1)), busy);
  await Promise.all(answers);
  assert.equal(started.length, 3);
});

it('a document waits as long as it may, and no longer for one that is still read', { timeout: 120_000 }, async (t) => {
  const { threads, started } = threadsOf(t, HELD, { documents: 1, waitingDocuments: 1, documentMs: 600_000 });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const first = threads.run(verify(1));
  const second = assert.rejects(threads.run(verify(0)), busy);
  t.mock.timers.tick(DEFAULT_WORK_LIMITS.documentWaitMs);
  await second;
  // It waits no longer, so another one may, and gets the thread.
  const third = threads.run(verify(0));
  release(started[0]);
  assert.equal((await first).status, 'verified');
  assert.equal((await third).status, 'verified');
});

it('the first thread that is free takes the next document', { timeout: 120_000 }, async (t) => {
  const { threads, started } = threadsOf(t, HELD, { documents: 2, documentMs: 600_000 });
  const held = threads.run(verify(1));
  const others = Array.from({ length: 4 }, () => threads.run(verify(0)));
  for (const { status } of await Promise.all(others)) assert.equal(status, 'verified');
  release(started[0]);
  assert.equal((await held).status, 'verified');
});

it('a document gets the time that one of its size needs, and no more', { timeout: 120_000 }, async (t) => {
  const { threads, started } = threadsOf(t, `port.on('message', () => { for (;;); });`, {});
  await assert.rejects(threads.run(verify(1)), { code: 'signing.document_too_large' });
  assert.equal(started.length, 1);
});

it('a document gets the memory that one may take, and no more', { timeout: 120_000 }, async (t) => {
  const document = Buffer.from(`<a>${'<b/>'.repeat(500_000)}</a>`);
  const verified = async (limits: Partial<DocumentLimits>) => {
    const started: Worker[] = [];
    const all = { ...DEFAULT_WORK_LIMITS, ...limits };
    const threads = xmlThreads(all, () => {
      started.push(startDocumentThread(import.meta.resolve('#xml-thread-entry'), 'xml', all));
      return started.at(-1)!;
    });
    atEnd(t, () => Promise.all(started.map((worker) => worker.terminate())));
    return threads.run({ task: 'verify', document, xades: false, certificates: [] });
  };
  assert.deepEqual(await verified({}), { status: 'verified', signatures: [] });
  await assert.rejects(verified({ documentHeapOctets: 32 * MEBIBYTE }), {
    code: 'signing.document_too_large',
    message: 'The document takes too much memory',
  });
});
