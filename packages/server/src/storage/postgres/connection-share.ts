/** The share of a PostgreSQL server's connections that a process uses. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { READS_BESIDE_SEARCHES } from '../../kernel/work-limits.ts';
import { TooFewConnectionsError } from '../engine/index.ts';
import type { PostgresTimeouts } from '../readers/index.ts';
import { postgresConfig } from './postgres-connection.ts';

/** Number of connections by purpose. */
export interface ConnectionShare {
  /** Connections for groups of writes. */
  readonly lanes: number;
  /** Connections for point reads. */
  readonly pool: number;
  /** Connections for each reader thread. */
  readonly reader: number;
}

/**
 * Divides the connections of a process, at least six, among the purposes.
 *
 * A reader thread has one for each task that it works on at a time. All of them together have a third at most, so that point reads keep two thirds;
 * where that is less, tasks wait for each other's.
 */
export function shareOf(
  connections: number,
  {
    lanes,
    readerThreads,
    searches,
  }: { readonly lanes: number; readonly readerThreads: number; readonly searches: number },
): ConnectionShare {
  const wanted = searches + READS_BESIDE_SEARCHES;
  const reader = Math.min(wanted, Math.max(1, Math.floor((connections - lanes) / (3 * readerThreads))));
  return { lanes, reader, pool: Math.max(1, connections - lanes - reader * readerThreads) };
}

/**
 * Adds an application name to the URL, from which other processes see how many connections this one may hold. A name that the operator has set in
 * the URL is kept: then others count the connections that it holds.
 */
export function urlWithShare(url: string, connections: number): string {
  if (/[?&]application_name=/.test(url)) return url;
  const name = `sealwright ${randomBytes(4).toString('hex')} ${connections}`;
  return `${url}${url.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(name)}`;
}

/**
 * Checks that the server has room for the connections, besides those that other processes of this program may hold and those that other programs
 * hold now. Waits some seconds for those of a process that has just ended.
 *
 * @param url - URL from {@link urlWithShare}
 * @throws {@link TooFewConnectionsError}
 */
export async function requireRoom(
  url: string,
  { statementMs, connectMs }: PostgresTimeouts,
  connections: number,
): Promise<void> {
  const client = new Client(postgresConfig(url, { statementMs, connectMs }));
  try {
    await client.connect();
    for (let attempt = 1; ; attempt++) {
      const { left, limit } = await tightest(client);
      if (left >= connections) return;
      if (attempt === ATTEMPTS)
        throw new TooFewConnectionsError({ asked: connections, left: Math.max(left, 0), limit });
      await sleep(PAUSE_MS);
    }
  } finally {
    await client.end();
  }
}

/** Finds the limit that leaves the fewest connections. The connection of this check does not count: it ends before others are opened. */
async function tightest(client: Client): Promise<{ readonly left: number; readonly limit: string }> {
  const limits = await client.query<Limits>(LIMITS);
  const { most, of_database: ofDatabase, of_role: ofRole } = limits.rows[0]!;
  const { rows } = await client.query<Held>(HELD);
  const left = [
    { limit: 'max_connections less those that are reserved', left: most - sum(rows) },
    ...(ofRole < 0 ? [] : [{ limit: 'the limit of the role', left: ofRole - sum(rows.filter((row) => row.own_role)) }]),
    ...(ofDatabase < 0
      ? []
      : [{ limit: 'the limit of the database', left: ofDatabase - sum(rows.filter((row) => row.own_database)) }]),
  ];
  return left.toSorted((one, other) => one.left - other.left)[0]!;
}

/** Sums up connections: for a process of this program the number that it may hold, for other programs the number that they hold. */
function sum(held: readonly Held[]): number {
  return held.reduce((total, { name, number }) => {
    const [, share] = /^sealwright [0-9a-f]{8} (\d{1,3})$/.exec(name) ?? [];
    return total + Math.max(number, Number(share ?? 0));
  }, 0);
}

interface Limits {
  readonly most: number;
  readonly of_role: number;
  readonly of_database: number;
}

/** Connections with the same application name. */
interface Held {
  readonly name: string;
  readonly own_role: boolean;
  readonly own_database: boolean;
  readonly number: number;
}

/** Limits of the server, the database and the role. PostgreSQL 16 additionally reserves connections for a role. */
const LIMITS = `SELECT
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int AS most,
  (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS of_role,
  (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS of_database`;
/** Held connections. Of connections of other roles only a few columns can be seen, the name among them. The server's own processes have no database. */
const HELD = `SELECT
    coalesce(application_name, '') AS name, usename IS NOT DISTINCT FROM current_user AS own_role,
    datname = current_database() AS own_database, count(*)::int AS number
  FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND datname IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'
  GROUP BY 1, 2, 3`;
const ATTEMPTS = 5;
const PAUSE_MS = 500;
