/** A connection for writes: opened when needed, replaced when it breaks. */
import { Client } from 'pg';
import type { PostgresTimeouts } from '../readers/index.ts';
import { postgresConfig } from './postgres-connection.ts';

/** Lane with at most one connection, used by one group at a time. */
export class PostgresLane {
  readonly #url: string;
  readonly #timeouts: PostgresTimeouts;
  readonly #onBackgroundError: (error: unknown) => void;
  #client: Client | undefined;

  constructor(url: string, timeouts: PostgresTimeouts, onBackgroundError: (error: unknown) => void) {
    this.#url = url;
    this.#timeouts = timeouts;
    this.#onBackgroundError = onBackgroundError;
  }

  /**
   * Returns the connection, or opens a new one.
   *
   * @throws the error of `pg` when none can be opened
   */
  async connect(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new Client({ ...postgresConfig(this.#url, this.#timeouts), pipeline: true });
    client.on('error', (error) => {
      if (this.#client === client) this.#client = undefined;
      this.#onBackgroundError(error);
    });
    try {
      await client.connect();
      await client.query(SESSION);
    } catch (error) {
      discard(client);
      throw error;
    }
    this.#client = client;
    return client;
  }

  /** Drops a failed connection; the next {@link connect} opens another one. */
  drop(client: Client): void {
    if (this.#client === client) this.#client = undefined;
    discard(client);
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}

/** Ends a connection without waiting for a server that may not answer. */
function discard(client: Client): void {
  client.end().catch(() => {});
}

/**
 * Session settings of the writer, which accesses rows by key only. For arrays of unknown length the planner might choose a sequential scan,
 * especially while a table is small, and keep that plan when it has grown.
 *
 * Commits are durable whatever the server's default is, and a process that hangs does not hold its locks forever. Nothing is written but in a transaction that
 * says so: statements that were sent behind a BEGIN that has failed would each be stored by themselves.
 */
const SESSION = `
  SET jit = off;
  SET enable_seqscan = off;
  SET enable_hashjoin = off;
  SET enable_mergejoin = off;
  SET default_transaction_read_only = on;
  SET idle_in_transaction_session_timeout = '60s';
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local');
`;
