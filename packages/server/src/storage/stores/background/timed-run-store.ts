import { type RawBuilder, sql } from 'kysely';
import { type DueTime, NEVER_MS, type RunNotes } from '../../../modules/background/index.ts';
import type { TimedRunKey, TimedRuns, TimedRunStore } from '../../../modules/signing/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';

interface Row {
  node: string;
  next_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
  problem: string;
}

/** The runs of timed services, a row for each service and process. Like leases they are not an act of anybody. */
export class SqlTimedRunStore implements TimedRunStore {
  readonly #database: Pick<Database, 'dialect' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  /** @param now - the database's clock unless given */
  constructor(database: Pick<Database, 'dialect' | 'runStatement'>, now = databaseNowMs(database.dialect)) {
    this.#database = database;
    this.#now = now;
  }

  dueTime({ workerId, node }: TimedRunKey, schedule: string): DueTime {
    return {
      read: async () => {
        const [row] = await this.#database.runStatement(sql<{ now_ms: number; due_ms: number | null }>`
          SELECT ${this.#now} AS now_ms, (
            SELECT next_ms FROM timed_run WHERE worker_id = ${workerId} AND node = ${node} AND schedule = ${schedule}
          ) AS due_ms
        `);
        return { nowMs: row!.now_ms, dueMs: row!.due_ms ?? undefined };
      },
      // Forgets workers and processes that no longer exist, too: nobody has made their runs for long.
      begin: async (dueMs) => {
        await this.#database.runStatement(
          sql`DELETE FROM timed_run WHERE next_ms < ${this.#now} - ${FORGOTTEN_AFTER_MS}`,
        );
        await this.#database.runStatement(sql`
          INSERT INTO timed_run (worker_id, node, schedule, next_ms, problem) VALUES (${workerId}, ${node}, ${schedule}, ${dueMs}, '')
          ON CONFLICT (worker_id, node) DO UPDATE SET schedule = excluded.schedule, next_ms = excluded.next_ms
            WHERE timed_run.schedule <> excluded.schedule
        `);
      },
      move: async (fromMs, toMs) => {
        const moved = await this.#database.runStatement(sql`
          UPDATE timed_run SET next_ms = ${toMs}
            WHERE worker_id = ${workerId} AND node = ${node} AND schedule = ${schedule} AND next_ms = ${fromMs}
          RETURNING next_ms
        `);
        return moved.length === 1;
      },
    };
  }

  notes({ workerId, node }: TimedRunKey): RunNotes {
    return {
      begin: async () => {
        await this.#database.runStatement(sql`
          UPDATE timed_run SET started_ms = ${this.#now}, ended_ms = NULL, problem = ''
            WHERE worker_id = ${workerId} AND node = ${node}
        `);
      },
      end: async ({ problem }) => {
        await this.#database.runStatement(sql`
          UPDATE timed_run SET ended_ms = ${this.#now}, problem = ${problem}
            WHERE worker_id = ${workerId} AND node = ${node}
        `);
      },
    };
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
}

const FORGOTTEN_AFTER_MS = 90 * 86_400_000;
