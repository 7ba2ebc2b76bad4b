/** Connections to PostgreSQL, the conversion of values, and the implementation of reads. */
import {
  type Client,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  types as pgTypes,
} from 'pg';
import type { Duplex } from 'node:stream';
import { DatabaseReadError, unavailableReason } from '../engine/index.ts';
import {
  type BuildRead,
  compileRead,
  type PreparedRead,
  type ColumnValue,
  readOnlyKysely,
  type ReadOptions,
  type ReadParameters,
  type Reads,
} from '../sql/index.ts';
import type { PostgresTimeouts } from '../readers/index.ts';
import { GatheredReads, type Row } from './gathered-reads.ts';
import { statementName } from './statement-name.ts';

/** Returns the configuration of single connections and pools. */
export function postgresConfig(url: string, { statementMs, connectMs }: PostgresTimeouts): ClientConfig {
  return {
    connectionString: url,
    application_name: 'sealwright',
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // The server cancels a statement that takes too long; this ends the wait for a server that is gone.
    query_timeout: statementMs + 5000,
    keepAlive: true,
    types,
  };
}

/**
 * Opens a pool of connections for reads.
 *
 * They end with the silence of their server instead of by a timer of `pg` for each statement: beside such timers V8 keeps all results until it collects
 * the whole heap, which holds a thread for 20 ms, while it frees them with the next young objects otherwise (`--trace-gc`).
 */
export function openPostgresPool(
  url: string,
  timeouts: PostgresTimeouts,
  maxConnections: number,
  settings = POINT_READS,
): Pool {
  const { query_timeout: mostSilentMs, ...usual } = postgresConfig(url, timeouts);
  const config: PoolConfig & { onConnect: (client: PoolClient) => Promise<unknown> } = {
    ...(usual as PoolConfig),
    max: maxConnections,
    // An idle connection is silent, too, and no error.
    idleTimeoutMillis: Math.min(MOST_IDLE_MS, mostSilentMs! / 2),
    onConnect: (client) => {
      endWhenSilent(client, mostSilentMs!);
      return client.query(settings);
    },
  };
  return new Pool(config);
}

/** Ends a connection on which nothing is sent or received for so long, and with it the statement that waits for an answer. */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const stream = (client as Client).connection.stream as Duplex & TimedStream;
  stream.setTimeout(milliseconds, () => {
    const error = new Error(`PostgreSQL was silent for ${milliseconds} ms`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

/** Sockets, with TLS and without. */
interface TimedStream {
  setTimeout(milliseconds: number, onSilence: () => void): unknown;
}

/** Makes the reads of a database on a pool. */
export function postgresReads(pool: Pool): Reads {
  const all = async (statement: QueryConfig): Promise<Row[]> => (await pool.query(statement)).rows;
  const kysely = readOnlyKysely('postgres', (text, values) => translated(all({ text, values: values as unknown[] })));
  return {
    dialect: 'postgres',
    kysely,
    prepareRead: <P extends ReadParameters, R>(
      build: BuildRead<P, R>,
      { isGathered = false }: ReadOptions = {},
    ): PreparedRead<P, R> => {
      const { sql: text, bind } = compileRead<P, R>(kysely, build);
      const name = statementName(text);
      const alone = async (values: readonly ColumnValue[]) => (await all({ name, text, values: [...values] }))[0];
      const gathered = isGathered ? new GatheredReads({ text, alone, run: (read) => pool.query(read) }) : undefined;
      const first = (values: readonly ColumnValue[]) => gathered?.first(values) ?? alone(values);
      return {
        all: async (parameters) => translated(all({ name, text, values: bind(parameters) }) as Promise<R[]>),
        first: async (parameters) => translated(first(bind(parameters)) as Promise<R | undefined>),
      };
    },
  };
}

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw readError(error);
  }
}

/** Opens a separate pool for a reader thread. */
export function openPostgresReads(url: string, timeouts: PostgresTimeouts, connections = 4) {
  const pool = openPostgresPool(url, timeouts, connections, STEPS);
  // A connection that breaks while idle leaves the pool; the next query makes another one.
  pool.on('error', () => {});
  return { reads: postgresReads(pool), close: () => pool.end() };
}

/** Translates an error. Errors of the connection or of the server's state are those of the database; errors of the statement are bugs of ours. */
function readError(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return new DatabaseReadError({ cause: error, reason: unavailableReason(error) });
}

/** Converters of int8 and numeric to numbers, and of bytea to octets; other types use the defaults of `pg`. */
const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    switch (oid) {
      case INT8:
      case NUMERIC:
        return parseInteger;
      case BYTEA:
        return parseBytes;
      default:
        return (pgTypes.getTypeParser as (oid: number, format?: string) => unknown)(oid, format);
    }
  },
};

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which is not a safe integer`);
  return value;
}

/** Parses `\x` and hexadecimal digits. */
function parseBytes(text: string): Uint8Array {
  return Uint8Array.fromHex(text.slice(2));
}

/** Settings for point reads, which gain nothing from JIT compilation, and lose tens of milliseconds when the planner compiles a wide query. */
const POINT_READS = 'SET jit = off';
/**
 * Settings for tasks of reader threads, which follow indexes in steps. A plan that reads and sorts all remaining rows may be cheaper for one step,
 * but not when it is repeated with each step.
 */
const STEPS = `${POINT_READS}; SET enable_sort = off; SET enable_bitmapscan = off; SET enable_seqscan = off`;
const MOST_IDLE_MS = 10_000;
const INT8 = 20;
const NUMERIC = 1700;
const BYTEA = 17;
