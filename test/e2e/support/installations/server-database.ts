/**
 * Which database the servers of this process keep their records in, and the tests' own way into it.
 *
 * It is the file in the home directory, unless a test file says otherwise before it imports the tests that are to run on another one.
 */
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import type { TemporaryDatabase } from '../../../../packages/server/test/temporary-database.ts';
import { SynchronousPostgres } from '../../../../packages/server/test/synchronous-postgres.ts';

/** Where a server keeps its records: `home` unless `database` is the URL of another database. */
export interface Whereabouts {
  readonly home: string;
  readonly database?: string | undefined;
}

/** The methods of `DatabaseSync` that the tests use, on both databases. Parameters are `?`. */
export interface ServerDatabase {
  exec(statements: string): void;
  prepare(statement: string): {
    all(...parameters: SQLInputValue[]): Record<string, SQLOutputValue>[];
    get(...parameters: SQLInputValue[]): Record<string, SQLOutputValue> | undefined;
    run(...parameters: SQLInputValue[]): unknown;
  };
}

type MakeDatabase = (template?: string) => Promise<TemporaryDatabase>;

let newDatabase: MakeDatabase | undefined;

/** Every server that is started from now on has a database of its own that is made by this, empty or as a copy of another one. */
export function keepRecordsIn(make: MakeDatabase): void {
  newDatabase = make;
}

/** Makes an empty database, which the caller removes; undefined when {@link keepRecordsIn} was not called. */
export async function newServerDatabase(): Promise<TemporaryDatabase | undefined> {
  return newDatabase?.();
}

/** As {@link newServerDatabase}, but a copy of the database with that name. */
export async function copyServerDatabase(template: string): Promise<TemporaryDatabase | undefined> {
  return newDatabase?.(template);
}

/**
 * Returns where to keep what belongs to a database that is copied: it has to go when the database server goes. Nothing where servers have
 * their records in their home directory.
 *
 * @throws {TypeError} when the database server is not one that this run of the tests has started
 */
export function preparedBesideDatabases(): { readonly cache?: string } {
  if (newDatabase === undefined) return {};
  const cache = process.env['SEALWRIGHT_TEST_PREPARED'];
  if (cache === undefined)
    throw new TypeError('SEALWRIGHT_TEST_PREPARED names no directory; npm run test:postgres makes one');
  return { cache };
}

/**
 * Returns the database of {@link newServerDatabase} for a server that is started with these options: nothing if it goes on with a home directory or a
 * database of the test.
 */
export async function databaseFor({ home, database }: Partial<Whereabouts>): Promise<TemporaryDatabase | undefined> {
  if (home === undefined && database === undefined) return newServerDatabase();
  if (database === undefined && newDatabase !== undefined)
    throw new TypeError('a server on a home directory of the test needs the database that the test has for it as well');
  return undefined;
}

/** Runs `use` on the database of a server, beside the server's own connections. */
export function withDatabase<T>({ home, database: url }: Whereabouts, use: (database: ServerDatabase) => T): T {
  if (url !== undefined) return use(new SynchronousPostgres(url));
  // A server that writes at this moment is waited for.
  const database = new DatabaseSync(path.join(home, 'sealwright.db'), { timeout: 60_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Makes the database refuse every `INSERT`, `UPDATE` or `DELETE` of a row of a table while `use` runs. */
export async function whileRefusing<T>(
  server: Whereabouts,
  event: 'INSERT' | 'UPDATE' | 'DELETE',
  table: string,
  use: () => Promise<T>,
): Promise<T> {
  const { refuse, accept } = (server.database === undefined ? sqliteTrigger : postgresTrigger)(event, table);
  withDatabase(server, (database) => database.exec(refuse));
  try {
    return await use();
  } finally {
    withDatabase(server, (database) => database.exec(accept));
  }
}

interface RefusingTrigger {
  readonly refuse: string;
  readonly accept: string;
}

function sqliteTrigger(event: string, table: string): RefusingTrigger {
  return {
    refuse: `CREATE TRIGGER no_${event} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
    accept: `DROP TRIGGER no_${event}`,
  };
}

function postgresTrigger(event: string, table: string): RefusingTrigger {
  return {
    // The class of error that SQLite's ABORT is; by itself RAISE has one that nothing else has.
    refuse: `CREATE FUNCTION no_${event}() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = 'integrity_constraint_violation'; END $$;
       CREATE TRIGGER no_${event} BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION no_${event}()`,
    accept: `DROP TRIGGER no_${event} ON ${table}; DROP FUNCTION no_${event}()`,
  };
}
