/** Reading through one connection to an SQLite file. */
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseReadError, unavailableReason } from '../engine/index.ts';
import {
  type BuildRead,
  compileRead,
  type PreparedRead,
  readOnlyKysely,
  type ReadParameters,
  type Reads,
} from '../sql/index.ts';
import { prepareSqlite, type SqliteStatement } from './sqlite-connection.ts';

/** The reading half of a database over one connection. Statements run at once; the Promise is for the other kind of database. */
export function sqliteReads(database: DatabaseSync): Reads {
  const statements = new RecentStatements(database);
  const kysely = readOnlyKysely('sqlite', async (sql, values) => reading(() => statements.prepare(sql).all(values)));
  return {
    dialect: 'sqlite',
    kysely,
    prepareRead: <P extends ReadParameters, R>(build: BuildRead<P, R>): PreparedRead<P, R> => {
      const { sql, bind } = compileRead<P, R>(kysely, build);
      const statement = prepareSqlite(database, sql);
      return {
        all: async (parameters) => reading(() => statement.all(bind(parameters)) as R[]),
        first: async (parameters) => reading(() => statement.first(bind(parameters)) as R | undefined),
      };
    },
  };
}

/** Statements that were run last: a search runs one on each piece of an index. */
class RecentStatements {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const statement = this.#statements.get(sql) ?? prepareSqlite(this.#database, sql);
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    for (const oldest of this.#statements.keys()) {
      if (this.#statements.size <= MOST_STATEMENTS) break;
      this.#statements.delete(oldest);
    }
    return statement;
  }
}

/** A failure of the file is the database's; one of the statement is a bug of ours. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = unavailableReason(error);
    throw reason === undefined ? error : new DatabaseReadError({ cause: error, reason });
  }
}

const MOST_STATEMENTS = 32;
