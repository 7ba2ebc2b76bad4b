/**
 * The floor of the signing benchmark: one process that does only what signing cannot do without.
 *
 * The same TLS request and answer, the same hashes and signature, verified after a time-stamp was signed as its worker does; the audit
 * record in the real table, committed durably in groups as the server does; usages of the key claimed in blocks as large as the server's;
 * and the line of the worker log. No routes, no schemas, no authorizers, no encoding: a time-stamp is so many octets, with a signature over
 * as many as its attributes have.
 */
import { generateKeyPairSync, hash, randomBytes, randomUUID, sign, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import process from 'node:process';
import { answerJson, FloorDatabase, type Row, serveFloor } from './floor.ts';

/** As large as those of the server: its report and that of the floor show the length of the answers. */
const CERTIFICATE_OCTETS = 503;
const TIME_STAMP_OCTETS = 1564;
const SIGNED_ATTRIBUTES = randomBytes(260);
const AUDIT_TEXT = 'x'.repeat(480);
const LOG_TEXT = 'x'.repeat(700);
const USAGE_BLOCK = 1000;

const database = await FloorDatabase.open(['audit_record', 'key_usage']);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const certificate = randomBytes(CERTIFICATE_OCTETS).toString('base64');
let nextId = 1;
let usagesLeft = 0;

serveFloor((body, response, url) => {
  const document = Buffer.from((JSON.parse(body) as { data: string }).data, 'base64');
  const output = url.includes('TimeStampSigner') ? stamp(document) : signDocument(document);
  const transaction = randomUUID();
  const archiveId = hash('sha1', transaction);
  const unit = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const record = [nextId++, unit, 0, Date.now(), 'PROCESS', 'SUCCESS', 'CN=SuperAdmin', null, null, null, AUDIT_TEXT];
  database.insert([['audit_record', record], ...usageBlock()], () => {
    const data = output.toString('base64');
    process.stdout.write(`${JSON.stringify({ transaction, archiveId, RESPONSE_ENCODED: data, text: LOG_TEXT })}\n`);
    answer(response, { data, requestId: '-1234567890', archiveId, signerCertificate: certificate, metaData: {} });
  });
});

/** A row that claims usages of the key, when those that were claimed are used up. */
function usageBlock(): Row[] {
  if (usagesLeft-- > 0) return [];
  usagesLeft = USAGE_BLOCK;
  return [['key_usage', [randomBytes(32), USAGE_BLOCK, USAGE_BLOCK]]];
}

/** The signature, and the digest of the document for the worker log. */
function signDocument(document: Buffer): Buffer {
  hash('sha256', document, 'buffer');
  return sign('sha256', document, privateKey);
}

function stamp(request: Buffer): Buffer {
  hash('sha256', request, 'buffer');
  const signature = sign('sha256', SIGNED_ATTRIBUTES, privateKey);
  if (!verify('sha256', SIGNED_ATTRIBUTES, publicKey, signature)) throw new RangeError('a signature does not verify');
  return Buffer.concat([signature, randomBytes(TIME_STAMP_OCTETS - signature.length)]);
}

function answer(response: ServerResponse, answered: object): void {
  answerJson(response, JSON.stringify(answered));
}
