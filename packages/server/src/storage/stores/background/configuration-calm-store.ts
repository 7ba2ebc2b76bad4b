import { type RawBuilder, sql } from 'kysely';
import type { ConfigurationCalm } from '../../../modules/configuration/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';

/**
 * Calm that all processes see (`docs/design/plan-and-commit.md`): a row among the leases, without a holder, whose end is that of the calm. The table is named
 * after services, which were the first to take leases.
 */
export class SqlConfigurationCalm implements ConfigurationCalm {
  readonly #database: Pick<Database, 'dialect' | 'kysely' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  constructor(database: Pick<Database, 'dialect' | 'kysely' | 'runStatement'>) {
    this.#database = database;
    this.#now = databaseNowMs(database.dialect);
  }

  async ask(milliseconds: number): Promise<void> {
    const untilMs = sql`${this.#now} + ${Math.ceil(milliseconds)}`;
    await this.#database.runStatement(sql`
      INSERT INTO service_lease (name, holder, until_ms) VALUES (${NAME}, '', ${untilMs})
      ON CONFLICT (name) DO UPDATE SET until_ms = excluded.until_ms WHERE service_lease.until_ms < excluded.until_ms
    `);
  }

  async remainingMs(): Promise<number> {
    const row = await this.#database.kysely
      .selectFrom('service_lease')
      .select(sql<number>`until_ms - ${this.#now}`.as('remaining_ms'))
      .where('name', '=', NAME)
      .executeTakeFirst();
    return Math.max(row?.remaining_ms ?? 0, 0);
  }
}

/** Name of the row, spelled so in databases. */
const NAME = 'configuration stands still';
