/** Stores many rows without the indexes of their table, which are made of all of them together afterwards: that takes a fraction of the time. */
import { sql } from 'kysely';
import type { Database } from '../src/storage/index.ts';

/** An index, or a trigger that looks in one for each row and would read the whole table without it. */
interface Definition {
  readonly type: 'INDEX' | 'TRIGGER';
  readonly name: string;
  readonly statement: string;
}

/**
 * Runs `store` while the table of certificates has no index but its primary key, and makes the indexes anew from their own definitions. Meanwhile
 * no duplicate serial number is refused, and on SQLite none is found afterwards either.
 *
 * Nothing else may use the database meanwhile. One that is left halfway has to be thrown away.
 *
 * @param onIndex - takes the name of each index before it is made, and of what looks in it
 */
export async function withoutIndexes(
  database: Database,
  store: () => Promise<void>,
  onIndex: (name: string) => void,
): Promise<void> {
  const definitions = await database.runStatement(database.dialect === 'sqlite' ? OF_SQLITE : OF_POSTGRES);
  for (const { type, name } of definitions) await database.runStatement(sql`DROP ${sql.raw(type)} ${sql.id(name)}`);
  await store();
  if (database.dialect === 'sqlite') for (const pragma of SQLITE_SORTING) await database.runStatement(sql.raw(pragma));
  for (const { name, statement } of definitions) {
    onIndex(name);
    await database.runStatement(sql.raw(statement));
  }
  await database.runStatement(sql`ANALYZE`);
}

const OF_SQLITE = sql<Definition>`SELECT upper(type) AS type, name, sql AS statement FROM sqlite_master
  WHERE tbl_name = 'certificate' AND (type = 'index' AND sql IS NOT NULL OR type = 'trigger' AND sql LIKE '%RAISE(ABORT%') ORDER BY type`;
const OF_POSTGRES = sql<Definition>`SELECT 'INDEX' AS type, indexname AS name, indexdef AS statement FROM pg_indexes
  WHERE tablename = 'certificate' AND schemaname = current_schema() AND indexname <> 'certificate_pkey'`;
/** The connection that writes sorts in more room, and with the other processors. It reads the table for each index, without a copy of its pages. */
const SQLITE_SORTING = ['PRAGMA cache_size = -262144', 'PRAGMA threads = 2', `PRAGMA mmap_size = ${2 ** 36}`];
