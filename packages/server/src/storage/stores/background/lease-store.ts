import { type RawBuilder, sql } from 'kysely';
import type { DueTime, LeaseStore } from '../../../modules/background/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';

/** Leases in the database. */
export class SqlLeaseStore implements LeaseStore {
  readonly #database: Pick<Database, 'dialect' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  /** @param now - the database's clock unless given */
  constructor(database: Pick<Database, 'dialect' | 'runStatement'>, now = databaseNowMs(database.dialect)) {
    this.#database = database;
    this.#now = now;
  }

  async acquire(name: string, holder: string, lengthMs: number): Promise<boolean> {
    const now = this.#now;
    const rows = await this.#database.runStatement(sql`
      INSERT INTO service_lease (name, holder, until_ms) VALUES (${name}, ${holder}, ${now} + ${lengthMs})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
        WHERE service_lease.holder = excluded.holder OR service_lease.until_ms <= ${now}
      RETURNING name
    `);
    return rows.length === 1;
  }

  async release(name: string, holder: string): Promise<void> {
    await this.#database.runStatement(sql`DELETE FROM service_lease WHERE name = ${name} AND holder = ${holder}`);
  }

  dueTime(name: string): DueTime {
    return {
      read: async () => {
        const [row] = await this.#database.runStatement(sql<{ now_ms: number; due_ms: number | null }>`
          SELECT ${this.#now} AS now_ms, (SELECT until_ms FROM service_lease WHERE name = ${name}) AS due_ms
        `);
        return { nowMs: row!.now_ms, dueMs: row!.due_ms ?? undefined };
      },
      begin: async (dueMs) => {
        await this.#database.runStatement(sql`
          INSERT INTO service_lease (name, holder, until_ms) VALUES (${name}, '', ${dueMs}) ON CONFLICT (name) DO NOTHING
        `);
      },
      move: async (fromMs, toMs) => {
        const moved = await this.#database.runStatement(sql`
          UPDATE service_lease SET until_ms = ${toMs} WHERE name = ${name} AND until_ms = ${fromMs} RETURNING name
        `);
        return moved.length === 1;
      },
    };
  }
}
