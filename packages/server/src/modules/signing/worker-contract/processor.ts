/** Processors, which make an answer of a document, and what they get of a request. */
import type { Certificate } from '@sealwright/pki';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import type { Content } from '../../../kernel/content.ts';
import type { SigningKey } from './signing-key.ts';
import type { SigningLimits } from './signing-settings.ts';
import type { SigningRequest } from './signing-request.ts';
import type { WorkerLog } from './worker-log.ts';
import type { WorkerName } from './worker-name.ts';

/**
 * The implementation of a worker, made of its settings once and used by many requests at a time.
 *
 * It signs, and changes nothing else: when the configuration changes meanwhile, the same request is processed again. What is not to be done
 * again goes through {@link ProcessContext.once}.
 */
export interface Processor {
  /** @throws {@link IllegalRequestError} for a document that is none of its kind, and the errors of {@link SigningKey} */
  process(request: SigningRequest, context: ProcessContext): Promise<Processed>;
}

/** The context of one request. Everything else a processor is constructed with. */
export interface ProcessContext {
  readonly worker: WorkerName;
  /** A signed number of 32 bits, by which the client tells answers apart. */
  readonly requestId: number;
  /** A UUID that names this request in log and archive. */
  readonly transactionId: string;
  /** The name that the worker's authorizer has found; undefined when it knows none. */
  readonly username: string | undefined;
  /** The client, as audit records have it. */
  readonly client: Actor;
  /** Limits of the size of documents. */
  readonly limits: SigningLimits;
  /** Takes further fields of the worker log. */
  readonly log: WorkerLog;
  /**
   * The key that the worker signs with for this request.
   *
   * @throws `signing.token_unavailable`, `signing.key_unavailable`
   */
  key(): Promise<SigningKey>;
  /**
   * Has another worker process a request: that of a time-stamp, or one that is passed on. Its authorizer is asked as for any other
   * request, and knows which worker asks.
   *
   * @param named - id or name
   */
  callWorker(named: string, request: Omit<SigningRequest, 'client'>): Promise<Processed>;
  /** Does something once, however often the request is processed. It is not undone when the request fails in the end. */
  once<T>(act: () => Promise<T>): Promise<T>;
}

/** The outcome of a request. */
export interface Processed {
  readonly content: Content;
  readonly mediaType: string;
  /** File name of the answer; undefined when the document has no name. */
  readonly fileName: string | undefined;
  /** The signer's own; undefined for workers without. */
  readonly signerCertificate: Certificate | undefined;
  /** Id of the document in the archive; made of the transaction id unless given, none when null. */
  readonly archiveId?: string | null;
  /** A file of the host that the content is written to as well, before the answer. */
  readonly savedAs?: string | undefined;
  /** Change that the request makes beside its answer. */
  readonly effect?: Effect | undefined;
}

/** Recorded with the request, and done once the record is durable. */
export interface Effect {
  readonly entry: Pick<AuditEntry, 'event' | 'details'>;
  apply(): void;
}
