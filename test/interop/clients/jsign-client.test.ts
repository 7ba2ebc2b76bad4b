/**
 * jsign, unmodified, signs through our PlainSigner with hashes of its own, and osslsigncode verifies: `node scripts/run-tests.ts clients`.
 *
 * It is a suite of its own, because besides Java and osslsigncode it needs Maven Central, from which jsign comes by its hash.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { extendedKeyUsage, formatPem, KEY_PURPOSES, makeExtension } from '@sealwright/pki';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker } from '../../e2e/support/setups/signing-setup.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { downloadJar } from '../programs/maven-jar.ts';
import { tinyProgram } from '../programs/tiny-program.ts';

const JSIGN = {
  name: 'net.jsign:jsign:7.5',
  sha256: '602a51c3545a6dc4fb99bd2ea7152b26d1345916d0c93ddfbd5936cb735af91c',
};
const run = promisify(execFile);

describe('jsign with a worker of ours', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-jsign-'));
  after(() => rmSync(directory, { recursive: true }));
  // It sends no header of its own, as none of SignServer's clients did before there was one.
  const shared = sharedServer({ signingCompatibility: 'signserver', requestedWith: 'admin-and-multipart' });
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  let jsign: string;

  before(async () => {
    jsign = await downloadJar(JSIGN, directory);
    await makeSigningToken(shared.server, 'Signing', { rsa: ['RSA', '3072'], ec: ['EC', 'P-256'] });
    const purpose = (name: keyof typeof KEY_PURPOSES) => [makeExtension(extendedKeyUsage, [KEY_PURPOSES[name]], true)];
    const hashing = {
      IMPLEMENTATION_CLASS: 'PlainSigner',
      CLIENTSIDEHASHING: 'TRUE',
      ALLOW_CLIENTSIDEHASHING_OVERRIDE: 'TRUE',
      ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA-256,SHA-384,SHA-512',
    };
    const stamping = { IMPLEMENTATION_CLASS: 'TimeStampSigner', DEFAULTTSAPOLICYOID: '1.2.3', ACCEPTANYPOLICY: 'TRUE' };
    for (const [name, alias, extensions, properties] of [
      ['rsa', 'rsa', purpose('codeSigning'), { ...hashing, SIGNATUREALGORITHM: 'NONEwithRSA' }],
      ['ec', 'ec', purpose('codeSigning'), { ...hashing, SIGNATUREALGORITHM: 'NONEwithECDSA' }],
      ['stamper', 'ec', purpose('timeStamping'), stamping],
    ] as const) {
      const contents = { subject: `CN=${name},O=Example`, extensions };
      await makeWorker(shared.server, name, {
        ...properties,
        CRYPTOTOKEN: 'Signing',
        DEFAULTKEY: alias,
        AUTHTYPE: 'NOAUTH',
        SIGNERCERTCHAIN: await certifyKey(shared.server, ca, 'Signing', alias, contents),
      });
    }
    // An answer has the certificate of the signer alone, which is all that jsign puts into the file.
    const trusted = ca.chain.map(({ der }) => formatPem('CERTIFICATE', der));
    writeFileSync(path.join(directory, 'trusted.pem'), trusted.join(''));
  });

  for (const [worker, algorithm] of [
    ['rsa', 'SHA-256'],
    ['rsa', 'SHA-512'],
    ['ec', 'SHA-256'],
    ['ec', 'SHA-384'],
  ] as const) {
    for (const [name, content] of [
      ['program.exe', tinyProgram()],
      ['script.ps1', Buffer.from('Write-Host "signed"\r\n')],
    ] as const) {
      it(`signs ${name} by ${worker} with ${algorithm}, and has it stamped`, async () => {
        const file = path.join(directory, `${worker}-${algorithm}-${name}`);
        writeFileSync(file, content);
        const [, http] = shared.server.running.urls;
        const service = [
          '--storetype',
          'SIGNSERVER',
          '--keystore',
          new URL('/signserver', http).href,
          '--alias',
          worker,
        ];
        const stamp = ['--tsaurl', new URL('/signserver/worker/stamper', http).href, '--tsmode', 'RFC3161'];
        await run('java', [
          '-jar',
          jsign,
          'sign',
          ...service,
          '--storepass',
          'user|password',
          '--alg',
          algorithm,
          ...stamp,
          file,
        ]);
        const trust = ['-CAfile', 'trusted.pem', '-TSA-CAfile', 'trusted.pem'];
        const { stdout } = await run('osslsigncode', ['verify', ...trust, '-in', file], { cwd: directory });
        for (const line of [
          new RegExp(`^Message digest algorithm +: ${algorithm.replace('-', '')}$`, 'm'),
          new RegExp(`Subject: /O=Example/CN=${worker}$`, 'm'),
          /^Timestamp Server Signature verification: ok$/m,
          /^Signature verification: ok$/m,
        ])
          assert.match(stdout, line);
      });
    }
  }
});
