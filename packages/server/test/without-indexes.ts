/** Stores many rows without the indexes of their table, which are made of all of them together afterwards: that takes a fraction of the time. */
import { sql } from 'kysely';
import type { Database } from '../src/storage/index.ts';

interface Index {
  readonly name: string;
  readonly statement: string;
}

/**
 * Runs `store` while the table of certificates has no index but its primary key, and makes the indexes anew from their own definitions.
 *
 * Nothing else may use the database meanwhile. One that is left halfway has to be thrown away.
 *
 * @param onIndex - takes the name of each index before it is made
 */
export async function withoutIndexes(
  database: Database,
  store: () => Promise<void>,
  onIndex: (name: string) => void,
): Promise<void> {
  const indexes = await database.runStatement(database.dialect === 'sqlite' ? SQLITE_INDEXES : POSTGRES_INDEXES);
  for (const { name } of indexes) await database.runStatement(sql`DROP INDEX ${sql.id(name)}`);
  await store();
  if (database.dialect === 'sqlite') for (const pragma of SQLITE_SORTING) await database.runStatement(sql.raw(pragma));
  for (const { name, statement } of indexes) {
    onIndex(name);
    await database.runStatement(sql.raw(statement));
  }
  await database.runStatement(sql`ANALYZE`);
}

const SQLITE_INDEXES = sql<Index>`SELECT name, sql AS statement FROM sqlite_master
  WHERE type = 'index' AND tbl_name = 'certificate' AND sql IS NOT NULL`;
const POSTGRES_INDEXES = sql<Index>`SELECT indexname AS name, indexdef AS statement FROM pg_indexes
  WHERE tablename = 'certificate' AND schemaname = current_schema() AND indexname <> 'certificate_pkey'`;
/** The connection that writes sorts in more room, and with the other processors. It reads the table for each index, without a copy of its pages. */
const SQLITE_SORTING = ['PRAGMA cache_size = -262144', 'PRAGMA threads = 2', `PRAGMA mmap_size = ${2 ** 36}`];
