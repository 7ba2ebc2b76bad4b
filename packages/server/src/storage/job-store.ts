/**
 * Jobs: what touches more than 1,000 rows, done in units of bounded size by whoever holds the job's lease.
 *
 * Each of those units holds the writes of one step and `job.advance`, so that the progress is durable exactly when the work is. A
 * runner that lost its lease finds the version moved on: its unit fails as a whole with a conflict and nothing is done twice.
 */
import { sql } from 'kysely';
import type { Write } from '../kernel/unit-of-work.ts';
import { databaseNowMs } from './database-clock.ts';
import type { Database } from './database.ts';
import type { ParameterExpressions, PreparedRead } from './reads.ts';
import type { JobTable } from './schema.ts';
import type { InsertDefinition, UpdateDefinition } from './write-definition.ts';

/** A job that this process may work on until its lease ends. */
export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly holder: string;
  /** JSON: where the job stands. */
  readonly progress: string;
  /** What the next `job.advance` or `job.finish` expects; one more after each. */
  readonly version: number;
}

/** Creates a job that waits to be claimed. */
export interface InsertJob extends Write {
  readonly op: 'job.insert';
  readonly id: number;
  readonly kind: string;
  readonly progress: string;
  readonly createdMs: number;
}

/** Moves a job on by the step whose writes stand in the same unit. */
export interface AdvanceJob extends Write {
  readonly op: 'job.advance';
  readonly job: Pick<ClaimedJob, 'id' | 'holder' | 'version'>;
  readonly progress: string;
  readonly updatedMs: number;
}

/** Ends a job for good. */
export interface FinishJob extends Write {
  readonly op: 'job.finish';
  readonly job: Pick<ClaimedJob, 'id' | 'holder' | 'version'>;
  readonly state: 'done' | 'failed';
  readonly progress: string;
  readonly updatedMs: number;
}

/** Claims and reads jobs. */
export class JobStore {
  readonly #database: Database;
  readonly #byId: PreparedRead<{ id: number }, JobTable>;

  constructor(database: Database) {
    this.#database = database;
    this.#byId = database.prepareRead((kysely, given: ParameterExpressions<{ id: number }>) =>
      kysely.selectFrom('job').selectAll().where('id', '=', given.id),
    );
  }

  find(id: number): Promise<JobTable | undefined> {
    return this.#byId.first({ id });
  }

  /**
   * Claims the oldest job of a kind that nobody works on: one that waits, or one whose runner's lease has ended.
   *
   * @param holder - names this runner; no other runner may use the same name
   * @param leaseMs - by the database's clock; {@link renew} makes it longer
   */
  async claim(kind: string, holder: string, leaseMs: number): Promise<ClaimedJob | undefined> {
    const { dialect } = this.#database;
    const now = databaseNowMs(dialect);
    const [row] = await this.#database.runStatement(sql<JobTable>`
      UPDATE job SET state = 'running', lease_holder = ${holder}, lease_until_ms = ${now} + ${leaseMs}, version = version + 1
      WHERE id = (
        SELECT id FROM job WHERE state IN ('waiting', 'running') AND kind = ${kind} AND lease_until_ms <= ${now}
        ORDER BY id LIMIT 1 ${dialect === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : sql``}
      )
      RETURNING *
    `);
    return row && { id: row.id, kind: row.kind, holder, progress: row.progress, version: row.version };
  }

  /** Makes the lease longer. False when the job has ended or belongs to another runner by now. */
  async renew({ id, holder }: Pick<ClaimedJob, 'id' | 'holder'>, leaseMs: number): Promise<boolean> {
    const now = databaseNowMs(this.#database.dialect);
    const rows = await this.#database.runStatement(sql`
      UPDATE job SET lease_until_ms = ${now} + ${leaseMs}
      WHERE id = ${id} AND lease_holder = ${holder} AND state = 'running'
      RETURNING id
    `);
    return rows.length === 1;
  }

  /** Lets another runner go on at once, such as when this one shuts down. */
  async release({ id, holder }: Pick<ClaimedJob, 'id' | 'holder'>): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE job SET lease_until_ms = 0, lease_holder = NULL, state = 'waiting'
      WHERE id = ${id} AND lease_holder = ${holder} AND state = 'running'
    `);
  }
}

const insert: InsertDefinition<InsertJob> = {
  kind: 'insert',
  op: 'job.insert',
  table: 'job',
  columns: {
    id: 'integer',
    kind: 'text',
    state: 'text',
    progress: 'text',
    lease_holder: 'text',
    lease_until_ms: 'integer',
    created_ms: 'integer',
    updated_ms: 'integer',
    version: 'integer',
  },
  row: ({ id, kind, progress, createdMs }) => [id, kind, 'waiting', progress, null, 0, createdMs, createdMs, 1],
};

const advance: UpdateDefinition<AdvanceJob> = {
  kind: 'update',
  op: 'job.advance',
  table: 'job',
  key: { id: 'integer' },
  expected: { version: 'integer', lease_holder: 'text' },
  set: { progress: 'text', updated_ms: 'integer', version: 'integer' },
  values: ({ job, progress, updatedMs }) => ({
    key: [job.id],
    expected: [job.version, job.holder],
    set: [progress, updatedMs, job.version + 1],
  }),
};

const finish: UpdateDefinition<FinishJob> = {
  kind: 'update',
  op: 'job.finish',
  table: 'job',
  key: { id: 'integer' },
  expected: { version: 'integer', lease_holder: 'text' },
  set: { state: 'text', progress: 'text', lease_holder: 'text', updated_ms: 'integer', version: 'integer' },
  values: ({ job, state, progress, updatedMs }) => ({
    key: [job.id],
    expected: [job.version, job.holder],
    set: [state, progress, null, updatedMs, job.version + 1],
  }),
};

/** The writes of jobs. */
export const jobWriteDefinitions = [insert, advance, finish];
