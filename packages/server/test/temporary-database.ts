/** Databases for one test file, empty at first and gone afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** A database that nobody else uses. */
export interface TemporaryDatabase {
  /** For `openDatabase`. */
  readonly url: string;
  remove(): Promise<void>;
}

/** An SQLite file in a directory of its own. */
export async function temporarySqlite(): Promise<TemporaryDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'sealwright-'));
  return {
    url: `sqlite:${join(directory, 'test.db')}`,
    remove: async () => rmSync(directory, { recursive: true }),
  };
}

/**
 * Makes a database on the server that SEALWRIGHT_TEST_POSTGRES names: empty, or a copy of the one with the name `template`, which nobody
 * may be using.
 *
 * @throws {TypeError} when the variable is not set: a suite that needs PostgreSQL does not pass without it
 */
export async function temporaryPostgres(template?: string): Promise<TemporaryDatabase> {
  const server = process.env['SEALWRIGHT_TEST_POSTGRES'];
  if (server === undefined)
    throw new TypeError('SEALWRIGHT_TEST_POSTGRES names no server; npm run test:postgres starts one');
  const name = `sealwright_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: async () => dropDatabase(server, name) };
}

/**
 * Drops a database once nobody is connected to it. A pool that has ended may still be closing its connections; if the server ended them, the pool would
 * report an error that nobody listens for. The server ends connections that stay open for five seconds.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  const end = performance.now() + CLOSING_MS;
  const others = `SELECT 1 FROM pg_stat_activity WHERE datname = '${name}'`;
  while (performance.now() < end && (await onServer(server, others)).rows.length > 0) await pause(20);
  await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** Counts the rows of a table of a PostgreSQL database over a connection of its own. */
export async function countRows(url: string, table: string): Promise<number> {
  const { rows } = await onServer(url, `SELECT count(*) AS n FROM ${table}`);
  return Number((rows[0] as { readonly n: string }).n);
}

/** Runs a statement on a PostgreSQL server, over a connection of its own. */
export async function onServer(url: string, statement: string): Promise<{ readonly rows: readonly unknown[] }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const CLOSING_MS = 5000;
