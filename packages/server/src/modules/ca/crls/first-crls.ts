/**
 * The first CRLs of a CA: relying parties refuse what it issues while it has none.
 *
 * The unit in which a CA begins to sign has a job that makes them. The act itself makes them right after that unit, before it is answered;
 * the job is what is left of it after a crash. Whichever comes first makes them, once.
 */
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import { newUnitId, type Plan, type UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { InsertJob, JobKind, Jobs } from '../../background/index.ts';
import { type Authorities, signsCrls } from '../authorities/index.ts';
import type { CreateCrls } from './create-crls.ts';
import { partitionsWithCrl } from '../settings/index.ts';

export interface FirstCrlsDeps {
  readonly authorities: Authorities;
  readonly createCrls: Pick<CreateCrls, 'createFirst'>;
  readonly jobs: Pick<Jobs, 'find'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Receives the error of CRLs that could not be made now. The job tries again. */
  readonly onFailed: (error: unknown) => void;
}

export class FirstCrls implements JobKind<FirstCrlsProgress, never> {
  readonly kind = 'first-crls';
  readonly task = 'first-crls';
  readonly #deps: FirstCrlsDeps;

  constructor(deps: FirstCrlsDeps) {
    this.#deps = deps;
  }

  /** Returns the write that goes into the unit in which a CA begins to sign. */
  begin(caId: number): InsertJob {
    const progress: FirstCrlsProgress = { caId };
    const { clock } = this.#deps;
    return {
      op: 'job.insert',
      id: jobOf(caId),
      kind: this.kind,
      progress: JSON.stringify(progress),
      createdMs: clock.nowMs(),
    };
  }

  /** Tells whether the CA began to sign here. One that was imported with its keys has begun elsewhere, and has no such job. */
  async wereBegun(caId: number): Promise<boolean> {
    return (await this.#deps.jobs.find(jobOf(caId))) !== undefined;
  }

  /** Makes those that are missing, once that unit is durable. Does not throw: the CA stands, and the job goes on. */
  async make(caId: number): Promise<void> {
    try {
      await this.#makeMissing(caId);
    } catch (error) {
      this.#deps.onFailed(error);
    }
  }

  /** Makes those that a crash has left out, so that a CA is not taken off line without them. Does not throw. */
  async makeUnfinished(caId: number): Promise<void> {
    const job = await this.#deps.jobs.find(jobOf(caId));
    if (job !== undefined && job.state !== 'done') await this.make(caId);
  }

  async readItems(): Promise<readonly never[]> {
    return [];
  }

  planStep(): Promise<Plan<FirstCrlsProgress>> {
    throw new TypeError('the first CRLs of a CA are no steps');
  }

  /** Fails while the crypto token of the CA is closed, and is tried again. A CA that is off line gets its CRLs when it is back. */
  async complete(jobId: number): Promise<void> {
    await this.#makeMissing(caOf(jobId));
  }

  /** The CRLs have records of their own. */
  planEnd(): UnitOfWork {
    const { clock, random } = this.#deps;
    return { id: newUnitId(clock, random), epoch: undefined, writes: [] };
  }

  async #makeMissing(caId: number): Promise<void> {
    const { authorities, clock, createCrls } = this.#deps;
    const authority = await authorities.findById(caId);
    if (authority === undefined || !signsCrls(authority, nowSeconds(clock))) return;
    const { deltaLifetimeSeconds, partitions } = authority.settings.crl;
    for (const partition of partitionsWithCrl(partitions)) {
      await createCrls.createFirst({ caId, partition }, 'base');
      if (deltaLifetimeSeconds > 0) await createCrls.createFirst({ caId, partition }, 'delta');
    }
  }
}

interface FirstCrlsProgress {
  readonly caId: number;
}

/** The job has the negated id of its CA: the id itself belongs to the job that revokes what the CA has issued. */
function jobOf(caId: number): number {
  return -caId;
}

function caOf(jobId: number): number {
  return -jobId;
}
