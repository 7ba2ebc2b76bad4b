import { bytesSource, type DocumentSource } from '@sealwright/documents';
import type { MessagePort } from 'node:worker_threads';
import {
  PdfError,
  type PdfErrorCode,
  type PreparedPdf,
  preparePdf,
  type PreparePdfOptions,
  type ReservedPdf,
} from '@sealwright/documents/pdf';
import type { Random } from '../../../../kernel/random.ts';

/** Input of a thread: a document that is to be prepared for a signature. */
export interface PdfThreadInput {
  readonly document: ThreadDocument;
  /** Without what makes random octets, which is the thread's own. */
  readonly options: Omit<PreparePdfOptions, 'random'> & { readonly random: undefined };
  /** Octets of the room for the signature. */
  readonly reserved: number;
  /** Maximum size of a document that is written anew. */
  readonly maxRewritten: number;
}

/** A document as a thread gets it: all of it, in memory that is given to the thread, or a port at which it asks for octets as {@link AskedOctets} and gets them. */
export type ThreadDocument =
  | { readonly in: 'memory'; readonly octets: Uint8Array<ArrayBuffer> }
  | { readonly in: 'file'; readonly size: number; readonly port: MessagePort };

/** Octets that a thread asks for. The answer is they, or null when they cannot be read. */
export interface AskedOctets {
  readonly offset: number;
  readonly length: number;
}

/** Output of a thread; a refusal is an answer, since errors lose their class between threads. */
export type PdfThreadOutput =
  | {
      readonly status: 'prepared';
      readonly reserved: ReservedPdf;
      /** The document that the update comes behind, when it was written anew. */
      readonly rewritten: Uint8Array<ArrayBuffer> | undefined;
    }
  | { readonly status: 'too-large'; readonly octets: number }
  | { readonly status: 'refused'; readonly code: PdfErrorCode; readonly message: string };

/** Does what a thread is given. */
export async function doPdfTask(input: PdfThreadInput, random: Random): Promise<PdfThreadOutput> {
  const { document, maxRewritten, options, reserved } = input;
  try {
    const prepared = await preparePdf(sourceOf(document), { ...options, random: (count) => random.bytes(count) });
    const update = prepared.reserve(reserved);
    if (!prepared.isRewritten) return { status: 'prepared', reserved: update, rewritten: undefined };
    const octets = prepared.bodySize + update.bytes.length;
    if (octets > maxRewritten) return { status: 'too-large', octets };
    return { status: 'prepared', reserved: update, rewritten: await bodyOf(prepared) };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { status: 'refused', code: error.code, message: error.message };
  } finally {
    if (document.in === 'file') document.port.close();
  }
}

/** Returns the memory of an output that is given away instead of copied. */
export function memoryOf(output: PdfThreadOutput): ArrayBuffer[] {
  if (output.status !== 'prepared') return [];
  const { reserved, rewritten } = output;
  return rewritten === undefined ? [reserved.bytes.buffer] : [reserved.bytes.buffer, rewritten.buffer];
}

/** Returns the body of a document in memory of its own: `Buffer.concat` takes a part of what others use when it is small. */
async function bodyOf(prepared: PreparedPdf): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(prepared.bodySize);
  let at = 0;
  for await (const piece of prepared.bodyPieces()) {
    body.set(piece, at);
    at += piece.length;
  }
  return body;
}

/** Nobody else waits for the thread, so it takes no turns. */
function sourceOf(document: ThreadDocument): DocumentSource {
  const source = document.in === 'memory' ? bytesSource(document.octets) : portSource(document);
  return { ...source, takeTurn: () => Promise.resolve() };
}

function portSource({ port, size }: Extract<ThreadDocument, { in: 'file' }>): DocumentSource {
  return {
    size,
    async read(offset, length) {
      const asked: AskedOctets = { offset, length };
      const answer = new Promise<Uint8Array | null>((resolve) => port.once('message', resolve));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is not a window
      port.postMessage(asked);
      const octets = await answer;
      if (octets === null) throw new RangeError('the document of a thread cannot be read');
      return octets;
    },
  };
}
