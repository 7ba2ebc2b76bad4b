import { Worker } from 'node:worker_threads';
import type { PreparedXmlSignature, XmlErrorCode, XmlSignatureSettings } from '@sealwright/documents/xml';
import type { VerifiedXmlSignature } from './xml-verification.ts';
import { DocumentTooLargeError } from '../errors.ts';
import { TaskThread } from '../task-thread.ts';

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

/** A thread that reads XML documents, to be signed or verified, one at a time, since each is held with everything in it. */
export class XmlThread {
  readonly #thread = new TaskThread<XmlThreadInput, XmlThreadOutput>(startThread, MAX_MILLISECONDS);

  /** @throws {@link DocumentTooLargeError} for a document that takes more memory or time than one may */
  async run(input: XmlThreadInput): Promise<XmlThreadOutput> {
    const output = await this.#thread.run(input);
    if (output.status !== 'lost') return output;
    throw new DocumentTooLargeError(
      output.reason === 'time' ? 'The document takes too long to read' : 'The document takes too much memory',
    );
  }
}

function startThread(): Worker {
  return new Worker(new URL(import.meta.resolve('#xml-worker')), {
    name: 'xml',
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });
}

const MAX_MILLISECONDS = 120_000;
