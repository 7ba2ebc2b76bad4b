/**
 * The floor of `bench/ocsp.ts`: one process that does what no OCSP responder can leave out. It parses the request, looks the row up in the real
 * table, puts the answer together, signs it with P-256 and sends it. It takes the options of the server, and `--ca`, the document of the CA.
 *
 * With `--bare` it sends constant octets to each client that has sent something, and closes the connection.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createListener } from 'node:net';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import path from 'node:path';
import {
  assembleBasicOcspResponse,
  encodeOcspResponse,
  encodeOcspResponseData,
  makeExtension,
  ocspNonce,
  OcspRequest,
  serialNumberFromBytes,
  signatureAlgorithmByName,
} from '../packages/pki/src/index.ts';
import { openDatabase, storesOf } from '../packages/server/src/storage/index.ts';
import { runtimeMetrics } from '../packages/server/src/host/runtime-metrics.ts';

const { values } = parseArgs({
  strict: false,
  options: {
    home: { type: 'string', default: '' },
    http: { type: 'string', default: '' },
    ops: { type: 'string', default: '' },
    database: { type: 'string' },
    ca: { type: 'string', default: '' },
    bare: { type: 'boolean', default: false },
    'certificate-octets': { type: 'string', default: '400' },
  },
}) as { values: Record<string, string | undefined> & { readonly bare?: boolean } };

interface Row {
  readonly status: number;
  readonly revoked_at_s: number | null;
}

const ca = Number(values['ca']);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const algorithm = signatureAlgorithmByName('SHA256withECDSA');
/** As long as a responder's certificate. */
const certificate = Uint8Array.of(
  0x30,
  0x82,
  ...new Uint8Array(new Uint16Array([Number(values['certificate-octets']) - 4]).buffer).toReversed(),
  ...new Uint8Array(Number(values['certificate-octets']) - 4),
);
if (values.bare === true) listenBarely();
else await answerRequests();
const metrics = runtimeMetrics(() => 0);
createServer((request, reply) => reply.end(request.url === '/metrics' ? metrics.expose() : 'ok')).listen(
  ...addressOf(values['ops']!),
);
process.on('SIGTERM', () => process.exit(0));

function listenBarely(): void {
  const body = 'x'.repeat(800);
  const answer = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  createListener({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(answer));
  }).listen(...addressOf(values['http']!));
}

async function answerRequests(): Promise<void> {
  const find = await statusReader();
  createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const asked = OcspRequest.parse(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
      const send = (row: Row | undefined) => {
        const answer = answerOf(asked, row!);
        reply
          .writeHead(200, { 'content-type': 'application/ocsp-response', 'content-length': answer.length })
          .end(answer);
      };
      const row = find(asked.queries[0]!.certificateId.serialNumber);
      if (row instanceof Promise) void row.then(send);
      else send(row);
    });
  }).listen(...addressOf(values['http']!));
}

function answerOf(asked: OcspRequest, row: Row): Uint8Array {
  const { certificateId } = asked.queries[0]!;
  const now = Math.floor(Date.now() / 1000);
  const isRevoked = row.status === REVOKED;
  const nonce = asked.extension(ocspNonce);
  const bytes = encodeOcspResponseData({
    responderId: { type: 'key', keyHash: RESPONDER },
    producedAt: now,
    responses: [
      {
        certificateId,
        certificateStatus: isRevoked
          ? { status: 'revoked', revokedAt: row.revoked_at_s!, reason: 'SUPERSEDED' }
          : { status: 'good' },
        thisUpdate: now,
        nextUpdate: now + 43_200,
      },
    ],
    extensions: nonce === undefined ? [] : [makeExtension(ocspNonce, nonce, false)],
  });
  const signature = sign('sha256', bytes, privateKey);
  const basic = assembleBasicOcspResponse(bytes, algorithm, signature, [certificate]);
  return encodeOcspResponse({ status: 'successful', basic });
}

/** One point read, prepared once: on a connection of this thread, or by the store on those to PostgreSQL. */
async function statusReader(): Promise<(serial: Uint8Array) => Row | undefined | Promise<Row | undefined>> {
  if (values['database'] === undefined) {
    const database = new DatabaseSync(path.join(values['home']!, 'sealwright.db'), { readOnly: true });
    const statement = database.prepare('SELECT status, revoked_at_s FROM certificate WHERE ca_id = ? AND serial = ?');
    return (serial) => statement.get(ca, serial) as Row | undefined;
  }
  const database = await openDatabase({ url: values['database'], definitions: [], onBackgroundError: () => {} });
  const { certificates } = storesOf(database);
  return async (serial) => {
    const row = await certificates.findStatus(ca, serialNumberFromBytes(serial));
    return row && { status: row.status, revoked_at_s: Math.floor(Date.now() / 1000) };
  };
}

function addressOf(text: string): [port: number, host: string] {
  const [host = '', port = ''] = text.split(':');
  return [Number(port), host];
}

const RESPONDER = new Uint8Array(20);
const REVOKED = 40;
