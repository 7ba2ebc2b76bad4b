/** The common part of the floors: one process that answers over TLS and commits rows durably in groups, and nothing else. */
import { readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { openDatabase } from '../packages/server/src/storage/open-database.ts';
import { runtimeMetrics } from '../packages/server/src/host/runtime-metrics.ts';

const { values } = parseArgs({
  options: {
    home: { type: 'string', default: '' },
    https: { type: 'string', default: '' },
    http: { type: 'string' },
    ops: { type: 'string', default: '' },
    'log-level': { type: 'string' },
    database: { type: 'string' },
  },
});

/** A row of the table with all its columns. */
export type Row = readonly [table: string, values: readonly SQLInputValue[]];

/** The real tables in a new embedded database, and how rows get into them. */
export class FloorDatabase {
  readonly #database: DatabaseSync;
  readonly #statements: ReadonlyMap<string, ReturnType<DatabaseSync['prepare']>>;
  #waiting: { readonly rows: readonly Row[]; readonly committed: () => void }[] = [];
  #scheduled = false;

  private constructor(database: DatabaseSync, tables: readonly string[]) {
    this.#database = database;
    this.#statements = new Map(tables.map((table) => [table, insertOf(database, table)]));
  }

  static async open(tables: readonly string[]): Promise<FloorDatabase> {
    const file = path.join(values.home, 'floor.db');
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    const schema = await openDatabase({ url: file, definitions: [], onBackgroundError: () => {} });
    await schema.close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    return new FloorDatabase(database, tables);
  }

  /** Calls back when the rows are durable. */
  insert(rows: readonly Row[], committed: () => void): void {
    this.#waiting.push({ rows, committed });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#commit());
  }

  #commit(): void {
    const group = this.#waiting.slice(0, MAX_GROUP);
    this.#waiting = this.#waiting.slice(MAX_GROUP);
    this.#database.exec('BEGIN IMMEDIATE');
    for (const { rows } of group) for (const [table, row] of rows) this.#statements.get(table)!.run(...row);
    this.#database.exec('COMMIT');
    for (const { committed } of group) committed();
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
  }
}

/** Listens where the benchmark says. */
export function serveFloor(handle: (body: string, response: ServerResponse, url: string) => void): void {
  createServer(tlsOptions(), (request, response) =>
    readBody(request, (body) => handle(body, response, request.url ?? '')),
  ).listen(...addressOf(values.https));
  const metrics = runtimeMetrics(() => 0);
  createHttpServer((request, response) => response.end(request.url === '/metrics' ? metrics.expose() : 'ok')).listen(
    ...addressOf(values.ops),
  );
  process.on('SIGTERM', () => process.exit(0));
}

/** A file that the server has made for its super administrator. */
export function adminFile(name: string): string {
  return readFileSync(path.join(values.home, 'admin', name), 'utf8');
}

export function answerJson(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

function insertOf(database: DatabaseSync, table: string): ReturnType<DatabaseSync['prepare']> {
  const columns = database.prepare(`SELECT count(*) AS n FROM pragma_table_info('${table}')`).get()!['n'] as number;
  return database.prepare(`INSERT INTO ${table} VALUES (${Array.from({ length: columns }, () => '?').join(', ')})`);
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}

/** A certificate of its own: the key of the super administrator serves well enough to encrypt a benchmark. */
function tlsOptions() {
  return {
    key: adminFile('superadmin.key.pem'),
    cert: adminFile('superadmin.crt.pem'),
    requestCert: true,
    rejectUnauthorized: false,
    noDelay: true,
  };
}

function addressOf(text: string): [port: number, host: string] {
  const [host = '', port = ''] = text.split(':');
  return [Number(port), host];
}

const MAX_GROUP = 64;
