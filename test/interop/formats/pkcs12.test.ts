/** PKCS#12: what we write OpenSSL reads, what OpenSSL and others write we read. Fails when there is no `openssl`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readPkcs12, writePkcs12, type WritePkcs12Options } from '@sealwright/pki';

const fixtures = new URL('../../../packages/pki/src/keystore/fixtures/', import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, fixtures)));
const privateKey = fixture('end-entity.p8');
const certificate = fixture('end-entity.der');
const issuer = fixture('ca.der');

const path = (name: string) => new URL(name, fixtures).pathname;
const directory = mkdtempSync(join(tmpdir(), 'sealwright-pkcs12-'));
const openssl = (...args: readonly string[]) =>
  execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' }).toString();

before(() => {
  writeFileSync(join(directory, 'key.pem'), openssl('pkey', '-inform', 'DER', '-in', path('end-entity.p8')), {
    mode: 0o600,
  });
  writeFileSync(join(directory, 'certificate.pem'), new X509Certificate(certificate).toString());
  writeFileSync(join(directory, 'chain.pem'), new X509Certificate(issuer).toString());
});
after(() => rmSync(directory, { recursive: true }));

const random = (count: number) => new Uint8Array(randomBytes(count));
const options = (password: string): WritePkcs12Options => ({
  password,
  friendlyName: 'end entity',
  privateKey,
  certificate,
  chain: [issuer],
  random,
});

/** The texts of PEM blocks of one kind. */
function blocks(text: string, label: string): readonly string[] {
  const [, ...rest] = text.split(`-----BEGIN ${label}-----`);
  return rest.map((block) => block.split('-----END')[0]!.replaceAll(/\s/g, ''));
}

describe('openssl pkcs12 reads what we write', () => {
  for (const password of ['foo123', '', 'pässwörd €😀', 'with spaces and "quotes"']) {
    it(`under '${password}'`, async () => {
      writeFileSync(join(directory, 'ours.p12'), await writePkcs12(options(password)));
      const text = openssl('pkcs12', '-in', 'ours.p12', '-nodes', '-passin', `pass:${password}`);
      assert.deepEqual(blocks(text, 'PRIVATE KEY'), [Buffer.from(privateKey).toString('base64')]);
      assert.deepEqual(
        blocks(text, 'CERTIFICATE'),
        [certificate, issuer].map((der) => Buffer.from(der).toString('base64')),
      );
      assert.match(text, /friendlyName: end entity/);
      assert.match(text, /localKeyID/);
    });
  }

  it('and refuses it under another password', async () => {
    writeFileSync(join(directory, 'ours.p12'), await writePkcs12(options('foo123')));
    assert.throws(() => openssl('pkcs12', '-in', 'ours.p12', '-nodes', '-passin', 'pass:foo124'), /invalid password/);
  });
});

describe('we read what openssl pkcs12 writes', () => {
  const legacy = ['-provider', 'legacy', '-provider', 'default'];
  for (const [what, ...args] of [
    ['by default'],
    ['with -legacy', '-legacy'],
    ['with RC2 and 128 bits', ...legacy, '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-40'],
    ['with RC4', ...legacy, '-certpbe', 'PBE-SHA1-RC4-40', '-keypbe', 'PBE-SHA1-RC4-128'],
    ['with a SHA-512 MAC', '-macalg', 'sha512'],
    ['with 100,000 iterations', '-iter', '100000'],
    ['without a MAC', '-nomac'],
  ] as const) {
    for (const password of ['foo123', '', 'pässwörd €😀'])
      it(`${what}, under '${password}'`, async () => {
        const inputs = ['-inkey', 'key.pem', '-in', 'certificate.pem', '-certfile', 'chain.pem', '-name', 'Größe'];
        openssl('pkcs12', '-export', ...inputs, '-out', 'theirs.p12', '-passout', `pass:${password}`, ...args);
        const contents = await readPkcs12(new Uint8Array(readFileSync(join(directory, 'theirs.p12'))), password);
        assert.deepEqual(await Promise.all(contents.keys.map(async (key) => new Uint8Array(await key.decrypt()))), [
          privateKey,
        ]);
        assert.deepEqual(
          contents.certificates.map((one) => new Uint8Array(one.certificate)),
          [certificate, issuer],
        );
        assert.equal(contents.keys[0]!.friendlyName, 'Größe');
        assert.equal(contents.authenticated, what !== 'without a MAC');
      });
  }
});

describe('we read files of 600,000 iterations', () => {
  for (const [name, password] of [
    ['nss3-default.p12', 'foo123'],
    ['nss3-legacy.p12', 'foo123'],
    ['gnutls3-default.p12', 'foo123'],
    ['gnutls3-null-password.p12', ''],
  ] as const) {
    it(name, async () => {
      const { keys, certificates, authenticated } = await readPkcs12(fixture(name), password);
      const key = createPrivateKey({ key: Buffer.from(await keys[0]!.decrypt()), format: 'der', type: 'pkcs8' });
      assert.ok(new X509Certificate(certificate).checkPrivateKey(key));
      assert.equal(certificates.length, 2);
      assert.equal(authenticated, true);
    });
  }
});
