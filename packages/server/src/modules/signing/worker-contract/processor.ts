/** Processors, which turn content into an answer, and the context they get of a request. */
import type { Certificate } from '@sealwright/pki';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import type { Content } from '../../../kernel/content.ts';
import type { SigningKey } from './signing-key.ts';
import type { SigningLimits } from './signing-settings.ts';
import type { SigningRequest } from './signing-request.ts';
import type { WorkerLog } from './worker-log.ts';
import type { WorkerName } from './worker-name.ts';

/**
 * The implementation of a worker, made from its settings once and used by many requests concurrently.
 *
 * It has no effects except signatures: when the configuration changes meanwhile, the same request is processed again. Acts that must not be
 * repeated go through {@link ProcessContext.once}.
 */
export interface Processor {
  /** @throws {@link IllegalRequestError} for content of another format, and the errors of {@link SigningKey} */
  process(request: SigningRequest, context: ProcessContext): Promise<Processed>;
}

/** The context of one request. Processors get all other dependencies when they are constructed. */
export interface ProcessContext {
  readonly worker: WorkerName;
  /** A signed number of 32 bits, by which the client tells answers apart. */
  readonly requestId: number;
  /** A UUID that identifies this request in log and archive. */
  readonly transactionId: string;
  /** The username found by the worker's authorizer; undefined when it found none. */
  readonly username: string | undefined;
  /** The client, as in audit records. */
  readonly client: Actor;
  /** Limits of the size of content. */
  readonly limits: SigningLimits;
  /** Takes further fields of the worker log. */
  readonly log: WorkerLog;
  /**
   * Returns the key that the worker signs with for this request.
   *
   * @throws `signing.token_unavailable`, `signing.key_unavailable`
   */
  key(): Promise<SigningKey>;
  /**
   * Has another worker process a request: one for a time-stamp, or one that is passed on. Its authorizer decides as for any other request,
   * and knows the calling worker.
   *
   * @param named - id or name
   */
  callWorker(named: string, request: Omit<SigningRequest, 'client'>): Promise<Processed>;
  /** Runs `act` once, however often the request is processed. The act is not undone if the request fails in the end. */
  once<T>(act: () => Promise<T>): Promise<T>;
}

/** The outcome of a request. */
export interface Processed {
  readonly content: Content;
  readonly mediaType: string;
  /** File name of the answer; undefined when the content has no name. */
  readonly fileName: string | undefined;
  /** The signer certificate; undefined for workers without one. */
  readonly signerCertificate: Certificate | undefined;
  /** Id of the archive entry; derived from the transaction id unless given, none when null. */
  readonly archiveId?: string | null;
  /** A file on the host to which the content is also written, before the answer is sent. */
  readonly savedAs?: string | undefined;
  /** Side effect of the request. */
  readonly effect?: Effect | undefined;
}

/** A side effect that is recorded with the request, and applied once the record is durable. */
export interface Effect {
  readonly entry: Pick<AuditEntry, 'event' | 'details'>;
  apply(): void;
}
