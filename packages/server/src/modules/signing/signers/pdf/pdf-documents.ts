/**
 * PDF documents that are signed: small ones in place, in turns with everything else; large ones, and those that take much work, in a thread.
 *
 * Only a document is read there. The signature itself, which may wait for a device or for a time-stamp authority, is made in place, and keeps no thread waiting.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel, type MessagePort, type Transferable, type Worker } from 'node:worker_threads';
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
    this.#threads = new DocumentThreads({ limits, start, octetsOf, busy: () => new PdfBusyError() });
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
    const loan = new Loan(content);
    const begin = () => {
      const { document, transfer } = loan.begin();
      const options = { ...preparation, random: undefined };
      return { input: { document, options, reserved, maxRewritten: MAX_REWRITTEN }, transfer: [transfer] };
    };
    try {
      const inMemory = content.inMemory === undefined ? 0 : content.octets;
      const output = await Promise.race([this.#threads.run(inMemory, begin), loan.failed]);
      if (output.status === 'prepared') return output;
      if (output.status === 'too-large') throw tooLarge(output.octets);
      const { PdfError } = await import('@sealwright/documents/pdf');
      throw new PdfError(output.code, output.message);
    } finally {
      loan.end();
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

/** A document that a thread is given: a copy of what is in memory; what is in a file it asks for. */
class Loan {
  readonly #content: Content;
  readonly #failure = Promise.withResolvers<never>();
  #port: MessagePort | undefined;

  constructor(content: Content) {
    this.#content = content;
  }

  /** Rejects when the content cannot be read. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  begin(): { readonly document: ThreadDocument; readonly transfer: Transferable } {
    const { inMemory, octets: size } = this.#content;
    if (inMemory !== undefined) {
      const octets = copyOf(inMemory);
      return { document: { in: 'memory', octets }, transfer: octets.buffer };
    }
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (asked: AskedOctets) => void this.#answer(port1, asked));
    return { document: { in: 'file', size, port: port2 }, transfer: port2 };
  }

  end(): void {
    this.#port?.close();
  }

  async #answer(port: MessagePort, { offset, length }: AskedOctets): Promise<void> {
    try {
      const octets = copyOf(await this.#content.read(offset, length));
      port.postMessage(octets, [octets.buffer]);
    } catch (error) {
      this.#failure.reject(error);
      port.postMessage(null);
    }
  }
}

/** Copies octets into memory of their own, which can be given away; `slice` of a buffer copies nothing. */
function copyOf(octets: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(octets);
}

function octetsOf({ document }: PdfThreadInput): number {
  return document.in === 'file' ? document.size : document.octets.length;
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
