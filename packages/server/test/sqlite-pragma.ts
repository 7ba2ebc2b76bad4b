import { sql } from 'kysely';
import type { Database } from '../src/storage/engine/database.ts';

/** Runs a pragma on the connection of an SQLite database that writes, and gives its value. */
export async function pragma(database: Pick<Database, 'runStatement'>, text: string): Promise<number> {
  const [row] = await database.runStatement(sql<Record<string, number>>`PRAGMA ${sql.raw(text)}`);
  return Object.values(row!)[0]!;
}
