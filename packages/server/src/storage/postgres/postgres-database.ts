import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import { AppError } from '../../kernel/errors.ts';
import type { UnitId, UnitOfWork } from '../../kernel/unit-of-work.ts';
import { DEFAULT_WORK_LIMITS } from '../../kernel/work-limits.ts';
import {
  claimIdBlock,
  type Database,
  DatabaseOpenError,
  type OpenOptions,
  storageUnavailable,
  UnitQueue,
} from '../engine/index.ts';
import { CommitActivity, type PostgresTimeouts, ReaderPool } from '../readers/index.ts';
import type { NoParameters, ParameterExpressions, PreparedRead, Reads } from '../sql/index.ts';
import { requireRoom, shareOf, urlWithShare } from './connection-share.ts';
import { openPostgresPool, postgresReads } from './postgres-connection.ts';
import { PostgresLane } from './postgres-lane.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { PostgresUnitWriter } from './postgres-unit-writer.ts';

/** Opens a PostgreSQL database. */
export async function openPostgresDatabase(options: OpenOptions): Promise<Database> {
  const timeouts: PostgresTimeouts = {
    statementMs: options.timeouts?.statementMs ?? 30_000,
    connectMs: options.timeouts?.connectMs ?? 5000,
  };
  try {
    await migratePostgres(options.url, timeouts, options.migrations);
    const { requiredConnections } = options;
    if (requiredConnections !== undefined) await requireRoom(options.url, timeouts, requiredConnections);
  } catch (error) {
    throw error instanceof AppError ? error : new DatabaseOpenError(withoutCredentials(options.url), { cause: error });
  }
  const connections = options.connections ?? USUAL_CONNECTIONS;
  return new PostgresDatabase(timeouts, { ...options, url: urlWithShare(options.url, connections), connections });
}

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly kysely: Reads['kysely'];
  readonly prepareRead: Reads['prepareRead'];
  readonly readers: ReaderPool;
  readonly #pool: Pool;
  readonly #lanes: readonly PostgresLane[];
  readonly #queue: UnitQueue;
  readonly #readEpoch: PreparedRead<NoParameters, { epoch: number }>;
  readonly #findReceipt: PreparedRead<{ id: string }, { unit_id: string }>;

  constructor(
    timeouts: PostgresTimeouts,
    { url, definitions, queue, onBackgroundError, ...options }: OpenOptions & { readonly connections: number },
  ) {
    const lanes = queue?.lanes ?? LANES;
    const threads = options.readerThreads ?? 1;
    const { searches } = options.readerLimits ?? DEFAULT_WORK_LIMITS;
    const share = shareOf(options.connections, { lanes, readerThreads: threads, searches });
    this.#pool = openPostgresPool(url, timeouts, share.pool);
    this.#pool.on('error', onBackgroundError);
    const reads = postgresReads(this.#pool);
    this.kysely = reads.kysely;
    this.prepareRead = reads.prepareRead;
    this.#lanes = Array.from({ length: lanes }, () => new PostgresLane(url, timeouts, onBackgroundError));
    const commits = new CommitActivity();
    this.#queue = new UnitQueue(new PostgresUnitWriter(this.#lanes, definitions), { ...queue, lanes }, commits);
    this.#readEpoch = reads.prepareRead((kysely) => kysely.selectFrom('configuration_epoch').select('epoch'));
    this.#findReceipt = reads.prepareRead((kysely, given: ParameterExpressions<{ id: string }>) =>
      kysely.selectFrom('audit_record').select('unit_id').where('unit_id', '=', given.id).limit(1),
    );
    this.readers = new ReaderPool({
      source: { kind: 'postgres', url, timeouts, connections: share.reader },
      commits,
      threads,
      ...(options.readerLimits && { limits: options.readerLimits }),
      ...(options.readerTasks && { tasks: options.readerTasks }),
      onBackgroundError,
    });
  }

  commit(unit: UnitOfWork): Promise<void> {
    return this.#queue.commit(unit);
  }

  async unitReceipt(id: UnitId) {
    return (await this.#findReceipt.first({ id })) === undefined ? 'absent' : 'stored';
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
      return (await this.#pool.query(sql, [...parameters])).rows as R[];
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.readers.close();
    await Promise.all(this.#lanes.map((lane) => lane.close()));
    // The pool does not wait until its connections are closed, and errors of a closing connection do not matter.
    this.#pool.removeAllListeners('error').on('error', () => {});
    await this.#pool.end();
  }
}

/** Returns the URL without credentials, for display. */
function withoutCredentials(url: string): string {
  if (!URL.canParse(url)) return 'postgres';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Default number of connections: two for writes, eight for point reads, four for the reader thread. */
const USUAL_CONNECTIONS = 14;
/** Number of lanes: while one group waits for the disk, the next one is sent. */
const LANES = 2;
