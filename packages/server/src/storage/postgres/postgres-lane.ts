/** One connection that writes: made when it is needed, replaced when it breaks. */
import { Client } from 'pg';
import type { PostgresTimeouts } from '../readers/index.ts';
import { postgresConfig } from './postgres-connection.ts';

/** A place for one connection. Used by one group at a time. */
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
   * The connection, a new one when there is none.
   *
   * @throws whatever `pg` says when none can be made
   */
  async connect(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new Client(postgresConfig(this.#url, this.#timeouts));
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

  /** Gives up a connection that failed; the next {@link connect} makes another one. */
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
 * The writer touches rows by key alone. Over an array of unknown length the planner would sometimes rather read a whole table, most
 * of all while the table is small and its plan is kept for the time when it is not.
 *
 * A commit is durable whatever the server's default is, and a process that stands still does not hold its locks for ever.
 */
const SESSION = `
  SET jit = off;
  SET enable_seqscan = off;
  SET enable_hashjoin = off;
  SET enable_mergejoin = off;
  SET idle_in_transaction_session_timeout = '60s';
  SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local');
`;
