import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { DatabaseKind } from '../sql/index.ts';

/**
 * Returns the expression for the database's clock, in milliseconds since 1970. Leases use it, so that processes on several hosts agree on
 * expiry whatever their own clocks say.
 */
export function databaseNowMs(kind: DatabaseKind): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)`
    : sql<number>`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`;
}

/** Reads the database's clock, in milliseconds since 1970. */
export async function readDatabaseClock(database: Pick<Database, 'dialect' | 'runStatement'>): Promise<number> {
  const [row] = await database.runStatement(sql<{ now: number }>`SELECT ${databaseNowMs(database.dialect)} AS now`);
  return row!.now;
}
