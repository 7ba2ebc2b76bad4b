import { AppError } from '../../../kernel/errors.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { CryptoTokens } from '../../crypto-tokens/index.ts';
import type { Problem } from '../../configuration/index.ts';
import {
  admissionOf,
  choosesAlias,
  findWorker,
  NoSuchWorkerError,
  type WorkerDocument,
  workerProblems,
  workerWarnings,
} from '../workers/index.ts';
import { propertiesOf, type SigningKey, type WorkerFiles, WorkerMisconfiguredError } from '../worker-contract/index.ts';
import {
  type KeyUsages,
  noTokenText,
  reasonOf,
  requireValidCertificate,
  type SigningKeys,
  tokenProblem,
  type WorkerToken,
  workerToken,
} from '../keys/index.ts';
import { renewalDue } from '../certificates/index.ts';
import type { TimeStampAuthorities } from '../signers/common/index.ts';
import type { TimedRuns, TimedRunStore } from '../timed-runs/index.ts';
import type { WorkerStatus, WorkerStatusSource } from '../status-workers/index.ts';
import { workerNeeds } from './worker-needs.ts';

/** Planned work of a worker, or on it, that happens by itself. */
export interface WorkerPlan {
  /** From when on its certificate is to be renewed, in seconds since 1970; undefined when it is not. */
  readonly renewalDue: number | undefined;
  /** Status of a timed service; undefined for other workers. */
  readonly service: TimedServiceStatus | undefined;
}

/** Status of a timed service. */
export interface TimedServiceStatus {
  readonly active: boolean;
  /** In words. */
  readonly schedule: string;
  /** In each process that has seen it, or in all of them as one; none before the first has. */
  readonly runs: readonly TimedRuns[];
}

export interface WorkerStatusesDeps extends Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly keys: SigningKeys;
  readonly keyUsages: KeyUsages;
  readonly files: Pick<WorkerFiles, 'refusal'>;
  readonly timeStampAuthorities: Pick<TimeStampAuthorities, 'refusal'>;
  readonly tokens: Pick<CryptoTokens, 'generation' | 'state'>;
  readonly timedRuns: Pick<TimedRunStore, 'list'>;
}

export class WorkerStatuses extends WithDeps<WorkerStatusesDeps> implements WorkerStatusSource {
  /** With what is to come. @throws {@link NoSuchWorkerError} */
  async get(administrator: Administrator, named: string): Promise<WorkerStatus & WorkerPlan> {
    const { access } = this.deps;
    const { edit, view } = Resource.signing;
    await access.authorize(administrator, (await access.isAuthorized(administrator, edit)) ? edit : view);
    const [status, document] = [await this.find(named), await findWorker(this.deps.configuration, named)];
    if (status === undefined || document === undefined) throw new NoSuchWorkerError(named);
    return { ...status, renewalDue: renewalDue(document), service: await this.#service(document) };
  }

  /** For workers that report on others. */
  async find(named: string): Promise<WorkerStatus | undefined> {
    const document = await findWorker(this.deps.configuration, named);
    if (document === undefined) return undefined;
    const { name, publicId: id, usability } = document;
    const problems = [...(await workerProblems(document, this.deps.files)), ...(await this.#missingWorkers(document))];
    const warnings = workerWarnings(document, this.deps.timeStampAuthorities);
    const about = { id, name, problems, warnings, certificate: undefined, signings: undefined, signLimit: undefined };
    if (!usability.usable || problems.length > 0) return { ...about, state: 'misconfigured' };
    const isIdle = isDisabled(document);
    const token = await workerToken(this.deps.configuration, document);
    if (token === undefined) return { ...about, state: isIdle ? 'disabled' : 'active' };
    const { key, problem } = await this.#keyOf(document, token);
    const state = problem === undefined ? 'active' : 'offline';
    return {
      ...about,
      state: isIdle ? 'disabled' : state,
      problems: problem === undefined || isIdle ? [] : [{ kind: 'setting', field: '', message: problem }],
      certificate: key?.chain[0],
      signings: key && (await this.deps.keyUsages.used(key.publicKey)),
      signLimit: usability.value.key.usageLimit,
    };
  }

  async #service(document: WorkerDocument): Promise<TimedServiceStatus | undefined> {
    const timed = timedServiceOf(document);
    if (timed === undefined) return undefined;
    const { active, singleton, text } = timed.schedule;
    // Runs of a time when SINGLETON was another are over.
    const isForAll = singleton || timed.singleton;
    const runs = (await this.deps.timedRuns.list(document.id)).filter(({ node }) => (node === '') === isForAll);
    return { active, schedule: text, runs };
  }

  /** Lists the workers that it cannot do without and that do not exist. */
  async #missingWorkers(document: WorkerDocument): Promise<readonly Problem[]> {
    const missing: Problem[] = [];
    for (const { property, named } of workerNeeds(document).workers) {
      if ((await findWorker(this.deps.configuration, named)) !== undefined) continue;
      const message = `names '${named}', and there is no such worker`;
      missing.push({ kind: 'setting', field: `properties.${property}`, message });
    }
    return missing;
  }

  /** The key, as far as it is known, and the first reason why the worker cannot sign with it. */
  async #keyOf(document: WorkerDocument, found: WorkerToken): Promise<KeyStatus> {
    const { clock, keys, tokens } = this.deps;
    const { token } = found;
    if (token === undefined) return { problem: noTokenText(found) };
    const closed = await tokenProblem(tokens, token);
    try {
      const key = await keys.keyOf(document);
      if (closed !== undefined) return { key, problem: closed };
      const problem =
        messageOf(() => requireValidCertificate(key.chain[0], document.value.key, document, clock)) ??
        keyRefusal(document, key);
      return { key, problem };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { problem: closed ?? keyProblem(error) };
    }
  }
}

interface KeyStatus {
  readonly key?: SigningKey;
  readonly problem: string | undefined;
}

/** Returns the reason why the usual key does not go with the properties; undefined also where requests choose another one. */
function keyRefusal(document: WorkerDocument, key: SigningKey): string | undefined {
  return choosesAlias(propertiesOf(document)) ? undefined : workerNeeds(document).keyRefusal?.(key);
}

function messageOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Returns the reason in full: administrators see the properties of a worker, clients do not. */
function keyProblem(error: AppError): string {
  return error instanceof WorkerMisconfiguredError ? error.problems.join('; ') : (reasonOf(error) ?? error.message);
}

/** Tells whether a worker is disabled, or a timed service that is not active. */
export function isDisabled(document: WorkerDocument): boolean {
  return admissionOf(document).disabled || timedServiceOf(document)?.schedule.active === false;
}

/** Undefined for a worker of another kind. */
function timedServiceOf({ usability }: WorkerDocument) {
  if (!usability.usable) return undefined;
  const { implementation } = usability.value;
  return implementation.type === 'TIMED_SERVICE' ? implementation : undefined;
}
