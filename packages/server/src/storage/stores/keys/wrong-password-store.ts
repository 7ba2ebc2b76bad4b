import { type RawBuilder, sql } from 'kysely';
import type { CountedPasswords, WrongPasswords } from '../../../modules/access/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';

/** Wrong passwords, each key's in a row beside those of other locks. */
export class SqlWrongPasswords implements WrongPasswords {
  readonly #database: Pick<Database, 'dialect' | 'kysely' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  /** @param now - the database's clock unless given */
  constructor(
    database: Pick<Database, 'dialect' | 'kysely' | 'runStatement'>,
    now: RawBuilder<number> = databaseNowMs(database.dialect),
  ) {
    this.#database = database;
    this.#now = now;
  }

  async find(keys: readonly string[]) {
    const rows = await this.#database.kysely
      .selectFrom(sql<{ now_ms: number }>`(SELECT ${this.#now} AS now_ms)`.as('time'))
      .leftJoin('activation_attempt', (join) => join.on('lock', 'in', keys))
      .select(['time.now_ms', 'lock', 'wrong', 'not_before_ms'])
      .execute();
    const counted = new Map<string, CountedPasswords>();
    for (const { lock, wrong, not_before_ms: atMs } of rows)
      if (lock !== null) counted.set(lock, { amount: wrong! / THOUSAND, atMs: atMs! });
    return { nowMs: rows[0]!.now_ms, counted };
  }

  async replace(key: string, before: CountedPasswords | undefined, after: CountedPasswords): Promise<boolean> {
    const statement =
      before === undefined
        ? sql`
            INSERT INTO activation_attempt (lock, wrong, not_before_ms) VALUES (${key}, ${stored(after)}, ${after.atMs})
            ON CONFLICT (lock) DO NOTHING RETURNING lock
          `
        : sql`
            UPDATE activation_attempt SET wrong = ${stored(after)}, not_before_ms = ${after.atMs}
            WHERE lock = ${key} AND wrong = ${stored(before)} AND not_before_ms = ${before.atMs} RETURNING lock
          `;
    return (await this.#database.runStatement(statement)).length === 1;
  }

  async forget(key: string): Promise<void> {
    await this.#database.runStatement(sql`DELETE FROM activation_attempt WHERE lock = ${key}`);
  }
}

function stored({ amount }: CountedPasswords): number {
  return Math.round(amount * THOUSAND);
}

const THOUSAND = 1000;
