/**
 * Bouncy Castle verifies what workers sign with keys that withstand quantum computers, which OpenSSL 3.0 does not know:
 * `node scripts/run-tests.ts clients`.
 *
 * It is a suite of its own, because besides Java (17 or later) it needs Maven Central, from which the library comes by its hash.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  encodeTimeStampRequest,
  extendedKeyUsage,
  hashAlgorithmByName,
  KEY_PURPOSES,
  makeExtension,
  makeMessageImprint,
} from '@sealwright/pki';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker, publicKeyOf } from '../../e2e/support/setups/signing-setup.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { BOUNCY_CASTLE } from '../programs/bouncy-castle.ts';
import { downloadJar } from '../programs/maven-jar.ts';

const PROGRAM = path.join(import.meta.dirname, 'bouncy-castle-client', 'VerifySignatures.java');
const ALGORITHMS = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87', 'SLH-DSA-SHA2-128F', 'SLH-DSA-SHAKE-256S'];
const DOCUMENT = Buffer.from('what is signed\r\n\0');

describe('Bouncy Castle', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-bouncy-castle-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  const jars: string[] = [];

  before(async () => {
    jars.push(...(await Promise.all(BOUNCY_CASTLE.map((jar) => downloadJar(jar, directory)))));
    await makeSigningToken(shared.server, 'Signing', Object.fromEntries(ALGORITHMS.map((name) => [name, [name, '']])));
    writeFileSync(path.join(directory, 'document'), DOCUMENT);
    writeFileSync(path.join(directory, 'another'), 'what is not signed');
  });

  /** Has a new worker process something, and gives the file of what it made. */
  const process = async (algorithm: string, kind: string, properties: Record<string, string>, sent: Uint8Array) => {
    const name = `${algorithm} ${kind}`;
    const stamps = properties['IMPLEMENTATION_CLASS'] === 'TimeStampSigner';
    const extensions = stamps ? [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)] : [];
    const contents = { subject: `CN=${name}`, extensions };
    await makeWorker(shared.server, name, {
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: algorithm,
      AUTHTYPE: 'NOAUTH',
      SIGNERCERTCHAIN: await certifyKey(shared.server, ca, 'Signing', algorithm, contents),
      ...properties,
    });
    const url = new URL(`/signserver/worker/${encodeURIComponent(name)}`, shared.server.running.urls[1]);
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(url, { method: 'POST', body: Buffer.from(sent), headers });
    const made = await answer.bytes();
    assert.equal(answer.status, 200, Buffer.from(made).toString());
    const file = `${algorithm}.${kind}`;
    writeFileSync(path.join(directory, file), made);
    return file;
  };

  for (const algorithm of ALGORITHMS) {
    it(`verifies plain signatures, messages and time-stamps by ${algorithm}, and those of another document not`, async () => {
      writeFileSync(path.join(directory, `${algorithm}.spki`), await publicKeyOf(shared.server, 'Signing', algorithm));
      const sha512 = hashAlgorithmByName('SHA-512');
      const messageImprint = makeMessageImprint(sha512, new Uint8Array(hash('sha512', DOCUMENT, 'buffer')));
      const query = encodeTimeStampRequest({ messageImprint, certificateRequested: true });
      const stamper = {
        IMPLEMENTATION_CLASS: 'TimeStampSigner',
        DEFAULTTSAPOLICYOID: '1.2.3',
        ACCEPTANYPOLICY: 'TRUE',
      };
      const made = {
        plain: await process(algorithm, 'plain', { IMPLEMENTATION_CLASS: 'PlainSigner' }, DOCUMENT),
        attached: await process(algorithm, 'attached', { IMPLEMENTATION_CLASS: 'CMSSigner' }, DOCUMENT),
        detached: await process(
          algorithm,
          'detached',
          { IMPLEMENTATION_CLASS: 'CMSSigner', DETACHEDSIGNATURE: 'TRUE' },
          DOCUMENT,
        ),
        'time-stamp': await process(algorithm, 'time-stamp', stamper, query),
      };
      const asked = Object.entries(made).flatMap(([kind, file]) =>
        ['document', 'another'].map((document) => [kind, algorithm, document, file] as const),
      );
      const command = ['-cp', jars.join(path.delimiter), PROGRAM, ...asked.flat()];
      const { stdout } = await promisify(execFile)('java', command, { cwd: directory });
      assert.deepEqual(
        stdout.trim().split('\n'),
        asked.map(([, , document]) => String(document === 'document')),
      );
    });
  }
});
