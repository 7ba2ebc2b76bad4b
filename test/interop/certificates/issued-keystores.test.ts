/**
 * Keystores that the server has made, with keys of every kind, are opened by OpenSSL and keytool: those of `enrollkeystore` and those of
 * `finalize`. Fails when there is no `keytool` or `openssl`.
 *
 * Java 17 and OpenSSL 3.0 do not know ML-DSA: of such a keystore they read what does not need it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Officers } from '../../e2e/support/setups/approval-setup.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { createApprovingCa, issueKeystore, KEYS } from '../../e2e/support/issued-keystores.ts';
import { PASSWORD } from '../../e2e/support/setups/keystore-setup.ts';
import { sharedOpenSsl } from '../programs/openssl.ts';

describe('a keystore that the server has made', () => {
  const openssl = sharedOpenSsl();
  const shared = sharedServer();
  let officers: Officers;
  before(async () => void (officers = await createApprovingCa(shared.server)));

  const passIn = ['-passin', `pass:${PASSWORD}`];

  /** Requires that the private key is that of the first certificate, which has the name. */
  const requireFits = (key: string, certificates: string, name: string): void => {
    openssl.write('key.pem', key);
    openssl.write('certificates.pem', certificates);
    assert.match(openssl.run('x509', '-in', 'certificates.pem', '-noout', '-subject'), new RegExp(`CN ?= ?${name}\\b`));
    const certified = openssl.run('x509', '-in', 'certificates.pem', '-noout', '-pubkey');
    assert.equal(openssl.run('pkey', '-in', 'key.pem', '-pubout'), certified);
  };

  const requireListed = async (octets: Uint8Array, name: string): Promise<void> => {
    openssl.write('made', octets);
    const args = ['-J-Duser.language=en', '-list', '-v', '-keystore', 'made', '-storepass', PASSWORD];
    const { stdout } = await promisify(execFile)('keytool', args, { cwd: openssl.directory });
    assert.match(stdout, /Your keystore contains 1 entry/);
    assert.match(stdout, new RegExp(`Alias name: ${name}\n[^]*PrivateKeyEntry\nCertificate chain length: 2\n`));
  };

  for (const way of ['enrollkeystore', 'finalize'] as const) {
    for (const kind of Object.keys(KEYS) as (keyof typeof KEYS)[]) {
      const isKnown = kind !== 'ML-DSA-65';

      it(`is opened by OpenSSL and listed by keytool: P12 with ${kind} of ${way}`, async () => {
        const { octets, name } = await issueKeystore(shared.server, officers, way, { kind, format: 'P12' });
        openssl.write('made.p12', octets);
        const read = (...args: readonly string[]) => openssl.run('pkcs12', '-in', 'made.p12', ...passIn, ...args);
        const certificates = read('-nokeys');
        assert.equal(certificates.match(/BEGIN CERTIFICATE/g)?.length, 2);
        if (isKnown) requireFits(read('-nodes', '-nocerts'), read('-nokeys', '-clcerts'), name);
        const wrong = openssl.outcome('pkcs12', '-in', 'made.p12', '-passin', 'pass:another', '-noout');
        assert.notEqual(wrong.status, 0);
        await requireListed(octets, name);
      });

      it(`is listed by keytool: JKS with ${kind} of ${way}`, async () => {
        const { octets, name } = await issueKeystore(shared.server, officers, way, { kind, format: 'JKS' });
        await requireListed(octets, name);
      });
    }
  }

  for (const kind of Object.keys(KEYS) as (keyof typeof KEYS)[])
    it(`is opened by OpenSSL: PEM with ${kind} of finalize`, async () => {
      const { octets, name } = await issueKeystore(shared.server, officers, 'finalize', { kind, format: 'PEM' });
      const text = Buffer.from(octets).toString();
      openssl.write('made.pem', octets);
      assert.match(openssl.run('x509', '-in', 'made.pem', '-noout', '-subject'), new RegExp(`CN ?= ?${name}\\b`));
      if (kind !== 'ML-DSA-65') requireFits(openssl.run('pkey', '-in', 'made.pem', ...passIn), text, name);
    });
});
