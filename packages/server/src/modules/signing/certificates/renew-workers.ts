/** Renewal of workers' certificates from CAs of this installation. */
import {
  admissionOf,
  findWorker,
  ownTokenOf,
  readRenewal,
  requireWorker,
  type WorkerDocument,
  type WorkerIssuer,
  workerType,
} from '../workers/index.ts';
import { nowSeconds } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import type { Leases } from '../../background/index.ts';
import { type CryptoTokens, KEYSTORE_TYPE } from '../../crypto-tokens/index.ts';
import type { CertifyWorker } from './certify-worker.ts';
import { propertiesOf, type WorkerName } from '../worker-contract/index.ts';
import { WorkerNotRenewableError } from './errors.ts';
import { namedKeyOf, presentCertificate, type WorkerKeys, workerToken } from '../keys/index.ts';
import { renewalDue } from './renewal-due.ts';
import type { RenewalRequest, Renewed, WorkerRenewals } from '../renewal/index.ts';

export interface RenewWorkersDeps extends Pick<UseCaseDeps, 'audit' | 'clock' | 'clockBelief' | 'configuration'> {
  readonly certifyWorker: Pick<CertifyWorker, 'certifyKey' | 'check' | 'prepareNextKey'>;
  readonly tokens: Pick<CryptoTokens, 'state'>;
  readonly leases: Pick<Leases, 'exclusively'>;
  readonly workerKeys: Pick<WorkerKeys, 'activate'>;
  /** Receives every failure that is reported to the client as text. */
  readonly onBackgroundError: (error: unknown) => void;
}

/**
 * Renewal of workers' certificates by the program itself, as the properties of the worker say. An administrator who sets these needs the
 * rights to everything that a renewal does (`required-rights.ts`) at that time. Because of later changes, a renewal enrolls only the
 * worker's own end entity, where it is, and nothing that others have to approve. A request for a renewal says when, whether the key stays,
 * and the password of the worker's own keystore: no other token is opened.
 */
export class RenewWorkers extends WithDeps<RenewWorkersDeps> implements WorkerRenewals {
  /**
   * Renews every worker whose certificate is due for renewal, whether it names a renewal worker or not.
   *
   * @param signal - ends it before the next worker
   * @returns the number of renewed workers
   */
  async renewAll(signal: AbortSignal): Promise<number> {
    let renewed = 0;
    for (const worker of await this.deps.configuration.list(workerType)) {
      if (signal.aborted) break;
      if (!this.#endsSoon(worker)) continue;
      try {
        if (typeof (await this.#renew(worker, { ifDue: true })) === 'object') renewed += 1;
      } catch (error) {
        this.deps.onBackgroundError(error);
      }
    }
    return renewed;
  }

  /**
   * Renews a worker for a timed service, if its certificate is due for renewal.
   *
   * @param named - id or name
   * @returns whether it was renewed
   * @throws {@link WorkerNotRenewableError} when the worker names no renewal worker that works, or no CA, or has no certificate yet
   */
  async renewIfDue(named: string): Promise<boolean> {
    const worker = await requireWorker(this.deps.configuration, named);
    const by = await this.#renewalWorkerOf(worker);
    if (by === undefined || !isRenewalWorker(by))
      throw new WorkerNotRenewableError(
        worker.name,
        'its property RENEWWORKER has to name a renewal worker that works',
      );
    issuerOf(worker);
    if (presentCertificate(worker) === undefined)
      throw new WorkerNotRenewableError(worker.name, 'it has no certificate yet, so have it renewed once by hand');
    if (!this.#endsSoon(worker)) return false;
    return typeof (await this.#renew(worker, { ifDue: true }, by)) === 'object';
  }

  /**
   * Renews a worker now.
   *
   * @param by - the renewal worker that received the request, which the worker has to name
   * @returns the renewal, or the problem that prevented it
   */
  async renewFor(by: WorkerName, request: RenewalRequest): Promise<Renewed | { readonly problem: string }> {
    try {
      const worker = await requireWorker(this.deps.configuration, request.named);
      if ((await this.#renewalWorkerOf(worker))?.publicId !== by.id)
        throw new WorkerNotRenewableError(worker.name, `its property RENEWWORKER does not name '${by.name}'`);
      const renewed = await this.#renew(worker, request, by);
      if (typeof renewed === 'object') return renewed;
      throw new WorkerNotRenewableError(worker.name, 'somebody else does so now');
    } catch (error) {
      this.deps.onBackgroundError(error);
      return { problem: error instanceof AppError ? error.message : 'General failure.' };
    }
  }

  /**
   * Renews a worker under a lease: concurrent renewals would make several keys.
   *
   * @returns `busy` when it is being renewed, `not-due` when it just was
   */
  async #renew(worker: WorkerDocument, how: Manner, by?: Pick<WorkerName, 'name'>): Promise<Outcome> {
    const { audit, leases } = this.deps;
    const details = {
      worker: worker.name,
      workerId: worker.publicId,
      ...(by && { renewalWorker: by.name }),
      ...('client' in how && { client: how.client.name, clientEvidence: how.client.evidence }),
    };
    const entry = { event: 'WORKER_RENEWAL', actor: actorOf(SYSTEM), details } as const;
    return audit.recordingRefusal(entry, async () => {
      const named = String(worker.publicId);
      const renewed = await leases.exclusively(`service renewing worker ${worker.id}`, async () =>
        this.#certify(named, how),
      );
      if (typeof renewed !== 'object') return renewed ?? 'busy';
      const { alias, certificate } = renewed;
      const shown = { ...details, keyAlias: alias, serial: certificate.serialNumber };
      await audit.record({ ...entry, outcome: 'SUCCESS', details: shown });
      return renewed;
    });
  }

  /** Certifies the worker after a refresh of the configuration: a renewal in another process may just have ended. */
  async #certify(named: string, how: Manner): Promise<Renewed | 'not-due'> {
    const { certifyWorker, configuration } = this.deps;
    await configuration.refresh();
    const worker = await requireWorker(this.deps.configuration, named);
    if ('ifDue' in how && !this.#endsSoon(worker)) return 'not-due';
    const sameKey = 'sameKey' in how ? how.sameKey : goesOnWithItsKey(worker);
    const issuer = issuerOf(worker);
    await certifyWorker.check(SYSTEM, worker, issuer);
    if ('code' in how && how.code !== undefined) await this.#open(worker, how.code);
    const prepared = sameKey ? undefined : namedKeyOf(worker).nextKey;
    const isNewKey = !sameKey && prepared === undefined;
    const next = isNewKey ? await certifyWorker.prepareNextKey(SYSTEM, worker) : prepared;
    const certificate = await certifyWorker.certifyKey(SYSTEM, named, issuer, next);
    return { alias: next ?? (await this.#presentKey(worker)), isNewKey, certificate };
  }

  /** Returns the alias of the present key; empty when no property names it and it is the only key of its token. */
  async #presentKey(worker: WorkerDocument): Promise<string> {
    return (await workerToken(this.deps.configuration, worker))?.defaultKey ?? '';
  }

  /**
   * Opens a worker's own keystore with the code in the request. Requests cannot open shared tokens, nor devices, which count wrong codes.
   *
   * @throws {@link WorkerNotRenewableError}
   */
  async #open(worker: WorkerDocument, code: string): Promise<void> {
    const { configuration, tokens, workerKeys } = this.deps;
    const { token } = (await workerToken(configuration, worker)) ?? {};
    if (token === undefined || (await tokens.state(token.id)) === 'active') return;
    if (!KEYSTORES.has(ownTokenOf(worker)?.type ?? ''))
      throw new WorkerNotRenewableError(
        worker.name,
        `its token '${token.name}' is closed, and AUTHCODE opens only a keystore of the worker's own; an administrator has to activate it`,
      );
    await workerKeys.activate(SYSTEM, String(worker.publicId), code);
  }

  /** Tells whether the renewal is due; false while the clock is in doubt. */
  #endsSoon(worker: WorkerDocument): boolean {
    const { clock, clockBelief } = this.deps;
    const due = renewalDue(worker);
    return due !== undefined && due <= nowSeconds(clock) && clockBelief.doubt === undefined;
  }

  async #renewalWorkerOf(worker: WorkerDocument): Promise<WorkerDocument | undefined> {
    const { renewalWorker } = settingsOf(worker);
    return renewalWorker === undefined ? undefined : findWorker(this.deps.configuration, renewalWorker);
  }
}

/** Manner of a renewal: as requested, or by the worker's properties and only if it is due. */
type Manner = Pick<RenewalRequest, 'client' | 'code' | 'sameKey'> | { readonly ifDue: true };
type Outcome = Renewed | 'not-due' | 'busy';

/** @throws {@link WorkerNotRenewableError} */
function issuerOf(worker: WorkerDocument): WorkerIssuer {
  const { issuer } = settingsOf(worker);
  if (issuer !== undefined) return issuer;
  throw new WorkerNotRenewableError(
    worker.name,
    'its properties RENEWCA, RENEWCERTIFICATEPROFILE and RENEWENDENTITYPROFILE have to say where its certificate comes from',
  );
}

/** Tells whether the worker keeps its key: its settings say so, or they specify neither a next key nor an algorithm for one. */
function goesOnWithItsKey(worker: WorkerDocument): boolean {
  return (
    settingsOf(worker).sameKey || (namedKeyOf(worker).nextKey === undefined && !propertiesOf(worker).has('KEYALG'))
  );
}

function isRenewalWorker(worker: WorkerDocument): boolean {
  if (!worker.usability.usable || admissionOf(worker).disabled) return false;
  const { implementation } = worker.usability.value;
  return implementation.type === 'PROCESSABLE' && implementation.kind === 'renewalWorker';
}

function settingsOf(worker: WorkerDocument) {
  return readRenewal(propertiesOf(worker));
}

/** Token types that are keystores, not devices. */
const KEYSTORES: ReadonlySet<string> = new Set(['SoftCryptoToken', KEYSTORE_TYPE]);
