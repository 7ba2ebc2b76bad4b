import type { RawBuilder } from 'kysely';
import type { DatabaseSync } from 'node:sqlite';
import { StorageUnavailableError, type UnitId, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Database, OpenOptions } from '../database.ts';
import { claimIdBlock } from '../id-blocks.ts';
import { ReaderPool } from '../readers/reader-pool.ts';
import type { NoParameters, PreparedRead, Reads } from '../reads.ts';
import { UnitQueue } from '../unit-queue.ts';
import type { ColumnValue } from '../write-definition.ts';
import { Checkpoints } from './checkpoints.ts';
import { openSqliteWriter, prepareSqlite, sqliteReads } from './sqlite-connection.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { SqliteUnitWriter, waitForLock } from './sqlite-unit-writer.ts';

/** Opens an SQLite file. */
export async function openSqliteDatabase(options: OpenOptions): Promise<Database> {
  const path = sqlitePath(options.url);
  const { dangerSynchronous } = options;
  const connection = openSqliteWriter({ path, ...(dangerSynchronous && { dangerSynchronous }) });
  try {
    await migrateSqlite(connection, path, options.migrations);
    return new SqliteDatabase(connection, path, options);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The path of an SQLite file in a database URL. */
export function sqlitePath(url: string): string {
  return url.replace(/^sqlite:(\/\/(?=\/))?/, '');
}

/**
 * Reads of the main thread share the writer's connection: its cache of pages stays valid across its own commits, and a group runs in
 * one go.
 */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly kysely: Reads['kysely'];
  readonly prepareRead: Reads['prepareRead'];
  readonly readers: ReaderPool;
  readonly #connection: DatabaseSync;
  readonly #writer: SqliteUnitWriter;
  readonly #checkpoints: Checkpoints;
  readonly #queue: UnitQueue;
  readonly #readEpoch: PreparedRead<NoParameters, { epoch: number }>;

  constructor(connection: DatabaseSync, path: string, options: OpenOptions) {
    const reads = sqliteReads(connection);
    this.kysely = reads.kysely;
    this.prepareRead = reads.prepareRead;
    this.#connection = connection;
    this.#writer = new SqliteUnitWriter(connection, options.definitions);
    this.#checkpoints = new Checkpoints(path, options.onBackgroundError);
    this.#queue = new UnitQueue({ write: (units) => this.#write(units) }, { ...options.queue, lanes: 1 });
    this.#readEpoch = reads.prepareRead((kysely) => kysely.selectFrom('configuration_epoch').select('epoch'));
    this.readers = new ReaderPool({
      source: { kind: 'sqlite', path },
      threads: options.readerThreads ?? 1,
      ...(options.readerTasks && { tasks: options.readerTasks }),
      onBackgroundError: options.onBackgroundError,
    });
  }

  commit(unit: UnitOfWork): Promise<void> {
    return this.#queue.commit(unit);
  }

  async unitReceipt(id: UnitId) {
    return this.#writer.receipt(id);
  }

  async readEpoch(): Promise<number> {
    return (await this.#readEpoch.first({}))!.epoch;
  }

  async claimIdBlock(): Promise<number> {
    const [row] = await this.runStatement(claimIdBlock);
    return row!.block;
  }

  async runStatement<R>(statement: RawBuilder<R>): Promise<readonly R[]> {
    const { sql, parameters } = statement.compile(this.kysely);
    try {
      const prepared = prepareSqlite(this.#connection, sql);
      return await waitForLock(() => prepared.all(parameters as ColumnValue[]) as R[]);
    } catch (error) {
      throw new StorageUnavailableError({ cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.readers.close();
    await this.#checkpoints.close();
    this.#connection.close();
  }

  async #write(units: readonly UnitOfWork[]) {
    await this.#checkpoints.ready;
    const outcomes = await this.#writer.write(units);
    this.#checkpoints.wrote();
    return outcomes;
  }
}
