import { sql } from 'kysely';
import type { Database } from '../src/storage/index.ts';
import { pragma } from './sqlite-pragma.ts';

/**
 * Lets a database take little or nothing more, as on a full disk: a file may not grow, and a table of PostgreSQL refuses rows with the
 * error for that.
 *
 * @returns what gives it room again
 */
export async function fillDatabase(database: Pick<Database, 'dialect' | 'runStatement'>): Promise<() => Promise<void>> {
  if (database.dialect === 'sqlite') {
    await pragma(database, `max_page_count = ${await pragma(database, 'page_count')}`);
    return async () => {
      await pragma(database, 'max_page_count = 1000000');
    };
  }
  await database.runStatement(sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
  for (const table of ['audit_record', 'installation_item']) {
    await database.runStatement(
      sql`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${sql.table(table)} EXECUTE FUNCTION refuse()`,
    );
  }
  return async () => {
    await database.runStatement(sql`DROP FUNCTION refuse CASCADE`);
  };
}
