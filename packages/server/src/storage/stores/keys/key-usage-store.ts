import { sql } from 'kysely';
import type { KeyUsageStore } from '../../../modules/signing/index.ts';
import type { Database } from '../../engine/index.ts';

/** Counters of the usages of keys. Claims of usages, like blocks of ids, belong to no act of anybody. */
export class SqlKeyUsageStore implements KeyUsageStore {
  readonly #database: Pick<Database, 'runStatement'>;

  constructor(database: Pick<Database, 'runStatement'>) {
    this.#database = database;
  }

  async claim(publicKeySha256: Uint8Array, limit: number, most: number): Promise<number> {
    if (limit <= 0) return 0;
    const remaining = sql`(CAST(${limit} AS bigint) - key_usage.claimed)`;
    const granted = sql`CASE WHEN ${remaining} < CAST(${most} AS bigint) THEN ${remaining} ELSE CAST(${most} AS bigint) END`;
    const first = Math.min(most, limit);
    const rows = await this.#database.runStatement(sql<{ granted: number }>`
      INSERT INTO key_usage (public_key_sha256, claimed, granted) VALUES (${publicKeySha256}, ${first}, ${first})
      ON CONFLICT (public_key_sha256) DO UPDATE SET claimed = key_usage.claimed + ${granted}, granted = ${granted}
        WHERE key_usage.claimed < CAST(${limit} AS bigint)
      RETURNING granted
    `);
    return rows[0]?.granted ?? 0;
  }

  async claimed(publicKeySha256: Uint8Array): Promise<number> {
    const rows = await this.#database.runStatement(sql<{ claimed: number }>`
      SELECT claimed FROM key_usage WHERE public_key_sha256 = ${publicKeySha256}
    `);
    return rows[0]?.claimed ?? 0;
  }

  async giveBack(publicKeySha256: Uint8Array, usages: number): Promise<void> {
    await this.#database.runStatement(sql`
      UPDATE key_usage SET claimed = claimed - CAST(${usages} AS bigint) WHERE public_key_sha256 = ${publicKeySha256}
    `);
  }
}
