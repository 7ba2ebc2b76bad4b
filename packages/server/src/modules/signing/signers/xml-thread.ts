import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PreparedXmlSignature, XmlErrorCode, XmlSignatureSettings } from '@sealwright/documents/xml';
import type { VerifiedXmlSignature } from './xml-verification.ts';
import { KeyedQueue } from '../../../kernel/keyed-queue.ts';
import { DocumentTooLargeError } from '../errors.ts';

/** What a thread is given. */
export type XmlThreadInput =
  | { readonly task: 'prepare'; readonly document: Uint8Array; readonly settings: XmlSignatureSettings }
  | {
      readonly task: 'verify';
      readonly document: Uint8Array;
      readonly xades: boolean;
      /** DER: to look for the signer's among. */
      readonly certificates: readonly Uint8Array[];
    };

/** What it answers; a refusal is an answer, since errors lose their class between threads. */
export type XmlThreadOutput =
  | { readonly status: 'prepared'; readonly prepared: PreparedXmlSignature }
  | { readonly status: 'verified'; readonly signatures: readonly VerifiedXmlSignature[] }
  | XmlRefusal;

export interface XmlRefusal {
  readonly status: 'refused';
  readonly code: XmlErrorCode;
  readonly message: string;
}

/**
 * A thread that reads XML documents, to be signed or verified, one at a time, since each is held with everything in it. It starts with the first one, which takes
 * longer than to read most, and ends when there has been none for a minute.
 */
export class XmlThread {
  readonly #queue = new KeyedQueue();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @throws {@link DocumentTooLargeError} for a document that takes more memory or time than one may */
  run(input: XmlThreadInput): Promise<XmlThreadOutput> {
    return this.#queue.run('', () => this.#runNow(input));
  }

  async #runNow(input: XmlThreadInput): Promise<XmlThreadOutput> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= startThread());
    const tooLong = setTimeout(() => void worker.terminate(), MAX_MILLISECONDS);
    try {
      return await answerOf(worker, input);
    } catch (error) {
      this.#worker = undefined;
      throw error;
    } finally {
      clearTimeout(tooLong);
      this.#idle = setTimeout(() => this.#end(), IDLE_MILLISECONDS).unref();
    }
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL(import.meta.resolve('#xml-worker')), {
    name: 'xml',
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });
  // It never keeps the process alive: whoever waits for its answer does.
  worker.unref();
  return worker;
}

async function answerOf(worker: Worker, input: XmlThreadInput): Promise<XmlThreadOutput> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new DocumentTooLargeError('The document takes too long to read');
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  worker.postMessage(input);
  try {
    const [output] = (await Promise.race([once(worker, 'message', { signal }), ended])) as [XmlThreadOutput];
    return output;
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    throw new DocumentTooLargeError('The document takes too much memory', { cause: error });
  } finally {
    waiting.abort();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

const MAX_MILLISECONDS = 120_000;
const IDLE_MILLISECONDS = 60_000;
