/** The commands for CAs against a server. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Certificate, CertificationRequest, formatPem, parsePem } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { caSettings } from '../support/ca-setup.ts';

describe('sealwright ca', () => {
  const shared = sharedServer();
  const cli = async (...args: readonly string[]) => {
    const { home, running } = shared.server;
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, 'ca', ...args]);
  };
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(...args);
    assert.equal(code, 0, error);
    return out;
  };
  const file = (name: string, content: string | Uint8Array) => {
    const full = path.join(shared.server.home, name);
    writeFileSync(full, content);
    return full;
  };
  const create = async (name: string, settings: Readonly<Record<string, unknown>> = {}) =>
    succeed('create', name, '--file', file(`${name}.json`, JSON.stringify(caSettings(name, settings))));

  it('makes CAs, renews one with a new key, and shows it', async () => {
    assert.match(await create('Root'), /^status {3}ACTIVE$/m);
    await create('Sub', { signedBy: 'Root', certificateProfile: 'SUBCA' });
    const renewed = await succeed('renew', 'Root', '--new-key');
    assert.match(renewed, /^key +Root key00001$/m);
    assert.match(renewed, /^new-with-old +of Root key00001, ends /m);
    const shown = JSON.parse(await succeed('show', 'Sub', '--json')) as { certificate_chain: string[] };
    assert.equal(shown.certificate_chain.length, 2);
  });

  it('gets the request of a CA, and gives it the certificate', async () => {
    const elsewhere = TestCa.root('CN=Elsewhere');
    assert.match(
      await create('Far', { signedBy: 'External CA', certificateProfile: 'SUBCA' }),
      /^waits for +the cert/m,
    );
    const out = path.join(shared.server.home, 'far.csr');
    const above = file('elsewhere.der', elsewhere.certificate.der);
    await succeed('csr', 'Far', '--key-alias', 'Far key', '--chain', above, '--out', out);
    const { subject, publicKey } = CertificationRequest.parse(parsePem(readFileSync(out, 'utf8'))[0]!.der);
    const signed = elsewhere.certify({ subject: subject.toString(), publicKey: publicKey.der, ca: true });
    const received = await succeed('receive', 'Far', file('far.pem', formatPem('CERTIFICATE', signed.der)));
    assert.match(received, /^status {3}ACTIVE$/m);
    const fresh = CertificationRequest.parse(parsePem(await succeed('csr', 'Far'))[0]!.der);
    assert.notEqual(fresh.publicKey.sha256Fingerprint, Certificate.parse(signed.der).publicKey.sha256Fingerprint);
  });

  it('imports the certificate of a CA that is elsewhere', async () => {
    const root = TestCa.root('CN=Partner root');
    const partner = root.subordinate('CN=Partner');
    const files = [file('root.pem', root.certificatePem), file('partner.der', partner.certificate.der)];
    assert.match(await succeed('import', 'Partner', ...files), /^status {3}EXTERNAL$/m);
  });

  it('takes a CA off line and on line, and says why not', async () => {
    assert.match(await succeed('deactivate', 'Root'), /^status +OFFLINE$/m);
    assert.match(await succeed('activate', 'Root'), /^status +ACTIVE$/m);
    const { code, error } = await cli('activate', 'Partner');
    assert.equal(code, 1);
    assert.match(error, /CA Partner must have the status 'offline' in order to be activated/);
    assert.equal((await cli('show', 'Nobody')).code, 1);
  });

  it('revokes a CA with what it has issued', async () => {
    await create('Ended', { signedBy: 'Root', certificateProfile: 'SUBCA' });
    assert.equal((await cli('revoke', 'Ended', '--reason', 'certificate-hold', '--yes')).code, 2);
    const revoked = await succeed('revoke', 'Ended', '--reason', 'superseded', '--yes');
    assert.match(revoked, /^status +REVOKED$/m);
    assert.match(revoked, /^revoked +2.*Z, SUPERSEDED, certificates revoked: 0/m);
    await shared.server.running.installation.background.scheduler.wake('revoke-issued-certificates');
    const { revocation } = JSON.parse(await succeed('show', 'Ended', '--json')) as { revocation: object };
    assert.deepEqual({ ...revocation, date: '' }, { reason: 'SUPERSEDED', certificates: 0, complete: true, date: '' });
    assert.equal((await cli('revoke', 'Ended', '--reason', 'superseded', '--yes')).code, 1);
  });
});
