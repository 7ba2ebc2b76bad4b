/**
 * The floor of the enrolment benchmark: one process that does only what an enrolment cannot do without.
 *
 * The same TLS request and answer, the same verification, signature and hashes, and the same rows into the real tables, committed
 * durably in groups as the server does. No routes, no schemas, no authentication, no profiles, no encoding: the certificate is a
 * template with another serial number. Our own reader finds key and signature in the request (about 10 us of it).
 */
import { CertificationRequest, parsePem } from '@sealwright/pki';
import { createHash, createPublicKey, generateKeyPairSync, hash, randomBytes, sign, verify } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { runtimeMetrics } from '../packages/server/src/wiring/runtime-metrics.ts';
import { openDatabase } from '../packages/server/src/storage/open-database.ts';

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

const file = path.join(values.home, 'floor.db');
rmSync(file, { force: true });
const schema = await openDatabase({ url: file, definitions: [], onBackgroundError: () => {} });
await schema.close();
const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');

const chain = parsePem(readFileSync(path.join(values.home, 'admin', 'ca-chain.pem'), 'utf8'));
const template = parsePem(readFileSync(path.join(values.home, 'admin', 'superadmin.crt.pem'), 'utf8'))[0]!.der;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const insertOf = (table: string, columns: number) =>
  database.prepare(`INSERT INTO ${table} VALUES (${Array.from({ length: columns }, () => '?').join(', ')})`);
const columnCount = (table: string) =>
  database.prepare(`SELECT count(*) AS n FROM pragma_table_info('${table}')`).get()!['n'] as number;
const statements = Object.fromEntries(
  ['end_entity', 'key_claim', 'name_claim', 'certificate', 'audit_record'].map((table) => [
    table,
    insertOf(table, columnCount(table)),
  ]),
);
let nextId = 1;

interface Waiting {
  readonly rows: readonly (readonly [table: string, values: readonly SQLInputValue[]])[];
  readonly answer: () => void;
}
let waiting: Waiting[] = [];
let scheduled = false;

createServer(tlsOptions(), (request, response) => readBody(request, (body) => enrol(body, response))).listen(
  ...addressOf(values.https),
);
const metrics = runtimeMetrics(() => 0);
createHttpServer((request, response) => response.end(request.url === '/metrics' ? metrics.expose() : 'ok')).listen(
  ...addressOf(values.ops),
);
process.on('SIGTERM', () => process.exit(0));

function enrol(body: string, response: ServerResponse): void {
  const { certificate_request, username } = JSON.parse(body) as { certificate_request: string; username: string };
  const request = CertificationRequest.parse(parsePem(certificate_request)[0]!.der);
  const key = createPublicKey({ key: Buffer.from(request.publicKey.der), format: 'der', type: 'spki' });
  if (!verify('sha256', request.info, key, request.signature))
    throw new RangeError('a prepared request does not verify');
  const certificate = Buffer.from(template);
  const serial = randomBytes(20);
  serial.copy(certificate, 15);
  sign('sha256', certificate, privateKey);
  const subjectKey = hash('sha256', username, 'buffer');
  const publicKeySha256 = hash('sha256', request.publicKey.der, 'buffer');
  const [sha1, sha256, keyId] = [
    hash('sha1', certificate, 'buffer'),
    hash('sha256', certificate, 'buffer'),
    createHash('sha1').update(request.publicKey.keyBytes).digest(),
  ];
  const text = JSON.stringify({
    certificate: certificate.toString('base64'),
    serial_number: serial.toString('hex').toUpperCase(),
    response_format: 'DER',
    certificate_chain: chain.map(({ der }) => Buffer.from(der).toString('base64')),
  });
  const now = Date.now();
  const subject = `CN=${username},OU=Bench,O=Example,C=SE`;
  const [endEntity, id] = [nextId++, nextId++];
  const unit = now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  waiting.push({
    rows: [
      ['end_entity', [endEntity, username, 1, 9, 1, subject, null, null, 40, 1, 1, null, '{}', now, now, 1]],
      ['key_claim', [1, publicKeySha256, endEntity]],
      ['name_claim', [1, subjectKey, endEntity]],
      [
        'certificate',
        [
          id,
          1,
          serial,
          certificate,
          sha1,
          sha256,
          subject,
          subjectKey,
          null,
          keyId,
          publicKeySha256,
          sha1,
          endEntity,
          username,
          9,
          1,
          1,
          20,
          0,
          0,
          -1,
          null,
          null,
          0,
          null,
          now,
          now,
          1,
        ],
      ],
      [
        'audit_record',
        [
          nextId++,
          unit,
          0,
          now,
          'CERT_CREATION',
          'SUCCESS',
          'CN=SuperAdmin',
          1,
          serial.toString('hex'),
          username,
          AUDIT_TEXT,
        ],
      ],
      [
        'audit_record',
        [nextId++, unit, 1, now, 'RA_ADDENDENTITY', 'SUCCESS', 'CN=SuperAdmin', 1, null, username, AUDIT_TEXT],
      ],
    ],
    answer: () =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text),
  });
  if (scheduled) return;
  scheduled = true;
  setImmediate(commit);
}

function commit(): void {
  const group = waiting.slice(0, MAX_GROUP);
  waiting = waiting.slice(MAX_GROUP);
  database.exec('BEGIN IMMEDIATE');
  for (const { rows } of group) for (const [table, row] of rows) statements[table]!.run(...row);
  database.exec('COMMIT');
  for (const { answer } of group) answer();
  scheduled = waiting.length > 0;
  if (scheduled) setImmediate(commit);
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}

/** A certificate of its own: the key of the super administrator serves well enough to encrypt a benchmark. */
function tlsOptions() {
  const admin = (name: string) => readFileSync(path.join(values.home, 'admin', name), 'utf8');
  return {
    key: admin('superadmin.key.pem'),
    cert: admin('superadmin.crt.pem'),
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
const AUDIT_TEXT = 'x'.repeat(480);
