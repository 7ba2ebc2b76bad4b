/**
 * Common part of signers and validators of XML: a document is read, in a thread when it is large, and the format is loaded when the first one comes.
 *
 * 20 MB take seconds to read, in which nobody else would be answered.
 */
import type { XmlErrorCode, XmlSignatureSettings } from '@sealwright/documents/xml';
import type { Certificate } from '@sealwright/pki';
import { allOf, type Content } from '../../../../kernel/content.ts';
import {
  DocumentTooLargeError,
  IllegalRequestError,
  type ProcessContext,
  WorkerMisconfiguredError,
} from '../../worker-contract/index.ts';
import type { DocumentLimits } from '../../../../kernel/work-limits.ts';
import {
  type XmlRefusal,
  type XmlThreadInput,
  type XmlThreadOutput,
  type XmlThreads,
  xmlThreads,
} from './xml-threads.ts';
import type { VerifiedXmlSignature } from './xml-verification.ts';

/** A document that waits for its signature. */
export interface PreparedXmlDocument {
  readonly toBeSigned: Uint8Array;
  /** Returns the octets that a time-stamp of that signature covers. */
  timeStamped(signature: Uint8Array): Promise<Uint8Array>;
  /** The signed document. */
  finish(signature: Uint8Array, timeStampToken?: Uint8Array): Promise<Uint8Array>;
}

/** One for all workers: they share the threads. */
export class XmlDocuments {
  readonly #threads: XmlThreads;

  constructor(limits: DocumentLimits) {
    this.#threads = xmlThreads(limits);
  }

  /**
   * Reads a document, and makes what is to be signed.
   *
   * @throws {@link DocumentTooLargeError}, {@link IllegalRequestError} for what is not XML that is read
   * @throws {@link WorkerMisconfiguredError} for an algorithm that XML signatures do not know
   */
  async prepare(
    content: Content,
    settings: XmlSignatureSettings,
    { limits, worker }: ProcessContext,
  ): Promise<PreparedXmlDocument> {
    const document = await readWithin(content, limits);
    const { finishXmlSignature, timeStampedOctets } = await import('@sealwright/documents/xml');
    const output = await this.#run({ task: 'prepare', document, settings });
    if (output.status === 'refused') throw refusalOf(output, worker.id);
    const { prepared } = output as Extract<XmlThreadOutput, { status: 'prepared' }>;
    return {
      toBeSigned: prepared.toBeSigned,
      timeStamped: async (signature) => timeStampedOctets(prepared, signature),
      finish: async (signature, token) => finishXmlSignature(document, prepared, signature, token),
    };
  }

  /**
   * Verifies the signatures of a document: whose they are, others decide.
   *
   * @param options - `xades`: whether every signature has to have the properties of XAdES; `certificates`: to look for the signer's among
   * @throws {@link DocumentTooLargeError}, {@link IllegalRequestError} for what is not XML that is read
   */
  async verify(
    content: Content,
    { xades, certificates }: { readonly xades: boolean; readonly certificates: readonly Certificate[] },
    { limits, worker }: ProcessContext,
  ): Promise<readonly VerifiedXmlSignature[]> {
    const document = await readWithin(content, limits);
    const ders = certificates.map(({ der }) => der);
    const output = await this.#run({ task: 'verify', document, xades, certificates: ders });
    if (output.status === 'refused') throw refusalOf(output, worker.id);
    return (output as Extract<XmlThreadOutput, { status: 'verified' }>).signatures;
  }

  async #run(input: XmlThreadInput): Promise<XmlThreadOutput> {
    if (input.document.length > MAX_IN_PLACE[input.task]) return this.#threads.run(input);
    const { doXmlTask } = await import('./xml-task.ts');
    return doXmlTask(input);
  }
}

async function readWithin(content: Content, { maxXmlOctets }: ProcessContext['limits']): Promise<Uint8Array> {
  if (content.octets > maxXmlOctets)
    throw new DocumentTooLargeError(
      `XML documents are read up to ${maxXmlOctets} octets; this one has ${content.octets}`,
    );
  return allOf(content);
}

function refusalOf({ code, message }: XmlRefusal, workerId: number): Error {
  if (code === 'xml.too_large') return new DocumentTooLargeError(message);
  if (code === 'xml.algorithm') return new WorkerMisconfiguredError(workerId, [message]);
  if (code === 'xml.bad_text') return new IllegalRequestError(message);
  const text = SAID_ALOUD.includes(code) ? `Document parsing error: ${message}` : 'Document parsing error';
  return new IllegalRequestError(text, { context: { code, detail: message } });
}

/** Errors that clients read in full: the XML is valid elsewhere, and its sender can write it otherwise. */
const SAID_ALOUD: readonly XmlErrorCode[] = ['xml.encoding', 'xml.version'];

/** Below, a task takes less than what a thread costs. Who made a signature decides how often what it names is digested, and by how many keys it is verified. */
const MAX_IN_PLACE: Readonly<Record<XmlThreadInput['task'], number>> = { prepare: 64 * 1024, verify: 16 * 1024 };
