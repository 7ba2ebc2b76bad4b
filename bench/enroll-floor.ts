/**
 * The floor of the enrollment benchmark: one process that does only what an enrollment cannot do without.
 *
 * The same TLS request and answer, the same verification, signature and hashes, and the same rows into the real tables, committed
 * durably in groups as the server does. No routes, no schemas, no authentication, no profiles, no encoding: the certificate is a
 * template with another serial number. Our own reader finds key and signature in the request (about 10 us of it).
 */
import { CertificationRequest, parsePem } from '@sealwright/pki';
import { createHash, createPublicKey, generateKeyPairSync, hash, randomBytes, sign, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { adminFile, answerJson, FloorDatabase, serveFloor } from './floor.ts';

const database = await FloorDatabase.open(['end_entity', 'key_claim', 'name_claim', 'certificate', 'audit_record']);
const chain = parsePem(adminFile('ca-chain.pem'));
const template = parsePem(adminFile('superadmin.crt.pem'))[0]!.der;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let nextId = 1;

serveFloor((body, response) => enroll(body, response));

function enroll(body: string, response: ServerResponse): void {
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
  database.insert(
    [
      ['end_entity', [endEntity, username, 1, 9, 1, subject, null, null, 40, 1, 1, null, '{}', now, now, 1, null]],
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
    () => answerJson(response, text),
  );
}

const AUDIT_TEXT = 'x'.repeat(480);
