/**
 * Envelopes that Bouncy Castle opens and seals, for keys that OpenSSL 3.0 does not know among them: `node scripts/run-tests.ts clients envelopes`.
 *
 * It needs Java (17 or later) and Maven Central.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  AuthEnvelopedData,
  makeCmsAttribute,
  mimeType,
  parsePublicKey,
  sealContent,
  unwrapKey,
  type UnwrappingKeyPair,
} from '@sealwright/pki';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { downloadJar } from '../programs/maven-jar.ts';

const PROGRAM = path.join(import.meta.dirname, 'bouncy-castle-client', 'SealAndOpen.java');
const KEY_PAIRS = {
  'ML-KEM-512': generateKeyPairSync('ml-kem-512'),
  'ML-KEM-768': generateKeyPairSync('ml-kem-768'),
  'ML-KEM-1024': generateKeyPairSync('ml-kem-1024'),
  'RSA-2048': generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  X25519: generateKeyPairSync('x25519'),
} as const;
const CONTENT = new TextEncoder().encode('what is sealed\n');
const ATTRIBUTES = [makeCmsAttribute(mimeType, 'text/plain')];
const random = (octets: number) => new Uint8Array(randomBytes(octets));

describe('Bouncy Castle and envelopes', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-envelopes-'));
  after(() => rmSync(directory, { recursive: true }));
  const file = (name: string) => path.join(directory, name);
  const keyPair = (name: keyof typeof KEY_PAIRS): UnwrappingKeyPair => {
    const { publicKey, privateKey } = KEY_PAIRS[name];
    return { publicKey: parsePublicKey(publicKey.export({ format: 'der', type: 'spki' })), privateKey };
  };
  const names = Object.keys(KEY_PAIRS) as (keyof typeof KEY_PAIRS)[];

  before(async () => {
    const jars = await Promise.all(BOUNCY_CASTLE.map((jar) => downloadJar(jar, directory)));
    writeFileSync(file('content'), CONTENT);
    for (const name of names) {
      const { publicKey, privateKey } = KEY_PAIRS[name];
      writeFileSync(file(`${name}.spki`), publicKey.export({ format: 'der', type: 'spki' }));
      writeFileSync(file(`${name}.pkcs8`), privateKey.export({ format: 'der', type: 'pkcs8' }));
      const recipients = [keyPair(name)];
      writeFileSync(file(`${name}.p7m`), sealContent({ content: CONTENT, attributes: ATTRIBUTES, recipients, random }));
    }
    await promisify(execFile)('java', ['-cp', jars.join(path.delimiter), PROGRAM, ...names], { cwd: directory });
  });

  for (const name of names) {
    it(`opens one of ours for a key of ${name}`, () => {
      assert.equal(readFileSync(file(`${name}.opened`), 'utf8'), 'what is sealed\n');
    });

    it(`seals one for a key of ${name}, which we open`, async () => {
      for (const [sealed, attributes] of [
        ['sealed', []],
        ['sealed-with-attributes', ATTRIBUTES],
      ] as const) {
        const envelope = AuthEnvelopedData.parse(readFileSync(file(`${name}.${sealed}`)));
        const { wrapped } = envelope.recipient(Uint8Array.of(1, 2, 3))!;
        const key = await unwrapKey(keyPair(name), wrapped, random);
        assert.deepEqual(envelope.open(key, attributes), CONTENT, sealed);
      }
    });
  }
});
