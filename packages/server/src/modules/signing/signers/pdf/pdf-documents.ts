/**
 * PDF documents that are signed: small ones in place, in turns with everything else; large ones, and those that take much work, in a thread.
 *
 * Only a document is read there. The signature itself, which may wait for a device or for a time-stamp authority, is made in place, and keeps no thread waiting.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type Worker } from 'node:worker_threads';
import type { DocumentSource } from '@sealwright/documents';
import type { PreparedPdf, PreparePdfOptions, ReservedPdf, SignPdfOptions } from '@sealwright/documents/pdf';
import { type Content, contentOf } from '../../../../kernel/content.ts';
import type { DocumentLimits } from '../../../../kernel/work-limits.ts';
import { DocumentTooLargeError, joinContents } from '../../worker-contract/index.ts';
import { DocumentThreads, startDocumentThread } from '../common/index.ts';
import { PdfBusyError } from './errors.ts';
import type { AskedOctets, PdfThreadInput, PdfThreadOutput, ThreadDocument } from './pdf-task.ts';

/** One for all workers: they share the threads. */
export class PdfDocuments {
  readonly #threads: DocumentThreads<PdfThreadInput, PdfThreadOutput>;

  /** @param start - for tests */
  constructor(
    limits: DocumentLimits,
    start: () => Worker = () => startDocumentThread(import.meta.resolve('#pdf-thread-entry'), 'pdf', limits),
  ) {
    this.#threads = new DocumentThreads({ limits, start, sizeOf, busy: () => new PdfBusyError() });
  }

  /**
   * Signs a document.
   *
   * @throws `PdfError` for a document that is refused
   * @throws {@link DocumentTooLargeError}, also for one that was written anew and is more than is held in memory
   * @throws {@link PdfBusyError}
   */
  async sign(content: Content, options: SignPdfOptions): Promise<Content> {
    // Not before it is needed: most services sign no PDF.
    const { preparationOf, signReserved } = await import('@sealwright/documents/pdf');
    const preparation = preparationOf(options);
    const small = content.octets <= MAX_IN_PLACE ? await prepareInPlace(content, preparation) : undefined;
    if (small !== undefined) {
      const update = await signReserved(async (octets) => small.reserve(octets), options);
      if (!small.isRewritten) return joinContents([content, contentOf(update)]);
      requireHeld(small.bodySize + update.length);
      return contentOf(Buffer.concat([...(await Array.fromAsync(small.bodyPieces())), update]));
    }
    let rewritten: Uint8Array | undefined;
    const reserve = async (octets: number) => {
      const prepared = await this.#prepareInThread(content, preparation, octets);
      rewritten = prepared.rewritten;
      return prepared.reserved;
    };
    const update = await signReserved(reserve, options);
    return joinContents([rewritten === undefined ? content : contentOf(rewritten), contentOf(update)]);
  }

  async #prepareInThread(
    content: Content,
    preparation: PreparePdfOptions,
    reserved: number,
  ): Promise<{ readonly reserved: ReservedPdf; readonly rewritten: Uint8Array | undefined }> {
    const { document, failed, close } = lend(content);
    try {
      const options = { ...preparation, random: undefined };
      const input = { document, options, reserved, maxRewritten: MAX_REWRITTEN };
      const transfer = document.in === 'file' ? document.port : document.octets.buffer;
      const output = await Promise.race([this.#threads.run(input, [transfer]), failed]);
      if (output.status === 'prepared') return output;
      if (output.status === 'too-large') throw tooLarge(output.octets);
      const { PdfError } = await import('@sealwright/documents/pdf');
      throw new PdfError(output.code, output.message);
    } finally {
      close();
    }
  }
}

/** Reads a document in turns with everything else. Undefined for one that takes much work, and is to be read in a thread. */
async function prepareInPlace(content: Content, options: PreparePdfOptions): Promise<PreparedPdf | undefined> {
  const { preparePdf } = await import('@sealwright/documents/pdf');
  const heavy = new AbortController();
  let isPrepared = false;
  const source: DocumentSource = {
    size: content.octets,
    takeTurn: async (work) => {
      if (work >= HEAVY && !isPrepared) heavy.abort();
      heavy.signal.throwIfAborted();
      await nextTurn();
    },
    read: (offset, length) => content.read(offset, length),
  };
  try {
    const prepared = await preparePdf(source, options);
    isPrepared = true;
    return prepared;
  } catch (error) {
    if (error !== heavy.signal.reason) throw error;
    return undefined;
  }
}

/** Gives a thread a copy of what is in memory; what is in a file it asks for. */
function lend(content: Content): {
  readonly document: ThreadDocument;
  /** Rejects when the content cannot be read. */
  readonly failed: Promise<never>;
  readonly close: () => void;
} {
  const { inMemory, octets: size } = content;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  if (inMemory !== undefined)
    return { document: { in: 'memory', octets: copyOf(inMemory) }, failed, close: () => undefined };
  const { port1, port2 } = new MessageChannel();
  const answer = async ({ offset, length }: AskedOctets) => {
    try {
      const octets = copyOf(await content.read(offset, length));
      port1.postMessage(octets, [octets.buffer]);
    } catch (error) {
      reject(error);
      port1.postMessage(null);
    }
  };
  port1.on('message', (asked: AskedOctets) => void answer(asked));
  return { document: { in: 'file', size, port: port2 }, failed, close: () => port1.close() };
}

/** Copies octets into memory of their own, which can be given away; `slice` of a buffer copies nothing. */
function copyOf(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(octets);
}

function sizeOf({ document }: PdfThreadInput): { readonly octets: number; readonly inMemory: number } {
  if (document.in === 'file') return { octets: document.size, inMemory: 0 };
  const { length } = document.octets;
  return { octets: length, inMemory: length };
}

function requireHeld(octets: number): void {
  if (octets > MAX_REWRITTEN) throw tooLarge(octets);
}

function tooLarge(octets: number): DocumentTooLargeError {
  return new DocumentTooLargeError(
    `A document that has to be written anew may have ${MAX_REWRITTEN} octets; this one has ${octets}`,
  );
}

/** Above, a thread spares more of the event loop than the copy and the messages take. */
const MAX_IN_PLACE = 1024 * 1024;
/** Some tens of milliseconds: thousands of objects. */
const HEAVY = 0x100_0000;
/** 64 MiB: nothing but memory takes it until the answer is out. */
const MAX_REWRITTEN = 64 * 1024 * 1024;
