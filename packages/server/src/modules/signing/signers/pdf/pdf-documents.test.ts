import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { SignPdfOptions } from '@sealwright/documents/pdf';
import { pageObjects, streamFile, tableFile } from '../../../../../../documents/test/pdf-documents.ts';
import { foreseen, signaturesOf, signer, TIME } from '../../../../../../documents/test/pdf-signatures.ts';
import { allOf, type Content, contentOf } from '../../../../kernel/content.ts';
import { DEFAULT_WORK_LIMITS, type DocumentLimits } from '../../../../kernel/work-limits.ts';
import { startDocumentThread } from '../common/index.ts';
import { PdfDocuments } from './pdf-documents.ts';
import { atEnd } from '../../../../../test/at-end.ts';

const SMALL = tableFile(pageObjects());
/** With an object of 2 MiB. */
const LARGE = tableFile({ ...pageObjects(), 9: `<</Filler(${'x'.repeat(2 * 1024 * 1024)})>>` });
/** Below 1 MiB, with thousands of objects in a stream. */
const HEAVY = streamFile(pageObjects(60_000));
const { algorithms, certificate } = signer;
const keys = { algorithms, certificate, chain: [], sign: (octets: Uint8Array) => signer.sign(octets) };
const OPTIONS: SignPdfOptions = { signer: keys, time: TIME, random: foreseen };

/** Documents with threads of the program, and those that were started. */
function documentsOf(t: TestContext, given: Partial<DocumentLimits> = {}, code?: string) {
  const limits = { ...DEFAULT_WORK_LIMITS, ...given };
  const started: Worker[] = [];
  const documents = new PdfDocuments(limits, () => {
    const worker =
      code === undefined
        ? startDocumentThread(import.meta.resolve('#pdf-thread-entry'), 'pdf', limits)
        : new Worker(`const { parentPort: port } = require('node:worker_threads'); ${code}`, { eval: true });
    started.push(worker);
    return worker;
  });
  atEnd(t, () => Promise.all(started.map((worker) => worker.terminate())));
  return { documents, started };
}

/** Content as it stands in a file. */
function filed(bytes: Uint8Array): Content {
  return { ...contentOf(bytes), inMemory: undefined };
}

async function requireSigned(content: Content, source?: Uint8Array): Promise<void> {
  const signed = await allOf(content);
  if (source !== undefined) assert.ok(Buffer.from(signed).subarray(0, source.length).equals(source));
  const found = signaturesOf(signed);
  assert.deepEqual(
    found.map(({ isValid, covers }) => [isValid, covers]),
    [[true, signed.length]],
  );
}

describe('PDF documents', () => {
  it('that are small are read in place', async (t) => {
    const { documents, started } = documentsOf(t);
    await requireSigned(await documents.sign(contentOf(SMALL), OPTIONS), SMALL);
    assert.equal(started.length, 0);
  });

  for (const [title, content] of [
    ['in memory', contentOf(LARGE)],
    ['in a file', filed(LARGE)],
  ] as const)
    it(`that are large and ${title} are read in a thread`, async (t) => {
      const { documents, started } = documentsOf(t);
      await requireSigned(await documents.sign(content, OPTIONS), LARGE);
      assert.equal(started.length, 1);
    });

  it('that take much work are read in a thread, however small they are', async (t) => {
    assert.ok(HEAVY.length < 1024 * 1024);
    const { documents, started } = documentsOf(t);
    await requireSigned(await documents.sign(contentOf(HEAVY), OPTIONS), HEAVY);
    assert.equal(started.length, 1);
  });

  for (const [title, document, contentIn] of [
    ['large ones', Buffer.from(LARGE), contentOf],
    ['large ones in a file', Buffer.from(LARGE), filed],
    ['those that take much work', Buffer.from(HEAVY), contentOf],
  ] as const)
    it(`are still there after a thread has read their buffer: ${title}`, async (t) => {
      const { documents, started } = documentsOf(t);
      const before = new Uint8Array(document);
      await requireSigned(await documents.sign(contentIn(document), OPTIONS), before);
      assert.equal(started.length, 1);
      assert.ok(document.equals(before));
    });

  it('are written anew in a thread, too', async (t) => {
    const { documents, started } = documentsOf(t);
    await requireSigned(await documents.sign(filed(LARGE), { ...OPTIONS, append: false }));
    assert.equal(started.length, 1);
  });

  it('are read again with more room when the signature needs it', async (t) => {
    const { documents } = documentsOf(t);
    // A token of 24 KiB, of which 16 were thought.
    const token = Buffer.concat([Uint8Array.fromHex('3082600404826000'), new Uint8Array(0x6000)]);
    const larger = { ...keys, timeStamp: () => token };
    await requireSigned(await documents.sign(filed(LARGE), { ...OPTIONS, signer: larger }), LARGE);
  });

  it('are refused by a thread as they are in place', async (t) => {
    const { documents, started } = documentsOf(t);
    for (const octets of [1000, 2 * 1024 * 1024])
      await assert.rejects(documents.sign(contentOf(new Uint8Array(octets)), OPTIONS), { code: 'pdf.no_header' });
    assert.equal(started.length, 1);
  });

  it('that cannot be read fail with the reason, and the next one is signed', async (t) => {
    const { documents } = documentsOf(t);
    const lost = { ...filed(LARGE), read: () => Promise.reject(new RangeError('no such file')) };
    await assert.rejects(documents.sign(lost, OPTIONS), { message: 'no such file' });
    await requireSigned(await documents.sign(filed(LARGE), OPTIONS), LARGE);
  });

  it('are refused when more wait than may, and when one takes too long', { timeout: 120_000 }, async (t) => {
    const limits = { documents: 1, waitingDocuments: 1, documentMs: 100, documentWaitMs: 1 };
    const { documents } = documentsOf(t, limits, `port.on('message', () => { for (;;); });`);
    const sign = () => documents.sign(contentOf(new Uint8Array(1024 * 1024 + 1)), OPTIONS);
    const outcomes = await Promise.allSettled([sign(), sign(), sign()]);
    assert.deepEqual(
      outcomes.map((outcome) => ((outcome as PromiseRejectedResult).reason as { code: string }).code),
      ['signing.document_too_large', 'signing.pdf_busy', 'signing.pdf_busy'],
    );
  });

  it('that are refused at once are not copied before', async (t) => {
    const answer = `port.postMessage({ status: 'refused', code: 'pdf.damaged', message: '' })`;
    const limits = { documents: 1, documentOctets: 1 };
    const { documents, started } = documentsOf(
      t,
      limits,
      `port.on('message', (task) => { if (task === 'release') ${answer}; });`,
    );
    const first = assert.rejects(documents.sign(contentOf(LARGE), OPTIONS), { code: 'pdf.damaged' });
    // Memory that was given away cannot be copied.
    const gone = new Uint8Array(LARGE.length);
    structuredClone(gone, { transfer: [gone.buffer] });
    const second = documents.sign({ ...contentOf(LARGE), inMemory: gone }, OPTIONS);
    await assert.rejects(second, { code: 'signing.pdf_busy' });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    started[0]!.postMessage('release');
    await first;
  });

  it('keep no thread waiting while their signature is made', async (t) => {
    const { documents, started } = documentsOf(t, { documents: 1 });
    const [signing, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sign = async (octets: Uint8Array) => {
      signing.resolve();
      await release.promise;
      return keys.sign(octets);
    };
    const slow = documents.sign(contentOf(LARGE), { ...OPTIONS, signer: { ...keys, sign } });
    await signing.promise;
    await requireSigned(await documents.sign(contentOf(LARGE), OPTIONS), LARGE);
    release.resolve();
    await requireSigned(await slow, LARGE);
    assert.equal(started.length, 1);
  });
});
