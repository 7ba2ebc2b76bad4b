import { sql } from 'kysely';
import { type Database, databaseNowMs } from '../engine/index.ts';

/**
 * Leases of services by name: at most one holder has one at any time, by the database's clock.
 *
 * A holder that stands still for longer than its lease loses it without noticing. What it does under a lease has to be safe all the
 * same: a unit with a condition, or a job whose version has moved on.
 */
export class LeaseStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes the lease, or makes one that is held longer. False when somebody else has it. */
  async acquire(name: string, holder: string, lengthMs: number): Promise<boolean> {
    const now = databaseNowMs(this.#database.dialect);
    const rows = await this.#database.runStatement(sql`
      INSERT INTO service_lease (name, holder, until_ms) VALUES (${name}, ${holder}, ${now} + ${lengthMs})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
        WHERE service_lease.holder = excluded.holder OR service_lease.until_ms <= ${now}
      RETURNING name
    `);
    return rows.length === 1;
  }

  /** Takes a lease that nobody has ever had, or had and gave back. False when there is one, whether it has ended or not. */
  async acquireFirst(name: string, holder: string, lengthMs: number): Promise<boolean> {
    const now = databaseNowMs(this.#database.dialect);
    const rows = await this.#database.runStatement(sql`
      INSERT INTO service_lease (name, holder, until_ms) VALUES (${name}, ${holder}, ${now} + ${lengthMs})
      ON CONFLICT (name) DO NOTHING
      RETURNING name
    `);
    return rows.length === 1;
  }

  /** When a lease ends or has ended, in milliseconds since 1970; undefined for one that nobody has. */
  async endOf(name: string): Promise<number | undefined> {
    const [row] = await this.#database.runStatement(sql<{ until_ms: number }>`
      SELECT until_ms FROM service_lease WHERE name = ${name}
    `);
    return row?.until_ms;
  }

  /** Gives the lease back before it ends; nothing happens when somebody else has it. */
  async release(name: string, holder: string): Promise<void> {
    await this.#database.runStatement(sql`DELETE FROM service_lease WHERE name = ${name} AND holder = ${holder}`);
  }
}
