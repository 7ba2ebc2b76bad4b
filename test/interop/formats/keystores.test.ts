/**
 * Keystores with keys of every type: what we write, keytool and OpenSSL read, and what they write we read. Fails when there is no `keytool` or
 * `openssl`.
 *
 * Java 17 and OpenSSL 3.0 do not know ML-DSA: of such a keystore they read what does not need it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parsePem, readJks, readPkcs12, writeJks, writePemBundle, writePkcs12 } from '@sealwright/pki';
import {
  isKeyOf,
  KEY_PAIRS,
  KEYSTORE_PASSWORD,
  type KeystoreContents,
  makeKeystoreContents,
} from './keystore-contents.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

const openssl = sharedOpenSsl();

const file = (name: string) => new Uint8Array(readFileSync(openssl.path(name)));

/** Runs the command, and returns what it printed to its standard output. */
async function keytool(...args: readonly string[]): Promise<string> {
  const options = ['-J-Duser.language=en', ...args];
  return (await promisify(execFile)('keytool', options, { cwd: openssl.directory })).stdout;
}

/** Returns the certificates of a text, in their order. */
function certificatesOf(text: string): readonly Uint8Array[] {
  return parsePem(text)
    .filter(({ label }) => label === 'CERTIFICATE')
    .map(({ der }) => new Uint8Array(der));
}

const WRITERS = {
  'modern.p12': writePkcs12,
  'compatible.p12': (contents: KeystoreContents) => writePkcs12({ ...contents, encryption: 'compatible' }),
  jks: writeJks,
} as const;

for (const type of Object.keys(KEY_PAIRS) as (keyof typeof KEY_PAIRS)[]) {
  const isKnown = type !== 'ML-DSA-65';
  const contents = makeKeystoreContents(type);
  const path = [contents.certificate, ...contents.chain];

  describe(`a keystore with a key of ${type}`, () => {
    for (const [kind, write] of Object.entries(WRITERS)) {
      const name = `${type}.${kind}`;

      it(`is listed by keytool: ${kind}`, async () => {
        openssl.write(name, await write(contents));
        const listed = await keytool('-list', '-rfc', '-keystore', name, '-storepass', KEYSTORE_PASSWORD);
        assert.match(listed, /Your keystore contains 1 entry/);
        assert.match(listed, /Alias name: mine\n[^]*Entry type: PrivateKeyEntry\nCertificate chain length: 2\n/);
        assert.deepEqual(certificatesOf(listed), path);
      });

      if (isKnown)
        for (const [target, read] of [
          ['PKCS12', async (bytes: Uint8Array) => readTheirPkcs12(bytes)],
          ['JKS', async (bytes: Uint8Array) => readTheirJks(bytes)],
        ] as const)
          it(`is imported by keytool into ${target}, which we read: ${kind}`, async () => {
            openssl.write(name, await write(contents));
            const theirs = `${name}.${target}`;
            const ours = ['-srckeystore', name, '-srcstorepass', KEYSTORE_PASSWORD];
            const made = ['-destkeystore', theirs, '-deststoretype', target, '-deststorepass', KEYSTORE_PASSWORD];
            await keytool('-importkeystore', ...ours, ...made);
            const { alias, privateKey, certificates } = await read(file(theirs));
            assert.equal(alias, 'mine');
            assert.ok(isKeyOf(privateKey, contents.certificate));
            assert.deepEqual(certificates, path);
          });
    }

    for (const kind of ['modern.p12', 'compatible.p12'] as const)
      it(`is opened by OpenSSL: ${kind}`, async () => {
        openssl.write('ours.p12', await WRITERS[kind](contents));
        const read = (...args: string[]) =>
          openssl.run('pkcs12', '-in', 'ours.p12', '-passin', `pass:${KEYSTORE_PASSWORD}`, ...args);
        assert.deepEqual(certificatesOf(read('-nokeys')), path);
        if (isKnown) assert.deepEqual(keyOf(read('-nodes', '-nocerts')), contents.privateKey);
      });

    it('is a PEM bundle that OpenSSL opens', async () => {
      openssl.write('ours.pem', await writePemBundle(contents));
      openssl.run('crl2pkcs7', '-nocrl', '-certfile', 'ours.pem', '-out', 'certificates.p7');
      assert.deepEqual(certificatesOf(openssl.run('pkcs7', '-in', 'certificates.p7', '-print_certs')), path);
      if (!isKnown) return;
      const key = openssl.run('pkey', '-in', 'ours.pem', '-passin', `pass:${KEYSTORE_PASSWORD}`);
      assert.deepEqual(keyOf(key), contents.privateKey);
      const wrong = openssl.outcome('pkey', '-in', 'ours.pem', '-passin', 'pass:foo124');
      assert.notEqual(wrong.status, 0);
    });

    if (isKnown)
      for (const [how, ...args] of [
        ['by default'],
        ['with triple DES', '-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
      ] as const)
        it(`is read from OpenSSL, ${how}`, async () => {
          openssl.write('ours.pem', await writePemBundle(contents));
          const [passIn, passOut] = [`pass:${KEYSTORE_PASSWORD}`, `pass:${KEYSTORE_PASSWORD}`];
          const made = ['-out', 'theirs.p12', '-name', 'mine', '-passin', passIn, '-passout', passOut];
          openssl.run('pkcs12', '-export', '-in', 'ours.pem', ...made, ...args);
          const { alias, privateKey, certificates } = await readTheirPkcs12(file('theirs.p12'));
          assert.equal(alias, 'mine');
          assert.deepEqual(privateKey, contents.privateKey);
          assert.deepEqual(certificates, path);
        });
  });
}

describe('keytool', () => {
  for (const [kind, write] of Object.entries(WRITERS))
    it(`refuses another password: ${kind}`, async () => {
      const name = `refused.${kind}`;
      openssl.write(name, await write(makeKeystoreContents('EC')));
      const listing = keytool('-list', '-keystore', name, '-storepass', 'foo124');
      await assert.rejects(listing, ({ stdout }: { stdout: string }) => stdout.includes('password was incorrect'));
    });
});

async function readTheirPkcs12(bytes: Uint8Array) {
  const { keys, certificates } = await readPkcs12(bytes, KEYSTORE_PASSWORD);
  assert.equal(keys.length, 1);
  return {
    alias: keys[0]!.friendlyName,
    privateKey: new Uint8Array(await keys[0]!.decrypt()),
    certificates: certificates.map(({ certificate }) => new Uint8Array(certificate)),
  };
}

async function readTheirJks(bytes: Uint8Array) {
  const [key, ...others] = await readJks(bytes, KEYSTORE_PASSWORD);
  assert.deepEqual(others, []);
  return {
    alias: key!.alias,
    privateKey: new Uint8Array(await key!.decrypt()),
    certificates: key!.certificates.map((der) => new Uint8Array(der)),
  };
}

/** Returns the only private key of a text. */
function keyOf(text: string): Uint8Array {
  const keys = parsePem(text).filter(({ label }) => label === 'PRIVATE KEY');
  assert.equal(keys.length, 1);
  return new Uint8Array(keys[0]!.der);
}
