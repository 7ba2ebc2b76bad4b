/** Threads that read XML documents, to be signed or verified. */
import type { Worker } from 'node:worker_threads';
import type { PreparedXmlSignature, XmlErrorCode, XmlSignatureSettings } from '@sealwright/documents/xml';
import type { DocumentLimits } from '../../../../kernel/work-limits.ts';
import { DocumentThreads, startDocumentThread } from '../common/index.ts';
import { XmlBusyError } from './errors.ts';
import type { VerifiedXmlSignature, XmlVerificationInput } from './xml-verification.ts';

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

/** Their errors are `DocumentTooLargeError` and `XmlBusyError`. */
export interface XmlThreads {
  run(input: XmlThreadInput): Promise<XmlThreadOutput>;
}

/** @param start - for tests */
export function xmlThreads(
  limits: DocumentLimits,
  start: () => Worker = () => startDocumentThread(import.meta.resolve('#xml-thread-entry'), 'xml', limits),
): XmlThreads {
  const threads = new DocumentThreads<XmlThreadInput, XmlThreadOutput>({
    limits,
    start,
    octetsOf: ({ document }) => document.length,
    busy: () => new XmlBusyError(),
  });
  return { run: (input) => threads.run(input.document.length, () => ({ input })) };
}
