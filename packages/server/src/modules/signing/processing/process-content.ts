/** The use case behind every interface of the signing service: a worker processes content. */
import {
  admissionOf,
  findWorker,
  isReadOnly,
  type KeyChoice,
  NoSuchWorkerError,
  requireProcessable,
  type WorkerDocument,
  WorkerReadOnlyError,
} from '../workers/index.ts';
import { hash } from 'node:crypto';
import type { Certificate } from '@sealwright/pki';
import { AppError } from '../../../kernel/errors.ts';
import { readInt32 } from '../../../kernel/formats/int32.ts';
import { type Plan, planAndCommit, StorageUnavailableError, type UnitId } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type PasswordAttempts, TooManyPasswordsError, type UseCaseDeps } from '../../access/index.ts';
import type { Actor, RecordBound } from '../../audit/index.ts';
import type { ArchiveRequests, SavedFiles } from '../archive/index.ts';
import {
  type Authorized,
  type ClientCertificates,
  ClientNotAuthenticatedError,
  ClientNotAuthorizedError,
} from '../authorizers/index.ts';
import {
  type ChosenKey,
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type SigningKey,
  type SigningRequest,
  signingSettings,
  type WorkerFiles,
  type WorkerLog,
  signingRefusal,
  WorkerMisconfiguredError,
  type WorkerName,
} from '../worker-contract/index.ts';
import { KeyUsageLimitError, type KeyUsages, SigningKeyUnavailableError, type SigningKeys } from '../keys/index.ts';
import { WorkerDisabledError } from './errors.ts';
import { beginTransaction, type Transaction } from './transaction.ts';
import type { Processors } from './processors.ts';
import { USUAL_LOGGER, type WorkerLogEntry, type WorkerLogger } from '../worker-loggers/index.ts';

/** Content that was processed and recorded, and may be sent to the client. */
export interface ProcessedContent extends Omit<Processed, 'archiveId'> {
  /** A signed 32-bit number by which the client tells answers apart. */
  readonly requestId: number;
  readonly archiveId: string | undefined;
}

export interface ProcessContentDeps extends Pick<
  UseCaseDeps,
  'audit' | 'configuration' | 'store' | 'clock' | 'random'
> {
  readonly keys: SigningKeys;
  readonly keyUsages: KeyUsages;
  readonly certificates: ClientCertificates;
  readonly passwordAttempts: PasswordAttempts;
  readonly archive: ArchiveRequests;
  readonly savedFiles: SavedFiles;
  readonly processors: Processors;
  readonly files: Pick<WorkerFiles, 'refusal'>;
  /** Records refusals of clients at a limited rate: otherwise anybody could fill the audit log. */
  readonly refusals: { refuse(client: { readonly remoteAddress: string; readonly reason: string }): Promise<void> };
  /** Limits the records of other failures likewise: admitted clients can cause as many. */
  readonly failures: RecordBound;
  /** Receives the records of all requests, successful or not, as made by the loggers of their workers. */
  readonly writeWorkerLog: (entry: WorkerLogEntry) => void | Promise<void>;
  /** Receives errors of background work. */
  readonly onBackgroundError: (error: unknown) => void;
}

export class ProcessContent extends WithDeps<ProcessContentDeps> {
  /**
   * Has the worker process the content. Returns once the audit record is durable.
   *
   * @param named - id or name, see {@link findWorker}
   * @throws {@link NoSuchWorkerError}, the refusals of the worker's authorizer, {@link WorkerDisabledError},
   *   {@link WorkerMisconfiguredError}, and the errors of the worker's processor
   */
  async process(named: string, request: SigningRequest): Promise<ProcessedContent> {
    const { clock, onBackgroundError, store, writeWorkerLog } = this.deps;
    const transaction = beginTransaction(request, this.deps);
    const { log } = transaction;
    try {
      const processed = await planAndCommit(async (previous) => {
        if (previous !== undefined) await this.#startOver(transaction);
        return this.#plan(named, request, transaction);
      }, store);
      if (transaction.saved !== undefined) await this.#keepSaved(transaction).catch(onBackgroundError);
      processed.effect?.apply();
      return processed;
    } catch (error) {
      // Usages still count if the unit of work that records their signatures may have been stored.
      if (!(error instanceof StorageUnavailableError)) giveBackUsages(transaction);
      log.set('PROCESS_SUCCESS', false);
      log.set('EXCEPTION', error instanceof AppError ? error.message : 'General failure.');
      // The client receives the original error, not one of the archive or the audit log.
      await discardArchived(transaction).catch(onBackgroundError);
      await this.#discardSaved(error, transaction).catch(onBackgroundError);
      await this.#recordFailure(error, request, transaction).catch(onBackgroundError);
      throw error;
    } finally {
      log.set('REPLY_TIME', clock.nowMs());
      const entry = loggerOf(transaction).entry(log.fields);
      if (entry !== undefined) await writeWorkerLog(entry);
    }
  }

  /** Keeps the files: their signatures are recorded, so no later failure removes them. */
  async #keepSaved(transaction: Transaction): Promise<void> {
    const { saved } = transaction;
    transaction.saved = undefined;
    if (saved !== undefined) await this.deps.savedFiles.keep(saved);
  }

  /** Removes the files, unless the unit of work that records their signatures may have been stored. */
  async #discardSaved(error: unknown, transaction: Transaction): Promise<void> {
    const { savedFiles } = this.deps;
    const { saved } = transaction;
    transaction.saved = undefined;
    if (saved === undefined) return;
    await (error instanceof StorageUnavailableError ? savedFiles.removeUnlessStored(saved) : savedFiles.remove(saved));
  }

  /** Records a failure: for clients that were not admitted at a limited rate, for others if the worker's logger records failures. */
  async #recordFailure(error: unknown, request: SigningRequest, transaction: Transaction): Promise<void> {
    const { audit, failures, refusals } = this.deps;
    const reason = refusalOf(error);
    if (reason !== undefined) return refusals.refuse({ remoteAddress: request.client.remoteAddress, reason });
    const audited = loggerOf(transaction).audited(transaction.log.fields);
    const failedSinceLastRecord = audited && failures.admit(request.client.remoteAddress);
    if (audited === undefined || failedSinceLastRecord === undefined) return undefined;
    const details = { transaction: transaction.id, failedSinceLastRecord, log: audited };
    await audit.record({ event: 'PROCESS', outcome: 'FAILURE', actor: actorOf(request, transaction), details });
  }

  /** Undoes the side effects of an attempt whose unit of work was refused. */
  async #startOver(transaction: Transaction): Promise<void> {
    transaction.log.restart();
    giveBackUsages(transaction);
    await discardArchived(transaction);
    await this.#discardSaved(undefined, transaction);
    transaction.toSave.length = 0;
    transaction.keys.length = 0;
  }

  async #plan(named: string, request: SigningRequest, transaction: Transaction): Promise<Plan<ProcessedContent>> {
    const { audit, configuration } = this.deps;
    // Read first: any later change of the worker, its key or its clients has the content processed again.
    const { epoch } = configuration;
    const { worker, processed, archiveId } = await this.#run(named, request, transaction, []);
    const { keys } = transaction;
    transaction.log.set('ARCHIVE_IDS', archiveId);
    // No accounting takes place, which SignServer logs as purchased.
    transaction.log.set('PURCHASED', true);
    transaction.log.set('PROCESS_SUCCESS', true);
    const audited = loggerOf(transaction).audited(transaction.log.fields);
    // Members in canonical order, so that they need no sorting.
    const details = {
      ...(archiveId === undefined ? {} : { archiveId }),
      ...(keys.length === 0 ? {} : { keys: keys.map(({ worker: by, alias }) => ({ alias, worker: by })) }),
      ...(audited === undefined ? {} : { log: audited }),
      transaction: transaction.id,
      worker: worker.name,
      workerId: worker.id,
    };
    const actor = actorOf(request, transaction);
    const entry = { event: 'PROCESS', outcome: 'SUCCESS', actor, details } as const;
    const { effect } = processed;
    const effects = effect === undefined ? [] : [{ ...effect.entry, outcome: 'SUCCESS', actor } as const];
    const writes = transaction.archived.flatMap((stored) => stored.writes);
    const unit = audit.unit(writes, [entry, ...effects], epoch);
    if (transaction.toSave.length > 0) await this.#save(unit.id, actor, transaction);
    return { unit, result: { ...processed, requestId: transaction.requestId, archiveId } };
  }

  /** @param callers - the workers that pass the request on, the first one first */
  async #run(
    named: string,
    request: SigningRequest,
    transaction: Transaction,
    callers: readonly WorkerName[],
  ): Promise<Ran> {
    const document = await findWorker(this.deps.configuration, named);
    if (document === undefined) throw new NoSuchWorkerError(named);
    if (callers.length === 0) transaction.worker = document;
    const worker = { id: document.publicId, name: document.name };
    const { username } = await this.#authorize(document, worker, request, transaction, callers.at(-1));
    if (request.readOnlyHolds === true && isReadOnly(document)) throw new WorkerReadOnlyError();
    if (admissionOf(document).disabled) throw new WorkerDisabledError(asAddressed(named));
    const processor = this.deps.processors.of(await requireProcessable(document, this.deps.files));
    let key: Promise<SigningKey> | undefined;
    const context: ProcessContext = {
      worker,
      username,
      client: actorOf(request, transaction),
      requestId: transaction.requestId,
      transactionId: transaction.id,
      limits: await signingSettings(this.deps.configuration),
      log: transaction.log,
      key: () => {
        requireSigning(request);
        const choice = { metadata: request.metadata, username, key: request.key };
        return (key ??= this.#keyOf(document, choice, transaction, callers.length));
      },
      once: async <T>(act: () => Promise<T>) => {
        const done = transaction.acts.get(worker.id) ?? act();
        transaction.acts.set(worker.id, done);
        return done as Promise<T>;
      },
      callWorker: async (other, passed) => {
        const chain = [...callers, worker];
        if (chain.length > MAX_CALLERS)
          throw new WorkerMisconfiguredError(worker.id, ['workers call each other in circles']);
        const { key: _ofThisWorker, ...others }: Omit<SigningRequest, 'client'> = passed;
        return (await this.#run(other, { ...others, client: request.client }, transaction, chain)).processed;
      },
    };
    const processed = await processor.process(request, context);
    const archiveId = archiveIdOf(processed, transaction);
    const { content, savedAs } = processed;
    if (savedAs !== undefined) transaction.toSave.push({ file: savedAs, content });
    const { archiving } = document.value;
    if (archiving.REQUEST !== undefined || archiving.RESPONSE !== undefined)
      await this.#archive({ worker: document, request, processed, archiveId, transaction });
    return { worker, processed, archiveId };
  }

  /** Archives the request and the answer with the record of the request, as the worker's settings say. */
  async #archive({ worker, request, processed, archiveId, transaction }: Finished): Promise<void> {
    const { archive } = this.deps;
    const about = { worker, archiveId, client: request.client, authorized: transaction.client };
    for (const [type, octets] of [
      ['REQUEST', request.content],
      ['RESPONSE', processed.content],
    ] as const) {
      const stored = await archive.store(type, octets, about);
      if (stored !== undefined) transaction.archived.push(stored);
    }
  }

  /** Writes the files to disk, at a point where only the commit can still fail. */
  async #save(unitId: UnitId, actor: Actor, transaction: Transaction): Promise<void> {
    const { id, toSave } = transaction;
    await this.deps.savedFiles.requireAllowed(toSave);
    const failure = { event: 'PROCESS', outcome: 'FAILURE', actor, details: { transaction: id } } as const;
    transaction.saved = { unitId, files: toSave.map(({ file }) => file), failure };
    await this.deps.savedFiles.save(transaction.saved, toSave);
  }

  async #authorize(
    document: WorkerDocument,
    worker: WorkerName,
    request: SigningRequest,
    transaction: Transaction,
    dispatcher: WorkerName | undefined,
  ): Promise<Authorized> {
    const { certificates, clock, passwordAttempts } = this.deps;
    const { log } = transaction;
    const { authType, authorizer, problems } = admissionOf(document);
    if (dispatcher === undefined) {
      log.set('WORKER_ID', worker.id);
      log.set('WORKER_NAME', worker.name);
      log.set('WORKER_AUTHTYPE', authType);
    }
    if (authorizer === undefined) throw new WorkerMisconfiguredError(worker.id, problems);
    log.set('CLIENT_AUTHORIZED', false);
    const context = { worker, dispatcher, request, certificates, passwordAttempts, clock, log };
    const authorized = await authorizer.authorize(request.client, context);
    log.set('CLIENT_AUTHORIZED', true);
    // The client as admitted by the addressed worker; workers that it passes the request on to see the same client.
    if (dispatcher === undefined) {
      log.set('AUTHORIZED_USERNAME', authorized.username);
      transaction.client = authorized;
    }
    return authorized;
  }

  /** @param depth - how many workers have passed the request on */
  async #keyOf(
    document: WorkerDocument,
    choice: KeyChoice & { readonly key: ChosenKey | undefined },
    transaction: Transaction,
    depth: number,
  ): Promise<SigningKey> {
    const { countsUsages, selectAlias, usageLimit } = document.value.key;
    const { keys } = this.deps;
    const { key: chosen } = choice;
    const key = await (chosen === undefined
      ? keys.keyOf(document, selectAlias(choice))
      : keys.chosenKeyOf(document, chosen));
    const refusal = signingRefusal(key);
    if (refusal !== undefined) throw new SigningKeyUnavailableError(refusal);
    if (countsUsages) {
      const usage = await this.deps.keyUsages.take(key.publicKey, usageLimit);
      if (usage === undefined) throw new KeyUsageLimitError(document.publicId);
      transaction.usages.push(usage);
    }
    // The worker log has fields for one key: that of the worker nearest to the client, not of one that it calls for a time-stamp.
    const isNearest = transaction.keys.every((other) => depth <= other.depth);
    transaction.keys.push({ worker: document.name, alias: key.alias, depth });
    if (isNearest) logKey(key, document, transaction.log);
    return key;
  }
}

function logKey({ alias, chain: [certificate] }: SigningKey, document: WorkerDocument, log: WorkerLog): void {
  log.set('KEYALIAS', alias);
  const { CRYPTOTOKEN: token } = document.settings.properties;
  log.set('CRYPTOTOKEN', typeof token === 'string' ? token : undefined);
  log.set('SIGNER_CERT_SUBJECTDN', certificate?.subject.toString());
  log.set('SIGNER_CERT_ISSUERDN', certificate?.issuer.toString());
  log.set('SIGNER_CERT_SERIALNUMBER', certificate?.serialNumber);
}

/** Returns the logger of the addressed worker; the default one while no worker was found. */
function loggerOf({ worker }: Transaction): WorkerLogger {
  return worker === undefined ? USUAL_LOGGER : admissionOf(worker).logger;
}

/** The outcome of a request at a worker. */
interface Ran {
  readonly worker: WorkerName;
  readonly processed: Processed;
  readonly archiveId: string | undefined;
}

/** A request that a worker has processed. */
interface Finished extends Omit<Ran, 'worker'> {
  readonly worker: WorkerDocument;
  readonly request: SigningRequest;
  readonly transaction: Transaction;
}

function archiveIdOf({ archiveId }: Processed, { id }: Transaction): string | undefined {
  return archiveId === null ? undefined : (archiveId ?? hash('sha1', id));
}

/** Refuses to sign what a client wants validated. */
function requireSigning({ processType = 'signDocument' }: SigningRequest): void {
  if (processType !== 'signDocument')
    throw new IllegalRequestError("Received request wasn't an expected GenericSignRequest.");
}

/** Gives the usages back: nothing signed with them is sent to a client. */
function giveBackUsages({ usages }: Transaction): void {
  for (const usage of usages.splice(0)) usage.giveBack();
}

/** Removes the archive entries: no client received the answer that they belong to. */
async function discardArchived({ archived }: Transaction): Promise<void> {
  const discarded = await Promise.allSettled(archived.splice(0).map((stored) => stored.discard()));
  for (const each of discarded) if (each.status === 'rejected') throw each.reason;
}

function actorOf({ client: { remoteAddress } }: SigningRequest, { client }: Transaction): Actor {
  const { certificate, username } = client ?? {};
  if (certificate === undefined) return { name: username ?? 'client', evidence: { remoteAddress } };
  let actor = actors.get(certificate);
  if (actor?.evidence['remoteAddress'] !== remoteAddress)
    actors.set(certificate, (actor = holderOf(certificate, remoteAddress)));
  return actor;
}

function holderOf(certificate: Certificate, remoteAddress: string): Actor {
  const { subject, issuer, serialNumber: serial, sha256Fingerprint: certificateSha256 } = certificate;
  return {
    name: subject.toString(),
    evidence: { issuer: issuer.toString(), serial, certificateSha256, remoteAddress },
  };
}

/** The actor of the last request with a certificate. */
const actors = new WeakMap<Certificate, Actor>();

/** Returns the reason in the audit log for a client that was not admitted; undefined for failures of other kinds. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof NoSuchWorkerError) return 'no-such-worker';
  if (error instanceof ClientNotAuthenticatedError) return 'not-authenticated';
  if (error instanceof TooManyPasswordsError) return 'too-many-passwords';
  return error instanceof ClientNotAuthorizedError ? 'not-authorized' : undefined;
}

function asAddressed(named: string): string {
  const id = readInt32(named);
  return id === undefined ? `{name: ${named}}` : `{id: ${id}}`;
}

/** Maximum length of a chain of callers; a dispatcher behind a dispatcher is as much as installations need. */
const MAX_CALLERS = 4;
