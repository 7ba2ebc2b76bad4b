/** CAs whose keys are in a device: SoftHSM. What they issue is checked by OpenSSL. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { formatPem } from '@sealwright/pki';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { createCa, certificateOf } from '../../e2e/support/ca-setup.ts';
import { assertRefusal, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { OpenSsl } from '../programs/openssl.ts';
import { libraryProcesses } from './pkcs11-driver.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';

const MOVED = ['-keyout', 'moved.key', '-out', 'moved.pem', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
const PIN = 'PIN canary 0815';
const softHsm = new SoftHsm();
const openssl = new OpenSsl();
after(() => {
  softHsm.remove();
  openssl.remove();
});

describe('a CA in a device', () => {
  const shared = sharedServer(
    { pkcs11: { libraries: [softHsm.library], binding: installPkcs11js(), callTimeoutMs: 10_000 } },
    { environment: softHsm.environment },
  );
  let names = 0;

  before(async () => {
    const properties = softHsm.properties(softHsm.makeToken(PIN));
    const settings = { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode: PIN };
    const made = await shared.server.administer('/documents/CRYPTOTOKEN/Device', {
      method: 'POST',
      body: { settings },
    });
    assert.equal(made.status, 201, made.text);
  });

  const enroll = (ca: string) => {
    const username = `user ${++names}`;
    const body = { ...newRequest({ username, subject: `CN=${username}` }), certificate_authority_name: ca };
    return shared.server.call('/v1/certificate/pkcs10enroll', { method: 'POST', body });
  };

  const verify = async (ca: string, certificate: string): Promise<string> => {
    openssl.write('ca.pem', formatPem('CERTIFICATE', (await certificateOf(shared.server, ca)).der));
    openssl.write('leaf.pem', formatPem('CERTIFICATE', Uint8Array.fromBase64(certificate)));
    return openssl.run('verify', '-CAfile', 'ca.pem', 'leaf.pem');
  };

  for (const [signKeySpec, signatureAlgorithm] of [
    ['P-256', 'SHA256withECDSA'],
    ['secp384r1', 'SHA384withECDSA'],
    ['brainpoolP256r1', 'SHA256withECDSA'],
    ['2048', 'SHA256WithRSA'],
    ['3072', 'SHA384withRSAandMGF1'],
    ['Ed25519', 'Ed25519'],
    ['Ed448', 'Ed448'],
  ] as const) {
    it(`issues what OpenSSL verifies: ${signKeySpec}, ${signatureAlgorithm}`, async () => {
      const ca = `${signKeySpec} ${signatureAlgorithm}`;
      await createCa(shared.server, ca, { cryptoToken: 'Device', signKeySpec, signatureAlgorithm });
      const answer = await enroll(ca);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await verify(ca, answer.json['certificate'] as string), 'leaf.pem: OK\n');
    });
  }

  it('signs with a key that was in the device before', async () => {
    const label = softHsm.slots().find((slot) => slot.label !== undefined)!.label!;
    softHsm.tool(label, PIN, '--keypairgen', '--key-type', 'EC:prime256v1', '--label', 'ceremony', '--id', '0c');
    await createCa(shared.server, 'Ceremony', { cryptoToken: 'Device', certSignKey: 'ceremony' });
    const answer = await enroll('Ceremony');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await verify('Ceremony', answer.json['certificate'] as string), 'leaf.pem: OK\n');
  });

  it('takes over a CA whose key is brought into the device, and takes no key from a keystore', async () => {
    const label = softHsm.slots().find((slot) => slot.label !== undefined)!.label!;
    // Made by OpenSSL, and put into the device by a program of its own.
    openssl.run(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/O=Example/CN=Moved',
      ...MOVED,
    );
    openssl.run(
      'pkcs12',
      '-export',
      '-in',
      'moved.pem',
      '-inkey',
      'moved.key',
      '-out',
      'moved.p12',
      '-passout',
      'pass:p12',
    );
    openssl.run('rsa', '-in', 'moved.key', '-outform', 'DER', '-out', 'moved.der');
    softHsm.tool(
      label,
      PIN,
      '--write-object',
      openssl.path('moved.der'),
      '--type',
      'privkey',
      '--label',
      'moved',
      '--id',
      '0d',
    );
    openssl.run('rsa', '-in', 'moved.key', '-pubout', '-outform', 'DER', '-out', 'moved.pub');
    softHsm.tool(
      label,
      PIN,
      '--write-object',
      openssl.path('moved.pub'),
      '--type',
      'pubkey',
      '--label',
      'moved',
      '--id',
      '0d',
    );
    const settings = { cryptoToken: 'Device', certSignKey: 'moved' };
    const importKeys = async (source: object) =>
      shared.server.administer('/cas/Moved/import-keys', { body: { settings, source } });
    const keystore = readFileSync(openssl.path('moved.p12')).toString('base64');
    assertRefusal(await importKeys({ keystore, password: 'p12' }), 422, /^A device takes no private key from here/);
    const made = await importKeys({ certificates: [readFileSync(openssl.path('moved.pem'), 'utf8')] });
    assert.equal(made.status, 201, made.text);
    const answer = await enroll('Moved');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await verify('Moved', answer.json['certificate'] as string), 'leaf.pem: OK\n');
  });

  it('answers every enrollment while the process of the library is killed', async () => {
    await createCa(shared.server, 'Killed', { cryptoToken: 'Device' });
    const answers = Array.from({ length: 60 }, () => enroll('Killed'));
    await pause(40);
    const [pid] = libraryProcesses();
    process.kill(pid!, 'SIGKILL');
    const certificates = new Set<string>();
    for (const { status, text, json } of await Promise.all(answers)) {
      assert.equal(status, 200, text);
      certificates.add(json['serial_number'] as string);
    }
    assert.equal(certificates.size, 60);
    assert.notEqual(libraryProcesses()[0], pid);
  });

  it('is offline while its token is deactivated, and its device unavailable when it is gone', async () => {
    const properties = softHsm.properties(softHsm.makeToken(PIN));
    const settings = { type: 'Pkcs11NgCryptoToken', properties };
    await shared.server.administer('/documents/CRYPTOTOKEN/Manual', { method: 'POST', body: { settings } });
    const operate = (operation: string, body?: object) =>
      shared.server.call(`/v1/cryptotoken/Manual/${operation}`, { method: 'PUT', body });
    assert.equal((await operate('activate', { activation_code: PIN })).status, 200);
    await createCa(shared.server, 'Manual', { cryptoToken: 'Manual' });
    assert.equal((await enroll('Manual')).status, 200);
    assert.equal((await operate('deactivate')).status, 200);
    const offline = await enroll('Manual');
    assert.equal(offline.status, 503, offline.text);
    assertRefusal(await operate('activate', { activation_code: 'not the PIN' }), 422, 'Invalid activation code');
    assert.equal((await operate('activate', { activation_code: PIN })).status, 200);
    assert.equal((await enroll('Manual')).status, 200);
  });

  it('keeps the PIN out of the log, the arguments and the environment', () => {
    assert.doesNotMatch(shared.server.log.join('\n'), /canary/);
    for (const pid of libraryProcesses()) {
      for (const file of ['cmdline', 'environ']) {
        assert.doesNotMatch(readFileSync(`/proc/${pid}/${file}`, 'latin1'), /canary/);
      }
    }
  });
});
