import { sql } from 'kysely';
import type { CertificateCounts } from '../../../modules/ra/index.ts';
import type { Database } from '../../engine/index.ts';

/** The counts of certificates. What leaves the table of changes is added up by the database, in the same transaction. */
export class SqlCertificateCounts implements CertificateCounts {
  readonly #database: Pick<Database, 'dialect' | 'kysely' | 'runStatement'>;

  constructor(database: Pick<Database, 'dialect' | 'kysely' | 'runStatement'>) {
    this.#database = database;
  }

  async isDue(): Promise<boolean> {
    const { kysely } = this.#database;
    const changes = kysely.selectFrom('certificate_count_change').select('ca_id');
    return (
      (await changes
        .limit(1)
        .offset(LEAST_CHANGES - 1)
        .executeTakeFirst()) !== undefined
    );
  }

  async step(): Promise<boolean> {
    if (!(await this.isDue())) return false;
    const row = sql.raw(this.#database.dialect === 'sqlite' ? 'rowid' : 'ctid');
    await this.#database.runStatement(sql`DELETE FROM certificate_count_change WHERE ${row} IN (
      SELECT ${row} FROM certificate_count_change LIMIT ${sql.lit(CHANGES_PER_STEP)})`);
    return true;
  }
}

/** Number below which each count adds up the changes as quickly itself. */
const LEAST_CHANGES = 1024;
const CHANGES_PER_STEP = 4096;
