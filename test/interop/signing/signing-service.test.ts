/** Signatures of the signing service are accepted by OpenSSL and the JDK, which also ask for time-stamps themselves. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { extendedKeyUsage, formatPem, KEY_PURPOSES, makeExtension } from '@sealwright/pki';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import {
  certifyKey,
  makeSigningToken,
  makeWorker,
  publicKeyOf,
  SIGNING_KEYS,
} from '../../e2e/support/setups/signing-setup.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();
const COMMON = { CRYPTOTOKEN: 'Signing', AUTHTYPE: 'NOAUTH' };
const DOCUMENT = Buffer.from('what is signed\r\n\0');
const LARGE = randomBytes(5_000_000);
const PSS = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:digest', '-sigopt', 'rsa_mgf1_md:sha256'];

describe('the signing service', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  const keys = ['rsa', 'p256', 'p384', 'brainpool', 'ed25519', 'ed448'];

  before(async () => {
    await makeSigningToken(
      shared.server,
      'Signing',
      Object.fromEntries(keys.map((alias) => [alias, SIGNING_KEYS[alias]!])),
    );
    openssl.write('root.pem', formatPem('CERTIFICATE', ca.chain.at(-1)!.der));
    openssl.write('document', DOCUMENT);
    openssl.write('large', LARGE);
    for (const alias of keys) {
      openssl.write(`${alias}.pem`, formatPem('PUBLIC KEY', await publicKeyOf(shared.server, 'Signing', alias)));
    }
  });

  /** A worker that signs with a key, and a certificate for it. */
  const worker = async (name: string, className: string, properties: Readonly<Record<string, string>>) => {
    const alias = properties['DEFAULTKEY']!;
    const timeStamps = className.endsWith('TimeStampSigner');
    const extensions = timeStamps ? [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)] : [];
    const contents = { subject: `CN=${name},O=Example`, extensions };
    const SIGNERCERTCHAIN = await certifyKey(shared.server, ca, 'Signing', alias, contents);
    await makeWorker(shared.server, name, {
      ...COMMON,
      IMPLEMENTATION_CLASS: className,
      SIGNERCERTCHAIN,
      ...properties,
    });
  };
  /** The address of a worker for clients that know no REST. */
  const address = (name: string) =>
    new URL(`/signserver/worker/${encodeURIComponent(name)}`, shared.server.running.urls[1]).href;
  /** Writes what the worker makes into a file. */
  const process = async (name: string, document: Uint8Array, into: string) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await fetch(address(name), { method: 'POST', body: Buffer.from(document), headers });
    const made = new Uint8Array(await answer.arrayBuffer());
    assert.equal(answer.status, 200, Buffer.from(made).toString());
    openssl.write(into, made);
  };

  for (const [alias, algorithm, ...args] of [
    ['rsa', 'SHA256withRSA', '-sha256'],
    ['rsa', 'SHA512withRSA', '-sha512'],
    ['rsa', 'SHA256withRSAandMGF1', '-sha256', ...PSS],
    ['p256', 'SHA256withECDSA', '-sha256'],
    ['p384', 'SHA384withECDSA', '-sha384'],
    ['brainpool', 'SHA256withECDSA', '-sha256'],
  ] as const) {
    it(`makes plain signatures of ${algorithm} by ${alias} that openssl dgst verifies, of documents and of hashes`, async () => {
      const name = `plain ${alias} ${algorithm}`;
      const hashing = {
        ALLOW_CLIENTSIDEHASHING_OVERRIDE: 'TRUE',
        ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA256,SHA384,SHA512',
      };
      await worker(name, 'PlainSigner', { DEFAULTKEY: alias, SIGNATUREALGORITHM: algorithm, ...hashing });
      for (const [file, document] of Object.entries({ document: DOCUMENT, large: LARGE })) {
        await process(name, document, 'signature');
        const verify = ['dgst', ...args, '-verify', `${alias}.pem`, '-signature', 'signature', file];
        assert.match(openssl.outcome(...verify).output, /^Verified OK$/m);
        const hashName = /^SHA\d+/.exec(algorithm)![0];
        const form = new FormData();
        form.append('file', new File([hash(hashName, document, 'buffer')], 'hash'));
        form.append('workerName', name);
        form.append('REQUEST_METADATA', `USING_CLIENTSUPPLIED_HASH=true\nCLIENTSIDE_HASHDIGESTALGORITHM=${hashName}\n`);
        const url = new URL('/signserver/process', shared.server.running.urls[1]);
        const answer = await fetch(url, { method: 'POST', body: form });
        openssl.write('signature', new Uint8Array(await answer.arrayBuffer()));
        assert.match(openssl.outcome(...verify).output, /^Verified OK$/m, 'of the hash');
      }
    });
  }

  for (const alias of ['ed25519', 'ed448']) {
    it(`makes plain signatures by ${alias} that openssl pkeyutl verifies`, async () => {
      await worker(`plain ${alias}`, 'PlainSigner', { DEFAULTKEY: alias });
      await process(`plain ${alias}`, DOCUMENT, 'signature');
      const verify = ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', `${alias}.pem`, '-in', 'document'];
      assert.match(openssl.outcome(...verify, '-sigfile', 'signature').output, /Signature Verified Successfully/);
    });
  }

  for (const [alias, algorithm] of [
    ['rsa', 'SHA256withRSA'],
    ['rsa', 'SHA512withRSAandMGF1'],
    ['p256', 'SHA256withECDSA'],
    ['p384', 'SHA512withECDSA'],
    ['brainpool', 'SHA256withECDSA'],
  ] as const) {
    it(`makes messages of ${algorithm} by ${alias} that openssl cms verifies, in BER and DER, with the content and without`, async () => {
      for (const properties of [
        {},
        { DER_RE_ENCODE: 'TRUE' },
        { DETACHEDSIGNATURE: 'TRUE' },
        { DIRECTSIGNATURE: 'TRUE' },
      ]) {
        const name = `cms ${alias} ${algorithm} ${Object.keys(properties).join('') || 'usual'}`;
        await worker(name, 'CMSSigner', { DEFAULTKEY: alias, SIGNATUREALGORITHM: algorithm, ...properties });
        for (const [file, document] of Object.entries({ document: DOCUMENT, large: LARGE })) {
          await process(name, document, 'message.p7s');
          const detached = 'DETACHEDSIGNATURE' in properties ? ['-content', file] : [];
          const verify = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'message.p7s', '-CAfile', 'root.pem'];
          const { output } = openssl.outcome(...verify, ...detached, '-out', 'content');
          assert.match(output, /Verification successful/, name);
          assert.ok(document.equals(readFileSync(openssl.path('content'))), name);
        }
      }
    });
  }

  it('stamps the signatures of messages with the time, which OpenSSL reads', async () => {
    await worker('Stamper', 'TimeStampSigner', {
      DEFAULTKEY: 'p256',
      DEFAULTTSAPOLICYOID: '1.2.3',
      ACCEPTANYPOLICY: 'TRUE',
    });
    await worker('Stamped', 'ExtendedCMSSigner', { DEFAULTKEY: 'rsa', TSA_WORKER: 'Stamper' });
    await process('Stamped', DOCUMENT, 'message.p7s');
    const read = openssl.run('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'message.p7s');
    assert.match(read, /id-smime-aa-timeStampToken/);
    const verify = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'message.p7s', '-CAfile', 'root.pem'];
    assert.match(openssl.outcome(...verify, '-out', 'content').output, /Verification successful/);
  });

  for (const [alias, algorithm] of [
    ['rsa', 'SHA256withRSA'],
    ['p256', 'SHA256withECDSA'],
    ['p384', 'SHA384withECDSA'],
  ] as const) {
    it(`answers the queries of openssl ts by ${alias}`, async () => {
      await worker(`tsa ${alias}`, 'TimeStampSigner', {
        DEFAULTKEY: alias,
        SIGNATUREALGORITHM: algorithm,
        DEFAULTTSAPOLICYOID: '1.2.3.4',
        ACCEPTEDPOLICIES: '1.2.3.4',
        ACCURACYMILLIS: '5',
      });
      for (const digest of ['-sha256', '-sha512', '-sha1']) {
        openssl.run('ts', '-query', '-data', 'document', digest, '-cert', '-out', 'query.tsq');
        await process(`tsa ${alias}`, readFileSync(openssl.path('query.tsq')), 'answer.tsr');
        for (const against of [
          ['-queryfile', 'query.tsq'],
          ['-data', 'document'],
        ]) {
          const { output } = openssl.outcome('ts', '-verify', '-in', 'answer.tsr', '-CAfile', 'root.pem', ...against);
          assert.match(output, /^Verification: OK$/m);
        }
      }
      openssl.run('ts', '-query', '-data', 'document', '-tspolicy', '1.2.3.5', '-out', 'query.tsq');
      await process(`tsa ${alias}`, readFileSync(openssl.path('query.tsq')), 'answer.tsr');
      assert.match(
        openssl.run('ts', '-reply', '-in', 'answer.tsr', '-text'),
        /Status: Rejected[^]*unacceptedPolicy|policy/i,
      );
    });
  }

  it('stamps signatures as Authenticode asked for it before RFC 3161, in messages that openssl cms verifies', async () => {
    await worker('legacy', 'MSAuthCodeTimeStampSigner', {
      DEFAULTKEY: 'rsa',
      INCLUDE_SIGNING_CERTIFICATE_ATTRIBUTE: 'TRUE',
    });
    const stamped = randomBytes(256);
    // SPC_TIME_STAMP_REQUEST, and a ContentInfo of data.
    const header = '30820123060a2b0601040182370302013082011306092a864886f70d010701a082010404820100';
    const request = Buffer.concat([Buffer.from(header, 'hex'), stamped]);
    await process('legacy', Buffer.from(request.toString('base64')), 'legacy.b64');
    const message = Buffer.from(readFileSync(openssl.path('legacy.b64'), 'latin1'), 'base64');
    openssl.write('legacy.p7', message);
    const verify = ['cms', '-verify', '-inform', 'DER', '-in', 'legacy.p7', '-CAfile', 'root.pem', '-purpose', 'any'];
    openssl.run(...verify, '-binary', '-out', 'legacy.content');
    assert.deepEqual(readFileSync(openssl.path('legacy.content')), stamped);
    const printed = openssl.run('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'legacy.p7');
    assert.match(printed, /signingTime/);
    assert.match(printed, /id-smime-aa-signingCertificate \(/);
  });

  it('is the time-stamping authority of jarsigner', async () => {
    await worker('jar', 'TimeStampSigner', {
      DEFAULTKEY: 'p256',
      DEFAULTTSAPOLICYOID: '1.2.3',
      ACCEPTANYPOLICY: 'TRUE',
    });
    const run = promisify(execFile);
    const options = { cwd: openssl.directory };
    const store = ['-keystore', 'store.p12', '-storepass', 'password'];
    const key = ['-genkeypair', '-alias', 'signer', '-keyalg', 'EC', '-dname', 'CN=Signer', '-validity', '30'];
    await run('keytool', [...key, ...store], options);
    await run('jar', ['cf', 'signed.jar', 'document'], options);
    await run('jarsigner', [...store, '-tsa', address('jar'), 'signed.jar', 'signer'], options);
    const { stdout } = await run('jarsigner', ['-verify', '-verbose', '-certs', 'signed.jar'], options);
    assert.match(stdout, /jar verified/);
    assert.match(stdout, /Timestamped by "CN=jar, O=Example"/);
  });
});
