/** The jobs of an installation with their progress, as far as the caller may see it. */
import { WithDeps } from '../../kernel/with-deps.ts';
import { type AccessControl, type Administrator, Resource } from '../access/index.ts';
import type { JobKind, Jobs, JobSummary, StoredJob } from '../background/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { authorizeViewing } from './service-access.ts';

/** A job as its administrators see it. Times are milliseconds since 1970. */
export interface ListedJob extends Pick<StoredJob, 'state' | 'createdMs' | 'updatedMs'> {
  readonly kind: string;
  /** Undefined for a kind that only another release knows, and so is what follows. */
  readonly purpose: string | undefined;
  /** Undefined for a CA that the caller has no access to, or that has been removed. */
  readonly caName: string | undefined;
  readonly counts: JobSummary['counts'] | undefined;
  /** See {@link StoredJob}; a general text for a caller without access to the CA, which the reason may name. Empty for a job that is done. */
  readonly problem: string;
}

export interface ListJobsDeps {
  readonly access: Pick<AccessControl, 'authorize' | 'isAuthorized'>;
  readonly configuration: Pick<Configuration, 'findById' | 'type'>;
  readonly jobs: Pick<Jobs, 'list'>;
  readonly jobKinds: readonly JobKind<unknown, unknown>[];
}

export class ListJobs extends WithDeps<ListJobsDeps> {
  /** Lists the jobs that have not ended, the oldest first, then those that have, the last first. */
  async list(administrator: Administrator): Promise<readonly ListedJob[]> {
    const { access, jobs } = this.deps;
    await authorizeViewing(access, administrator);
    return Promise.all((await jobs.list(LIMITS)).map((job) => this.#listed(administrator, job)));
  }

  async #listed(administrator: Administrator, job: StoredJob): Promise<ListedJob> {
    const { kind, state, createdMs, updatedMs } = job;
    const known = this.deps.jobKinds.find((each) => each.kind === kind);
    const summary = known?.summarize(job.id, JSON.parse(job.progress));
    const isCaVisible =
      summary !== undefined && (await this.deps.access.isAuthorized(administrator, Resource.ca(summary.caId)));
    return {
      kind,
      purpose: known?.purpose,
      caName: isCaVisible ? await this.#caName(summary.caId) : undefined,
      state,
      counts: summary?.counts,
      problem: shownProblem(job, isCaVisible),
      createdMs,
      updatedMs,
    };
  }

  async #caName(caId: number): Promise<string | undefined> {
    const { configuration } = this.deps;
    return (await configuration.findById(configuration.type('CA'), caId))?.name;
  }
}

function shownProblem({ state, problem }: StoredJob, isCaVisible: boolean): string {
  // A process of an earlier release leaves the problem in a job that it finishes.
  if (state === 'done' || problem === '') return '';
  return isCaVisible ? problem : 'A step failed.';
}

const LIMITS = { open: 1000, ended: 100 } as const;
