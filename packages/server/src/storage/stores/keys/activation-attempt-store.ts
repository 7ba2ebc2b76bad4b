import { type RawBuilder, sql } from 'kysely';
import type { AttemptClaim } from '../../../modules/access/index.ts';
import type { ActivationAttemptStore } from '../../../modules/crypto-tokens/index.ts';
import { type Database, databaseNowMs } from '../../engine/index.ts';

/** Attempts to open crypto tokens and other locks, a row for each that was not opened since. They belong to no act: a refused one counts, too. */
export class SqlActivationAttemptStore implements ActivationAttemptStore {
  readonly #database: Pick<Database, 'dialect' | 'runStatement'>;
  readonly #now: RawBuilder<number>;

  /** @param now - the database's clock unless given */
  constructor(database: Pick<Database, 'dialect' | 'runStatement'>, now = databaseNowMs(database.dialect)) {
    this.#database = database;
    this.#now = now;
  }

  async claim(lock: string): Promise<AttemptClaim> {
    for (;;) {
      const [claimed] = await this.#database.runStatement(sql<{ not_before_ms: number }>`
        INSERT INTO activation_attempt (lock, wrong, not_before_ms) VALUES (${lock}, 1, ${this.#now})
        ON CONFLICT (lock) DO UPDATE SET wrong = activation_attempt.wrong + 1, not_before_ms = ${this.#now} + ${DELAY_MS}
          WHERE activation_attempt.not_before_ms <= ${this.#now}
        RETURNING not_before_ms
      `);
      if (claimed !== undefined) return { waitMs: 0, notBeforeMs: claimed.not_before_ms };
      const [row] = await this.#database.runStatement(sql<{ wait_ms: number; not_before_ms: number }>`
        SELECT not_before_ms - ${this.#now} AS wait_ms, not_before_ms FROM activation_attempt WHERE lock = ${lock}
      `);
      // Opened by another process meanwhile, or just over: it can be claimed now.
      if (row !== undefined && row.wait_ms > 0) return { waitMs: row.wait_ms, notBeforeMs: row.not_before_ms };
    }
  }

  async clear(lock: string): Promise<void> {
    await this.#database.runStatement(sql`DELETE FROM activation_attempt WHERE lock = ${lock}`);
  }

  async giveBack(lock: string, { notBeforeMs }: AttemptClaim): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE activation_attempt SET
        wrong = wrong - 1, not_before_ms = CASE WHEN not_before_ms = ${notBeforeMs} THEN ${this.#now} ELSE not_before_ms END
      WHERE lock = ${lock}
    `);
    await this.#database.runStatement(sql`
      DELETE FROM activation_attempt WHERE lock = ${lock} AND wrong <= 0 AND refused_code IS NULL
    `);
  }

  async forgetQuiet(prefix: string, quietMs: number, limit: number): Promise<number> {
    // Not LIKE: it has wildcards, and takes upper for lower case on SQLite.
    // The moment from which the next attempt may be made is at or after the last one.
    const forgotten = await this.#database.runStatement(sql`
      DELETE FROM activation_attempt WHERE lock IN (
        SELECT lock FROM activation_attempt
        WHERE substr(lock, 1, length(${prefix})) = ${prefix} AND not_before_ms < ${this.#now} - ${quietMs}
        LIMIT ${limit}
      ) RETURNING lock
    `);
    return forgotten.length;
  }

  async noteRefused(lock: string, storedCode: string): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE activation_attempt SET refused_code = ${storedCode} WHERE lock = ${lock}
    `);
  }

  async findRefused(lock: string): Promise<string | undefined> {
    const [row] = await this.#database.runStatement(sql<{ refused_code: string | null }>`
      SELECT refused_code FROM activation_attempt WHERE lock = ${lock}
    `);
    return row?.refused_code ?? undefined;
  }
}

/** Wait before the next attempt: after three, 1 s, then twice as long each time up to five minutes. */
const DELAY_MS = sql`CASE
  WHEN activation_attempt.wrong + 1 < 3 THEN 0
  WHEN activation_attempt.wrong + 1 > 11 THEN 300000
  ELSE 1000 << CAST(activation_attempt.wrong - 2 AS integer)
END`;
