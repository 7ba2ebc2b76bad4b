import { type RawBuilder, sql } from 'kysely';
import type { TimedRunKey, TimedRuns, TimedRunStore } from '../../modules/signing/index.ts';
import { type Database, databaseNowMs } from '../engine/index.ts';

interface Row {
  node: string;
  next_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
  problem: string;
}

/** The runs of timed services, a row for each service and process. Like leases they are no act of anybody. */
export class SqlTimedRunStore implements TimedRunStore {
  readonly #database: Pick<Database, 'dialect' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  /** @param now - the database's clock unless given */
  constructor(database: Pick<Database, 'dialect' | 'runStatement'>, now = databaseNowMs(database.dialect)) {
    this.#database = database;
    this.#now = now;
  }

  async take(
    { workerId, node }: TimedRunKey,
    schedule: string,
    next: (afterMs: number) => number | undefined,
  ): Promise<{ due: boolean; waitMs: number }> {
    const [row] = await this.#database.runStatement(sql<{
      now_ms: number;
      schedule: string | null;
      next_ms: number | null;
    }>`
      SELECT ${this.#now} AS now_ms, timed_run.schedule, timed_run.next_ms
        FROM (SELECT 1 AS one) AS here
        LEFT JOIN timed_run ON timed_run.worker_id = ${workerId} AND timed_run.node = ${node}
    `);
    const { now_ms: nowMs, next_ms: dueMs } = row!;
    if (row!.schedule === schedule && dueMs! > nowMs) return { due: false, waitMs: dueMs! - nowMs };
    const nextMs = next(nowMs) ?? NEVER_MS;
    const waitMs = nextMs - nowMs;
    if (row!.schedule !== schedule) {
      await this.#schedule({ workerId, node }, schedule, nextMs);
      return { due: false, waitMs };
    }
    const taken = await this.#database.runStatement(sql`
      UPDATE timed_run SET next_ms = ${nextMs}
        WHERE worker_id = ${workerId} AND node = ${node} AND schedule = ${schedule} AND next_ms = ${dueMs}
      RETURNING next_ms
    `);
    return { due: taken.length === 1, waitMs };
  }

  async begin({ workerId, node }: TimedRunKey): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE timed_run SET started_ms = ${this.#now}, ended_ms = NULL, problem = ''
        WHERE worker_id = ${workerId} AND node = ${node}
    `);
  }

  async end({ workerId, node }: TimedRunKey, problem: string): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE timed_run SET ended_ms = ${this.#now}, problem = ${problem}
        WHERE worker_id = ${workerId} AND node = ${node}
    `);
  }

  async list(workerId: number): Promise<readonly TimedRuns[]> {
    const rows = await this.#database.runStatement(sql<Row>`
      SELECT node, next_ms, started_ms, ended_ms, problem FROM timed_run WHERE worker_id = ${workerId} ORDER BY node
    `);
    return rows.map(({ node, next_ms: nextMs, started_ms: startedMs, ended_ms: endedMs, problem }) => ({
      node,
      nextMs: nextMs === NEVER_MS ? undefined : nextMs,
      startedMs: startedMs ?? undefined,
      endedMs: endedMs ?? undefined,
      problem,
    }));
  }

  /** Forgets workers and processes that are no more, too: nobody has made their runs for long. */
  async #schedule({ workerId, node }: TimedRunKey, schedule: string, nextMs: number): Promise<void> {
    await this.#database.runStatement(sql`DELETE FROM timed_run WHERE next_ms < ${this.#now} - ${FORGOTTEN_AFTER_MS}`);
    await this.#database.runStatement(sql`
      INSERT INTO timed_run (worker_id, node, schedule, next_ms, problem) VALUES (${workerId}, ${node}, ${schedule}, ${nextMs}, '')
      ON CONFLICT (worker_id, node) DO UPDATE SET schedule = excluded.schedule, next_ms = excluded.next_ms
        WHERE timed_run.schedule <> excluded.schedule
    `);
  }
}

/** The end of the year 9999. */
const NEVER_MS = 253_402_300_799_000;
const FORGOTTEN_AFTER_MS = 90 * 86_400_000;
