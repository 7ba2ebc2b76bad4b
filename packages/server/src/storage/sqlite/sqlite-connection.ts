/** One connection to an SQLite file: how it is opened, and its rows as plain objects. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DatabaseOpenError } from '../engine/index.ts';
import type { ColumnValue } from '../sql/index.ts';

/** Options for opening a file. */
export interface SqliteFile {
  readonly path: string;
  /**
   * Durability of a COMMIT when it returns; FULL unless given, and nothing else is durable. Exists for the test that cuts the power
   * and has to fail with less.
   */
  readonly dangerSynchronous?: 'OFF' | 'NORMAL' | 'FULL';
}

/** A row as both databases give it. */
export type Row = Record<string, unknown>;

/** A statement that was prepared once. */
export interface SqliteStatement {
  /** Runs it and gives the rows. */
  all(values: readonly ColumnValue[]): Row[];
  /** Runs it and gives the first row. */
  first(values: readonly ColumnValue[]): Row | undefined;
  /** Runs it and gives the number of changed rows. */
  run(values: readonly ColumnValue[]): number;
}

/**
 * Makes the file when it is not there, and opens it.
 *
 * The file is for its owner alone (0600); SQLite gives the same mode to the write-ahead log beside it. To be called before any other
 * connection of the process is open: to close a file gives up what the process has locked in it (fcntl(2)).
 */
export function makeSqlite(file: SqliteFile): DatabaseSync {
  try {
    closeSync(openSync(file.path, 'a', 0o600));
    chmodSync(file.path, 0o600);
  } catch (error) {
    throw new DatabaseOpenError(file.path, { cause: error });
  }
  return openSqlite(file);
}

/** Opens the file to read and write. */
export function openSqlite({ path, dangerSynchronous = 'FULL' }: SqliteFile): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: MAX_LOCK_WAIT_MS });
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${dangerSynchronous}; ${WRITER_PRAGMAS} ${COMMON_PRAGMAS}`,
    );
    return database;
  } catch (error) {
    throw new DatabaseOpenError(path, { cause: error });
  }
}

/** Opens a connection that only reads: for a thread that may wait, or for a process beside the one that writes. */
export function openSqliteReader(path: string, pragmas = READER_PRAGMAS): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: MAX_LOCK_WAIT_MS });
    database.exec(`${COMMON_PRAGMAS} ${pragmas}`);
    return database;
  } catch (error) {
    throw new DatabaseOpenError(path, { cause: error });
  }
}

/** Prepares a statement. */
export function prepareSqlite(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return {
    all: (values) => (statement.all(...values) as unknown as unknown[][]).map((row) => plainRow(names, row)),
    first(values) {
      const row = statement.get(...values) as unknown as unknown[] | undefined;
      return row === undefined ? undefined : plainRow(names, row);
    },
    run: (values) => changes(statement, values),
  };
}

/** SQLite's result code without its extension (https://www.sqlite.org/rescode.html), or undefined when another thing failed. */
export function primaryResultCode(error: unknown): number | undefined {
  const code = extendedResultCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** SQLite's extended result code, or undefined when another thing failed. */
export function extendedResultCode(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : undefined;
}

function changes(statement: StatementSync, values: readonly ColumnValue[]): number {
  return statement.run(...values).changes as number;
}

/** An ordinary object: what SQLite's binding makes has no prototype, and `pg` makes ordinary ones. */
function plainRow(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {};
  for (let index = 0; index < names.length; index++) row[names[index]!] = values[index];
  return row;
}

/** Longest wait of a statement for another process. */
const MAX_LOCK_WAIT_MS = 5000;
/** Checkpoints are made in another thread; only when that one fails does the writer make one, after 128 MiB of log. */
const WRITER_PRAGMAS = 'PRAGMA wal_autocheckpoint = 32768;';
/** A thread that reads goes through a table once, and finds no page again. */
const READER_PRAGMAS = 'PRAGMA cache_size = -4096;';
/**
 * The main thread reads single rows, and finds the pages in the cache of the operating system. With more of its own than the processor's second cache
 * holds, each page that it reads drives others out of that.
 */
export const MAIN_CACHE = 'PRAGMA cache_size = -512;';
/** 16 MiB of pages at most; a write-ahead log that grew under load is cut back to 64 MiB. */
const COMMON_PRAGMAS = `
  PRAGMA cache_size = -16384;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA temp_store = MEMORY;
  PRAGMA trusted_schema = OFF;
`;
