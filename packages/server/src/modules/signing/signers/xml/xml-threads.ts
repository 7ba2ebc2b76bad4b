import { Worker } from 'node:worker_threads';
import type { PreparedXmlSignature, XmlErrorCode, XmlSignatureSettings } from '@sealwright/documents/xml';
import type { VerifiedXmlSignature, XmlVerificationInput } from './xml-verification.ts';
import { DocumentTooLargeError } from '../../worker-contract/index.ts';
import { XmlBusyError } from './errors.ts';
import { TaskThread, type ThreadLoss } from '../../../../kernel/tasks/task-thread.ts';

/** Input of a thread. */
export type XmlThreadInput =
  | { readonly task: 'prepare'; readonly document: Uint8Array; readonly settings: XmlSignatureSettings }
  | ({ readonly task: 'verify' } & XmlVerificationInput);

/** Output of a thread; a refusal is an answer, since errors lose their class between threads. */
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
 * A thread that reads XML documents, to be signed or verified, one at a time, since each is held with everything in it. Those that wait are held in
 * memory, and somebody waits for each of them: there is an end to both.
 */
export class XmlThread {
  readonly #thread: TaskThread<XmlThreadInput, XmlThreadOutput>;
  /** Octets of the documents that it holds. */
  #octets = 0;

  /** @param start - for tests */
  constructor(start: () => Worker = startThread) {
    this.#thread = new TaskThread(start, { running: maxMillisecondsFor, waiting: MAX_WAITING_MILLISECONDS });
  }

  /**
   * @throws {@link DocumentTooLargeError} for a document that takes more memory or time than one may
   * @throws {@link XmlBusyError} when others take it
   */
  async run(input: XmlThreadInput): Promise<XmlThreadOutput> {
    const { length } = input.document;
    if (this.#octets > 0 && this.#octets + length > MAX_OCTETS) throw new XmlBusyError();
    this.#octets += length;
    try {
      return orThrow(await this.#thread.run(input));
    } finally {
      this.#octets -= length;
    }
  }
}

function orThrow(output: XmlThreadOutput | ThreadLoss): XmlThreadOutput {
  if (output.status !== 'lost') return output;
  if (output.reason === 'busy') throw new XmlBusyError();
  throw new DocumentTooLargeError(
    output.reason === 'time' ? 'The document takes too long to read' : 'The document takes too much memory',
  );
}

/** Many times what documents take: 20 MB of records are read in 2 s, on a machine that does nothing else. */
function maxMillisecondsFor({ document }: XmlThreadInput): number {
  return 5000 + (2000 * document.length) / (1024 * 1024);
}

function startThread(): Worker {
  return new Worker(new URL(import.meta.resolve('#xml-thread-entry')), {
    name: 'xml',
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });
}

const MAX_WAITING_MILLISECONDS = 30_000;
const MAX_OCTETS = 128 * 1024 * 1024;
