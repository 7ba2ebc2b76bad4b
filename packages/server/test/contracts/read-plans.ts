/** The plans by which a database reads. */
import { CompiledQuery } from 'kysely';
import { openPostgresReads } from '../../src/storage/postgres/postgres-connection.ts';
import { compileRead, type DatabaseKind, type Reads } from '../../src/storage/sql/reads.ts';
import { openSqliteReader } from '../../src/storage/sqlite/sqlite-connection.ts';
import { sqlitePath } from '../../src/storage/sqlite/sqlite-database.ts';
import { sqliteReads } from '../../src/storage/sqlite/sqlite-reads.ts';

/** The database to read. */
export interface Readable {
  readonly dialect: DatabaseKind;
  readonly url: string;
}

/** Opens a connection as a reader thread has one, which takes an index where there is one. */
export function readerOf({ dialect, url }: Readable): { readonly reads: Reads; readonly close: () => unknown } {
  if (dialect === 'postgres') return openPostgresReads(url, { statementMs: 60_000, connectMs: 10_000 });
  const file = openSqliteReader(sqlitePath(url));
  return { reads: sqliteReads(file), close: () => file.close() };
}

/** Returns the plan of each prepared read that `use` makes. */
export async function plansOfReads(
  readable: Readable,
  use: (reads: Reads) => Promise<unknown>,
): Promise<readonly string[]> {
  const { reads, close } = readerOf(readable);
  const explain = readable.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const plans: string[] = [];
  const prepareRead: Reads['prepareRead'] = (build, options) => {
    const { sql, bind } = compileRead(reads.kysely, build);
    const read = reads.prepareRead(build, options);
    const explained = async (parameters: Parameters<typeof bind>[0]) => {
      const { rows } = await reads.kysely.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, bind(parameters)));
      plans.push(JSON.stringify(rows));
    };
    return {
      all: async (parameters) => (await explained(parameters), read.all(parameters)),
      first: async (parameters) => (await explained(parameters), read.first(parameters)),
    };
  };
  await use({ ...reads, prepareRead });
  await close();
  return plans;
}
