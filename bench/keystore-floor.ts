/**
 * The floor of the keystore benchmark: one process that does only what a keystore with a new key cannot do without.
 *
 * The same TLS request and answer, the same derivation from the password, the same generation of the key, the same derivations and ciphers of a
 * PKCS #12 file or of JKS, signature and hashes, and the same rows into the real tables, committed durably in groups as the server does. No
 * routes, no schemas, no authentication, no profiles, no encoding: certificate and keystore are templates.
 *
 * Node has no derivation of PKCS #12, which a compatible file needs. The floor has as many SHA-1 of one block computed by the cryptographic library, in
 * the thread pool: PBKDF2 takes two for an iteration.
 */
import { parsePem, writeJks, writePkcs12 } from '@sealwright/pki';
import {
  createCipheriv,
  createHmac,
  generateKeyPair,
  generateKeyPairSync,
  hash,
  pbkdf2,
  randomBytes,
  scrypt,
  sign,
} from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { adminFile, answerJson, FloorDatabase, serveFloor } from './floor.ts';

const ENCODINGS = {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'der' },
} as const;
/** As the server stores verifiers. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 2 * 128 * 8 * 32_768 };
/** As the server writes PKCS #12. */
const ITERATIONS = 100_000;
const COMPATIBLE_ITERATIONS = 10_000;
const AUDIT_TEXT = 'x'.repeat(480);

type Key = 'EC' | 'RSA';
type Format = 'modern' | 'compatible' | 'JKS';

const database = await FloorDatabase.open(['end_entity', 'certificate', 'audit_record']);
const chain = parsePem(adminFile('ca-chain.pem')).map(({ der }) => der);
const template = parsePem(adminFile('superadmin.crt.pem'))[0]!.der;
const { privateKey: caKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const templates = new Map<string, Uint8Array>();
const derive = promisify(pbkdf2);
const verify = promisify<string, Uint8Array, number, typeof SCRYPT, Buffer>(scrypt);
const generate = promisify(generateKeyPair);
const salt = randomBytes(16);
let nextId = 1;

for (const [name, { privateKey }] of [
  ['EC', generateKeyPairSync('ec', { namedCurve: 'P-256', ...ENCODINGS })],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048, ...ENCODINGS })],
] as const)
  for (const format of ['modern', 'compatible', 'JKS'] as const)
    templates.set(`${name} ${format}`, await templateOf(format, privateKey));

serveFloor((body, response) => void enroll(body, response));

async function enroll(body: string, response: ServerResponse): Promise<void> {
  const request = JSON.parse(body) as Record<'username' | 'password', string> & { key_alg: Key };
  const { username, password, key_alg } = request;
  const format = /-(modern|compatible|JKS)-/.exec(username)![1] as Format;
  await verify(password, salt, 32, SCRYPT);
  const { publicKey, privateKey } = await (key_alg === 'EC'
    ? generate('ec', { namedCurve: 'P-256', ...ENCODINGS })
    : generate('rsa', { modulusLength: 2048, ...ENCODINGS }));
  const certificate = Buffer.from(template);
  const serial = randomBytes(20);
  serial.copy(certificate, 15);
  sign('sha256', certificate, caKey);
  const keystore = Buffer.from(templates.get(`${key_alg} ${format}`)!);
  await PROTECTIONS[format](password, keystore, Buffer.concat([certificate, ...chain]), privateKey);
  privateKey.fill(0);
  const text = JSON.stringify({
    certificate: keystore.toString('base64'),
    serial_number: serial.toString('hex').toUpperCase(),
    response_format: format === 'JKS' ? 'JKS' : 'PKCS12',
    certificate_chain: chain.map((der) => Buffer.from(der).toString('base64')),
  });
  store(username, { publicKey, certificate, serial }, () => answerJson(response, text));
}

const PROTECTIONS = {
  async modern(password: string, keystore: Uint8Array, certificates: Uint8Array, privateKey: Uint8Array) {
    for (const content of [certificates, privateKey]) {
      const key = await derive(password, randomBytes(16), ITERATIONS, 32, 'sha256');
      createCipheriv('aes-256-cbc', key, randomBytes(16)).update(content);
    }
    const key = await derive(password, randomBytes(16), ITERATIONS, 32, 'sha256');
    createHmac('sha256', key).update(keystore).digest();
  },
  async compatible(password: string, keystore: Uint8Array, certificates: Uint8Array, privateKey: Uint8Array) {
    for (const content of [certificates, privateKey]) {
      // Two digests for the key, one for the IV.
      const key = await derive(password, randomBytes(8), (3 * COMPATIBLE_ITERATIONS) / 2, 20, 'sha1');
      const octets = Buffer.concat([key, key]);
      createCipheriv('des-ede3-cbc', octets.subarray(0, 24), octets.subarray(24, 32)).update(content);
    }
    const key = await derive(password, randomBytes(8), COMPATIBLE_ITERATIONS / 2, 20, 'sha1');
    createHmac('sha1', key).update(keystore).digest();
  },
  JKS(password: string, keystore: Uint8Array, _certificates: Uint8Array, privateKey: Uint8Array) {
    // Each 20 octets of the key are masked with a digest.
    for (let at = 0; at < privateKey.length; at += 20) hash('sha1', password, 'buffer');
    hash('sha1', keystore, 'buffer');
  },
};

interface Issued {
  readonly publicKey: Uint8Array;
  readonly certificate: Uint8Array;
  readonly serial: Buffer;
}

function store(username: string, { publicKey, certificate, serial }: Issued, stored: () => void): void {
  const subject = `CN=${username},OU=Bench,O=Example,C=SE`;
  const [publicKeySha256, subjectKey, sha1, sha256] = [
    hash('sha256', publicKey, 'buffer'),
    hash('sha256', subject, 'buffer'),
    hash('sha1', certificate, 'buffer'),
    hash('sha256', certificate, 'buffer'),
  ];
  const now = Date.now();
  const [endEntity, id] = [nextId++, nextId++];
  const unit = now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  const actor = ['SUCCESS', 'CN=SuperAdmin', 1] as const;
  database.insert(
    [
      ['end_entity', [endEntity, unit, 1, 1, 101, subject, null, null, 40, 2, 1, null, '{}', now, now, 2, null]],
      [
        'certificate',
        [
          [id, 1, serial, certificate, sha1, sha256, subject, subjectKey, null, sha1, publicKeySha256, sha1],
          [endEntity, username, 1, 101, 1, 20, 0, 0, -1, null, null, 0, null, now, now, 1],
        ].flat(),
      ],
      [
        'audit_record',
        [nextId++, unit, 0, now, 'CERT_CREATION', ...actor, serial.toString('hex'), username, AUDIT_TEXT],
      ],
      ['audit_record', [nextId++, unit, 1, now, 'RA_EDITENDENTITY', ...actor, null, username, AUDIT_TEXT]],
    ],
    stored,
  );
}

/** The octets of a keystore, for their size. */
function templateOf(format: Format, privateKey: Uint8Array): Promise<Uint8Array> {
  const contents = { password: 'template', privateKey, certificate: template, chain, random: randomBytes };
  if (format === 'JKS') return writeJks({ ...contents, alias: 'bench-0', createdMs: Date.now() });
  return writePkcs12({ ...contents, friendlyName: 'bench-0', encryption: format });
}
