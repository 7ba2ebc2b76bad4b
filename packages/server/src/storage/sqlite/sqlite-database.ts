import type { RawBuilder } from 'kysely';
import type { DatabaseSync } from 'node:sqlite';
import type { Duplex } from 'node:stream';
import { StorageUnavailableError, type UnitId, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import {
  claimIdBlock,
  type Database,
  type OpenOptions,
  storageUnavailable,
  UnitQueue,
  type UnitReceipt,
} from '../engine/index.ts';
import { CommitActivity, ReaderPool } from '../readers/index.ts';
import type { ColumnValue, NoParameters, PreparedRead, Reads } from '../sql/index.ts';
import { FileWriter, type SqliteWriter } from './file-writer.ts';
import { RemoteWriter, serveWriter } from './remote-writer.ts';
import {
  makeSqlite,
  MAIN_CACHE,
  openSqliteReader,
  prepareSqlite,
  type SqliteFile,
  type SqliteStatement,
} from './sqlite-connection.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { sqliteReads } from './sqlite-reads.ts';
import { FIND_RECEIPT } from './sqlite-unit-writer.ts';

/** Opens an SQLite file. */
export async function openSqliteDatabase(options: OpenOptions): Promise<Database> {
  const path = sqlitePath(options.url);
  const { dangerSynchronous } = options;
  if (options.writer !== undefined) return openBesideWriter(path, options.writer, options);
  const file = { path, ...(dangerSynchronous && { dangerSynchronous }) };
  const connection = makeSqlite(file);
  try {
    migrateSqlite(connection, path, options.migrations);
    connection.exec(`PRAGMA query_only = ON; ${MAIN_CACHE}`);
    const writer = new FileWriter(file, options.definitions, options.onBackgroundError);
    const serving = {
      serveWriter: (channel: Duplex, onBroken: (error: unknown) => void) =>
        serveWriter(channel, writer, options.definitions, onBroken),
      writerCpuSeconds: () => writer.cpuSeconds(),
    };
    return Object.assign(new SqliteDatabase(connection, file, writer, options), serving);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Opens a file that another process of the host writes to, and has migrated. */
async function openBesideWriter(
  path: string,
  { channel, onLost }: NonNullable<OpenOptions['writer']>,
  options: OpenOptions,
): Promise<Database> {
  const connection = openSqliteReader(path, MAIN_CACHE);
  try {
    const writer = await RemoteWriter.start(channel, options.definitions, onLost);
    return new SqliteDatabase(connection, { path }, writer, options);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The path of an SQLite file in a database URL. */
export function sqlitePath(url: string): string {
  return url.replace(/^sqlite:(\/\/(?=\/))?/, '');
}

/** The main thread reads, on a connection of its own; the writer is elsewhere. */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly kysely: Reads['kysely'];
  readonly prepareRead: Reads['prepareRead'];
  readonly readers: ReaderPool;
  readonly #connection: DatabaseSync;
  readonly #writer: SqliteWriter;
  readonly #queue: UnitQueue;
  readonly #readEpoch: PreparedRead<NoParameters, { epoch: number }>;
  readonly #findReceipt: SqliteStatement;

  constructor(connection: DatabaseSync, file: SqliteFile, writer: SqliteWriter, options: OpenOptions) {
    const reads = sqliteReads(connection);
    this.kysely = reads.kysely;
    this.prepareRead = reads.prepareRead;
    this.#connection = connection;
    this.#writer = writer;
    const commits = new CommitActivity();
    this.#queue = new UnitQueue(writer, { ...options.queue, lanes: 1 }, commits);
    this.#readEpoch = reads.prepareRead((kysely) => kysely.selectFrom('configuration_epoch').select('epoch'));
    this.#findReceipt = prepareSqlite(connection, FIND_RECEIPT);
    this.readers = new ReaderPool({
      source: { kind: 'sqlite', path: file.path },
      commits,
      threads: options.readerThreads ?? 1,
      ...(options.readerLimits && { limits: options.readerLimits }),
      ...(options.readerTasks && { tasks: options.readerTasks }),
      onBackgroundError: options.onBackgroundError,
    });
  }

  commit(unit: UnitOfWork): Promise<void> {
    return this.#queue.commit(unit);
  }

  async unitReceipt(id: UnitId): Promise<UnitReceipt> {
    return this.#findReceipt.first([id]) === undefined ? 'absent' : 'stored';
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
      return (await this.#writer.run(sql, parameters as ColumnValue[])) as readonly R[];
    } catch (error) {
      throw error instanceof StorageUnavailableError ? error : storageUnavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.readers.close();
    await this.#writer.close();
    this.#connection.close();
  }
}
