import { type RawBuilder, sql } from 'kysely';
import type { RunEnd, RunNotes } from '../../../modules/background/index.ts';
import type { ServiceRun, ServiceRunStore } from '../../../modules/services/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';

interface Row {
  service_id: number;
  started_ms: number;
  ended_ms: number | null;
  outcome: RunEnd['outcome'] | '';
  problem: string;
}

/** The last runs of services, a row for each. */
export class SqlServiceRunStore implements ServiceRunStore {
  readonly #database: Pick<Database, 'dialect' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  /** @param now - the database's clock unless given */
  constructor(database: Pick<Database, 'dialect' | 'runStatement'>, now = databaseNowMs(database.dialect)) {
    this.#database = database;
    this.#now = now;
  }

  notes(serviceId: number): RunNotes {
    return {
      begin: async () => {
        await this.#database.runStatement(sql`
          DELETE FROM service_run WHERE service_id <> ${serviceId} AND service_id NOT IN (SELECT id FROM document)
        `);
        await this.#database.runStatement(sql`
          INSERT INTO service_run (service_id, started_ms, outcome, problem) VALUES (${serviceId}, ${this.#now}, '', '')
          ON CONFLICT (service_id) DO UPDATE SET started_ms = excluded.started_ms, ended_ms = NULL, outcome = '', problem = ''
        `);
      },
      end: async ({ outcome, problem }) => {
        await this.#database.runStatement(sql`
          UPDATE service_run SET ended_ms = ${this.#now}, outcome = ${outcome}, problem = ${problem}
            WHERE service_id = ${serviceId}
        `);
      },
    };
  }

  async list(): Promise<ReadonlyMap<number, ServiceRun>> {
    const rows = await this.#database.runStatement(sql<Row>`
      SELECT service_id, started_ms, ended_ms, outcome, problem FROM service_run
    `);
    return new Map(rows.map((row) => [row.service_id, runOf(row)]));
  }
}

function runOf({ started_ms: startedMs, ended_ms: endedMs, outcome, problem }: Row): ServiceRun {
  return { startedMs, end: endedMs === null || outcome === '' ? undefined : { endedMs, outcome, problem } };
}
