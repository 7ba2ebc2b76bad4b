/**
 * The first CRLs of a CA. Without one, relying parties refuse the certificates that it issues.
 *
 * The unit in which a CA starts to sign contains a job for them. The use case makes them right after that unit, before it answers; the job remains
 * for the case of a crash. Whichever comes first makes them, once.
 */
import { nowSeconds } from '../../../kernel/clock.ts';
import { newUnitId, type Plan, type UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import type { InsertJob, JobKind, Jobs, JobSummary } from '../../background/index.ts';
import { type Authorities } from '../authorities/index.ts';
import { signsCrls } from '../kinds/index.ts';
import type { CreateCrls } from './create-crls.ts';
import { partitionsWithCrl } from '../settings/index.ts';

export interface FirstCrlsDeps extends Pick<UseCaseDeps, 'clock' | 'random'> {
  readonly authorities: Authorities;
  readonly createCrls: Pick<CreateCrls, 'createFirst'>;
  readonly jobs: Pick<Jobs, 'find'>;
  /** Receives the error if the CRLs could not be made; the job retries. */
  readonly onFailed: (error: unknown) => void;
}

export class FirstCrls extends WithDeps<FirstCrlsDeps> implements JobKind<FirstCrlsProgress, never> {
  readonly kind = 'first-crls';
  readonly task = 'first-crls';
  readonly purpose = 'make the first CRLs';

  /** Returns the write for the unit in which a CA starts to sign. */
  begin(caId: number): InsertJob {
    const progress: FirstCrlsProgress = { caId };
    const { clock } = this.deps;
    return {
      op: 'job.insert',
      id: jobOf(caId),
      kind: this.kind,
      progress: JSON.stringify(progress),
      createdMs: clock.nowMs(),
    };
  }

  /** Tells whether the CA started to sign here. A CA that was imported with its keys did not, and has no such job. */
  async wereBegun(caId: number): Promise<boolean> {
    return (await this.deps.jobs.find(jobOf(caId))) !== undefined;
  }

  /** Makes missing CRLs once the unit is durable. Does not throw: the CA exists, and the job continues. */
  async make(caId: number): Promise<void> {
    try {
      await this.#makeMissing(caId);
    } catch (error) {
      this.deps.onFailed(error);
    }
  }

  /** Makes the CRLs left out by a crash, so that a CA is not taken offline without them. Does not throw. */
  async makeUnfinished(caId: number): Promise<void> {
    const job = await this.deps.jobs.find(jobOf(caId));
    if (job !== undefined && job.state !== 'done') await this.make(caId);
  }

  summarize(jobId: number): JobSummary {
    return { caId: caOf(jobId), counts: {} };
  }

  async readItems(): Promise<readonly never[]> {
    return [];
  }

  planStep(): Promise<Plan<FirstCrlsProgress>> {
    throw new TypeError('the first CRLs of a CA are not steps');
  }

  /** Makes them as a job. Fails while the crypto token of the CA is closed, and is retried. An offline CA gets its CRLs when it is online again. */
  async complete(jobId: number): Promise<void> {
    await this.#makeMissing(caOf(jobId));
  }

  /** Returns an empty unit, since the CRLs have audit records of their own. */
  planEnd(): UnitOfWork {
    const { clock, random } = this.deps;
    return { id: newUnitId(clock, random), epoch: undefined, writes: [] };
  }

  async #makeMissing(caId: number): Promise<void> {
    const { authorities, clock, createCrls } = this.deps;
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

/** Returns the id of the job: the negated id of its CA, since the job that revokes all certificates of the CA has the CA's id. */
function jobOf(caId: number): number {
  return -caId;
}

function caOf(jobId: number): number {
  return -jobId;
}
