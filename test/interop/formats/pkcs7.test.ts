/** PKCS#7 "certs-only": what we write OpenSSL reads, and the other way round. Fails when there is no `openssl`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { encodeCertsOnly, readCertsOnly } from '@sealwright/pki';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../packages/pki/src/keystore/fixtures/${name}`, import.meta.url)));
const certificates = [fixture('end-entity.der'), fixture('ca.der')];
const pem = (der: Uint8Array) => new X509Certificate(der).toString();
const openssl = (input: Uint8Array | string, ...args: readonly string[]) =>
  execFileSync('openssl', args, { input, stdio: 'pipe' });

describe('certs-only', () => {
  it('is read by openssl pkcs7, in the order given', () => {
    for (const order of [certificates, certificates.toReversed()]) {
      const text = openssl(encodeCertsOnly(order), 'pkcs7', '-inform', 'DER', '-print_certs').toString();
      const found = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----\n/g);
      assert.deepEqual(found, order.map(pem));
    }
  });

  it('is read by openssl cms', () => {
    const text = openssl(encodeCertsOnly(certificates), 'cms', '-cmsout', '-print', '-inform', 'DER').toString();
    assert.match(text, /pkcs7-signedData/);
    assert.equal(text.match(/d\.certificate:/g)?.length, 2);
  });

  it('is read as openssl crl2pkcs7 writes it', () => {
    const directory = mkdtempSync(join(tmpdir(), 'sealwright-pkcs7-'));
    try {
      const file = join(directory, 'chain.pem');
      writeFileSync(file, certificates.map(pem).join(''));
      const message = openssl('', 'crl2pkcs7', '-nocrl', '-certfile', file, '-outform', 'DER');
      const read = readCertsOnly(new Uint8Array(message));
      assert.deepEqual(
        read.map((one) => new Uint8Array(one)),
        certificates,
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
