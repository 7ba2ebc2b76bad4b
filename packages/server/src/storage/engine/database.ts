/**
 * The database as the program sees it: reads, units of work, and the few things that every process needs of it.
 *
 * Two kinds stand behind it with one behaviour: an SQLite file in the process, and a PostgreSQL server that any number of processes share.
 */
import type { RawBuilder } from 'kysely';
import type { Duplex } from 'node:stream';
import type { UnitId, UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { Migration } from '../migrations/index.ts';
import type { PostgresTimeouts, ReaderPool } from '../readers/index.ts';
import type { Reads, WriteDefinition, WriteDefinitions } from '../sql/index.ts';
import type { UnitQueueOptions } from './unit-queue.ts';
import type { UnitReceipt } from './unit-writer.ts';

/** Database as the composition root opens it and every store gets it (most need only {@link Reads}). */
export interface Database extends Reads, UnitOfWorkStore {
  /** The configuration epoch in force. */
  readEpoch(): Promise<number>;
  /** Claims the next block of row ids durably and gives its number, for `BlockIds`. */
  claimIdBlock(): Promise<number>;
  /** Returns whether a unit was stored, by its receipt in the audit log. Only units with an audit record leave one. */
  unitReceipt(id: UnitId): Promise<UnitReceipt>;
  /** Threads for whatever may visit more than 1,000 rows. */
  readonly readers: ReaderPool;
  /**
   * Runs one statement in a transaction of its own and gives the rows that it returns. For leases, blocks of ids and the index of texts, which
   * belong to no act of anybody; every other change is a unit of work.
   *
   * @throws {@link StorageUnavailableError} when the database does not answer
   */
  runStatement<R>(statement: RawBuilder<R>): Promise<readonly R[]>;
  /**
   * Writes for another process of the host, which has opened the same SQLite file with `writer`. On PostgreSQL every process writes itself, and
   * this is undefined.
   *
   * @param onBroken - is told why the process is heard no more
   */
  readonly serveWriter?: (channel: Duplex, onBroken: (error: unknown) => void) => void;
  /** Processor time of the thread that writes to an SQLite file of this process, in seconds; undefined where there is none. */
  readonly writerCpuSeconds?: () => Promise<number>;
  /** Answers the units that wait, then closes everything. */
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
  /** Reader threads; 1 unless given. */
  readonly readerThreads?: number;
  /** The module of a registry of reader tasks, instead of that of the program. */
  readonly readerTasks?: URL;
  /** Instead of those of this release. */
  readonly migrations?: readonly Migration[];
  /** SQLite only: the process that writes, and what is done when it is gone. The file is there and has the schema of this release. */
  readonly writer?: { readonly channel: Duplex; readonly onLost: (error: Error) => void };
  /** SQLite only, see {@link SqliteFile}. */
  readonly dangerSynchronous?: 'OFF' | 'NORMAL' | 'FULL';
  /** PostgreSQL only: how many connections to hold at most. */
  readonly connections?: number | undefined;
  /** PostgreSQL only: how many connections the server has to have room for now; it is not asked for that unless they are given. */
  readonly requiredConnections?: number | undefined;
  /** PostgreSQL only: how long a statement and the making of a connection may take. */
  readonly timeouts?: Partial<PostgresTimeouts>;
}

/** The options with everything filled in that both kinds share. */
export interface OpenOptions extends Omit<DatabaseOptions, 'definitions' | 'migrations'> {
  readonly definitions: WriteDefinitions;
  readonly migrations: readonly Migration[];
}
