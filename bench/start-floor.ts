/**
 * The part that a start of a server cannot leave out: the runtime itself, the database opened and asked once, a TLS listener.
 * `node bench/start-floor.ts DATABASE CERTIFICATE KEY PORT`
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

const [file = '', certificate = '', key = '', port = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL');
database.prepare('SELECT count(*) FROM sqlite_schema').get();
createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_request, response) =>
  response.end('{"status":"OK"}'),
).listen(Number(port), '127.0.0.1');
