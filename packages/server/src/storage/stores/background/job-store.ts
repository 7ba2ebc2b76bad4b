import { sql } from 'kysely';
import type {
  AdvanceJob,
  ClaimedJob,
  FinishJob,
  InsertJob,
  JobReport,
  Jobs,
  StoredJob,
} from '../../../modules/background/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';
import { insertInto, type ParameterExpressions, type PreparedRead, type Schema, updateIn } from '../../sql/index.ts';

/** Jobs in the database. */
export class JobStore implements Jobs {
  readonly #database: Database;
  readonly #byId: PreparedRead<{ id: number }, Schema['job']>;
  readonly #open: PreparedRead<{ kind: string }, { id: number }>;

  constructor(database: Database) {
    this.#database = database;
    this.#byId = database.prepareRead((kysely, given: ParameterExpressions<{ id: number }>) =>
      kysely.selectFrom('job').selectAll().where('id', '=', given.id),
    );
    this.#open = database.prepareRead((kysely, given: ParameterExpressions<{ kind: string }>) =>
      kysely.selectFrom('job').select('id').where('state', 'in', OPEN).where('kind', '=', given.kind).limit(1),
    );
  }

  async find(id: number): Promise<JobReport | undefined> {
    const row = await this.#byId.first({ id });
    return row && { state: row.state as JobReport['state'], progress: row.progress };
  }

  async list({ open, ended }: { readonly open: number; readonly ended: number }): Promise<readonly StoredJob[]> {
    const { dialect, kysely } = this.#database;
    const jobs = kysely
      .selectFrom('job')
      .selectAll()
      .select(sql<number>`CASE WHEN lease_until_ms > ${databaseNowMs(dialect)} THEN 1 ELSE 0 END`.as('is_leased'));
    const rows = await Promise.all([
      jobs.where('state', 'in', OPEN).orderBy('created_ms').orderBy('id').limit(open).execute(),
      jobs.where('state', 'not in', OPEN).orderBy('updated_ms', 'desc').orderBy('id').limit(ended).execute(),
    ]);
    return rows.flat().map(({ is_leased: isLeased, ...row }) => ({
      id: row.id,
      kind: row.kind,
      state: row.state === 'running' && isLeased === 0 ? 'waiting' : (row.state as StoredJob['state']),
      progress: row.progress,
      problem: row.problem,
      createdMs: row.created_ms,
      updatedMs: row.updated_ms,
    }));
  }

  /** Looks before it writes: runners ask again and again, and nearly always there is nothing to do. */
  async claim(kind: string, holder: string, leaseMs: number): Promise<ClaimedJob | undefined> {
    if ((await this.#open.first({ kind })) === undefined) return undefined;
    const { dialect } = this.#database;
    const now = databaseNowMs(dialect);
    const [row] = await this.#database.runStatement(sql<Schema['job']>`
      UPDATE job SET state = 'running', lease_holder = ${holder}, lease_until_ms = ${now} + ${leaseMs}, version = version + 1
      WHERE id = (
        SELECT id FROM job WHERE state IN ('waiting', 'running') AND kind = ${kind} AND lease_until_ms <= ${now}
        ORDER BY id LIMIT 1 ${dialect === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : sql``}
      )
      RETURNING *
    `);
    return row && { id: row.id, kind: row.kind, holder, progress: row.progress, version: row.version };
  }

  async renew({ id, holder }: Pick<ClaimedJob, 'id' | 'holder'>, leaseMs: number): Promise<boolean> {
    const now = databaseNowMs(this.#database.dialect);
    const rows = await this.#database.runStatement(sql`
      UPDATE job SET lease_until_ms = ${now} + ${leaseMs}
      WHERE id = ${id} AND lease_holder = ${holder} AND state = 'running'
      RETURNING id
    `);
    return rows.length === 1;
  }

  async release({ id, holder }: Pick<ClaimedJob, 'id' | 'holder'>): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE job SET lease_until_ms = 0, lease_holder = NULL, state = 'waiting'
      WHERE id = ${id} AND lease_holder = ${holder} AND state = 'running'
    `);
  }

  async noteProblem({ id, holder }: Pick<ClaimedJob, 'id' | 'holder'>, problem: string): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE job SET problem = ${problem} WHERE id = ${id} AND lease_holder = ${holder} AND state = 'running'
    `);
  }
}

const insert = insertInto('job', 'job.insert', ({ id, kind, progress, createdMs }: InsertJob) => ({
  id,
  kind,
  state: 'waiting',
  progress,
  problem: '',
  lease_holder: null,
  lease_until_ms: 0,
  created_ms: createdMs,
  updated_ms: createdMs,
  version: 1,
}));

const advance = updateIn(
  'job',
  'job.advance',
  { key: ['id'], expected: ['version', 'lease_holder'], set: ['progress', 'problem', 'updated_ms', 'version'] },
  ({ job, progress, updatedMs }: AdvanceJob) => ({
    key: { id: job.id },
    expected: { version: job.version, lease_holder: job.holder },
    set: { progress, problem: '', updated_ms: updatedMs, version: job.version + 1 },
  }),
);

const finish = updateIn(
  'job',
  'job.finish',
  {
    key: ['id'],
    expected: ['version', 'lease_holder'],
    set: ['state', 'progress', 'problem', 'lease_holder', 'updated_ms', 'version'],
  },
  ({ job, state, progress, updatedMs }: FinishJob) => ({
    key: { id: job.id },
    expected: { version: job.version, lease_holder: job.holder },
    set: { state, progress, problem: '', lease_holder: null, updated_ms: updatedMs, version: job.version + 1 },
  }),
);

/** The writes of jobs. */
export const jobWriteDefinitions = [insert, advance, finish];

/** States of jobs that have not ended. */
const OPEN = ['waiting', 'running'];
