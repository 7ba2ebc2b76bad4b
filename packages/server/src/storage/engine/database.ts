/**
 * The database interface: reads, units of work, and a few functions that every process needs.
 *
 * It has two implementations with the same behaviour: an SQLite file in the process, and a PostgreSQL server that any number of processes share.
 */
import type { RawBuilder } from 'kysely';
import type { Duplex } from 'node:stream';
import type { UnitId, UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { Migration } from '../migrations/index.ts';
import type { PostgresTimeouts, ReaderLimits, ReaderPool } from '../readers/index.ts';
import type { Reads, WriteDefinition, WriteDefinitions } from '../sql/index.ts';
import type { UnitQueueOptions } from './unit-queue.ts';
import type { UnitReceipt } from './unit-writer.ts';

/** The database that the composition root opens and passes to all stores (most need only {@link Reads}). */
export interface Database extends Reads, UnitOfWorkStore {
  /** The configuration epoch in force. */
  readEpoch(): Promise<number>;
  /** Claims the next block of row ids durably and returns its number, for `BlockIds`. */
  claimIdBlock(): Promise<number>;
  /** Returns whether a unit was stored, by its receipt in the audit log. Only units with an audit record leave one. */
  unitReceipt(id: UnitId): Promise<UnitReceipt>;
  /** Reader threads for queries that may visit more than 1,000 rows. */
  readonly readers: ReaderPool;
  /**
   * Runs one statement in its own transaction and returns its rows. Only for leases, blocks of ids and the index of texts, which belong to no
   * use case; every other change is a unit of work.
   *
   * @throws {@link StorageUnavailableError} when the database does not answer
   */
  runStatement<R>(statement: RawBuilder<R>): Promise<readonly R[]>;
  /**
   * Writes for another process of the host, which has opened the same SQLite file with `writer`. On PostgreSQL every process writes itself, and
   * this is undefined.
   *
   * @param onBroken - receives the reason why the connection to the process ended
   */
  readonly serveWriter?: (channel: Duplex, onBroken: (error: unknown) => void) => void;
  /** Processor time of the thread that writes to an SQLite file of this process, in seconds; undefined where there is none. */
  readonly writerCpuSeconds?: () => Promise<number>;
  /** Completes the waiting units of work, then closes everything. */
  close(): Promise<void>;
}

/** Options of `openDatabase`. */
export interface DatabaseOptions {
  /** `postgres://...`, or the path of an SQLite file, with or without `sqlite:` before it. */
  readonly url: string;
  /** The writes of all modules. */
  readonly definitions: readonly WriteDefinition[];
  /** Receives errors of background work: a connection that broke while idle, a reader thread that was restarted. */
  readonly onBackgroundError: (error: unknown) => void;
  readonly queue?: UnitQueueOptions;
  /** Limits of what reader threads do; the defaults unless given. */
  readonly readerLimits?: ReaderLimits;
  /** Reader threads; 1 unless given. */
  readonly readerThreads?: number;
  /** The module of a registry of reader tasks, instead of that of the program. */
  readonly readerTasks?: URL;
  /** Replacement for the migrations of this release. */
  readonly migrations?: readonly Migration[];
  /** SQLite only: the channel to the process that writes, and the handler of its loss. The file exists and has the schema of this release. */
  readonly writer?: { readonly channel: Duplex; readonly onLost: (error: Error) => void };
  /** SQLite only, see {@link SqliteFile}. */
  readonly dangerSynchronous?: 'OFF' | 'NORMAL' | 'FULL';
  /** PostgreSQL only: maximum number of connections. */
  readonly connections?: number | undefined;
  /** PostgreSQL only: number of connections for which the server must have room now; not checked unless given. */
  readonly requiredConnections?: number | undefined;
  /** PostgreSQL only: time limits for statements and for connecting. */
  readonly timeouts?: Partial<PostgresTimeouts>;
}

/** The options, with defaults for those that both kinds share. */
export interface OpenOptions extends Omit<DatabaseOptions, 'definitions' | 'migrations'> {
  readonly definitions: WriteDefinitions;
  readonly migrations: readonly Migration[];
}
