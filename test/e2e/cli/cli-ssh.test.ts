/** The commands for SSH against a server. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { Krl, printedSerialNumber, SshCertificate, sshOptionText, SshPublicKey } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { createSshCa, createSshProfiles, newSshKey } from '../support/setups/ssh-setup.ts';

describe('the command line for SSH', () => {
  const shared = sharedServer();
  const cli = async (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, ...args]);
  };
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(...args);
    assert.equal(code, 0, error);
    return out;
  };
  const file = (name: string) => path.join(shared.server.home, name);
  const newKeyFile = (name: string) => {
    writeFileSync(file(`${name}.pub`), `${newSshKey()}\n`);
    return file(`${name}.pub`);
  };
  const certificateIn = (name: string) => SshCertificate.parseLine(readFileSync(name, 'utf8')).certificate;
  const staff = ['--ca', 'SSH CA', '--end-entity-profile', 'Staff', '--principal', 'alice'];
  before(async () => {
    await createSshCa(shared.server, 'SSH CA');
    await createSshProfiles(shared.server, 'Staff', { sshExternalExtensions: 'ALLOWED' }, { defaultCa: 'SSH CA' });
  });

  it('has a key certified, and puts the certificate where ssh looks for it', async () => {
    const key = newKeyFile('id_alice');
    const out = await succeed('ssh', 'sign', key, ...staff, '--username', 'alice', '--key-id', 'laptop');
    const certificate = certificateIn(file('id_alice-cert.pub'));
    assert.match(
      out,
      /id_alice-cert\.pub: user certificate 'laptop', serial number [0-9A-F]+, for alice, valid until 20/,
    );
    assert.deepEqual([certificate.keyId, certificate.principals], ['laptop', ['alice']]);
    const again = await cli('ssh', 'sign', key, ...staff, '--username', 'alice');
    assert.deepEqual([again.code, /exists; --force/.test(again.error)], [4, true]);
    await succeed('ssh', 'sign', key, ...staff, '--username', 'alice', '--force');
  });

  it('asks for options, extensions and a validity, and describes the outcome in JSON', async () => {
    const key = newKeyFile('id_robot');
    const further = ['--principal', 'deploy', '--force-command', 'uptime', '--source-address', '10.0.0.0/8'];
    const extension = ['--extension', 'flag@example.com', '--extension', 'login@example.com=a=b'];
    const end = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z/, 'Z');
    const args = [...further, ...extension, '--not-after', end, '--out', file('robot.cert'), '--json'];
    const json = JSON.parse(
      await succeed('ssh', 'sign', key, '--end-entity-profile', 'Staff', '--username', 'robot', ...args),
    ) as Record<string, unknown>;
    const certificate = certificateIn(file('robot.cert'));
    assert.deepEqual(certificate.criticalOptions.map(sshOptionText), ['uptime', '10.0.0.0/8']);
    const login = certificate.extensions.find(({ name }) => name === 'login@example.com')!;
    assert.equal(sshOptionText(login), 'a=b');
    assert.ok(certificate.extensions.some(({ name, data }) => name === 'flag@example.com' && data.length === 0));
    assert.deepEqual(
      [json['outcome'], json['type'], json['key_id'], json['valid_before'], json['serial_number']],
      ['issued', 'user', 'robot', end, printedSerialNumber(certificate.serialNumber.toString(16).toUpperCase())],
    );
  });

  it('is refused a validity that the profile decides on, and warned of one that is cut', async () => {
    const settings = { allowValidityOverride: false };
    await createSshProfiles(shared.server, 'Fixed', settings, { defaultCa: 'SSH CA' });
    const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z/, 'Z');
    const sign = (name: string, profile: string, days: number) =>
      cli(
        'ssh',
        'sign',
        newKeyFile(name),
        '--end-entity-profile',
        profile,
        '--username',
        name,
        '--principal',
        name,
        '--not-after',
        until(days),
      );
    const refused = await sign('id_fixed', 'Fixed', 1);
    assert.equal(refused.code, 1);
    assert.match(refused.error, /'Fixed' decides on the validity/);
    assert.equal(existsSync(file('id_fixed-cert.pub')), false);
    const cut = await sign('id_cut', 'Staff', 50_000);
    assert.equal(cut.code, 0, cut.error);
    assert.match(
      cut.error,
      /^sealwright: warning: the validity is cut: the certificate profile or the CA has it end at 20/,
    );
  });

  it('writes nothing when the server refuses, or the file is not a public key', async () => {
    const refused = await cli('ssh', 'sign', newKeyFile('id_mallory'), '--end-entity-profile', 'X', '--username', 'm');
    assert.equal(refused.code, 1);
    assert.equal(existsSync(file('id_mallory-cert.pub')), false);
    writeFileSync(file('none.pub'), '-----BEGIN PUBLIC KEY-----\n');
    const none = await cli('ssh', 'sign', file('none.pub'), ...staff, '--username', 'm');
    assert.deepEqual([none.code, /is not an SSH public key/.test(none.error)], [4, true]);
  });

  it('gets the key of a CA, as a line or in a file', async () => {
    const line = await succeed('ssh', 'pubkey', 'SSH CA');
    assert.match(line, /^ssh-ed25519 AAAA\S+ SSH CA\n$/);
    await succeed('ssh', 'pubkey', 'SSH CA', '--out', file('ca.pub'));
    assert.equal(readFileSync(file('ca.pub'), 'utf8'), line);
    const json = JSON.parse(await succeed('ssh', 'pubkey', 'SSH CA', '--json')) as Record<string, unknown>;
    assert.equal(json['fingerprint'], SshPublicKey.parseLine(line).key.fingerprint);
    assert.equal((await cli('ssh', 'pubkey', 'Nobody')).code, 1);
  });

  it('gets the list of what was revoked with the command that revokes', async () => {
    await succeed('ssh', 'sign', newKeyFile('id_gone'), ...staff, '--username', 'gone');
    const certificate = certificateIn(file('id_gone-cert.pub'));
    const serial = certificate.serialNumber.toString(16);
    await succeed('revoke', '--ca', 'SSH CA', '--serial', serial, '--reason', 'KEY_COMPROMISE');
    assert.match(
      await succeed('ssh', 'krl', 'SSH CA', '--out', file('revoked')),
      /revoked: version \d+, \d+ octets\n$/,
    );
    assert.equal(Krl.parse(new Uint8Array(readFileSync(file('revoked')))).revokesCertificate(certificate), true);
    assert.equal((await cli('ssh', 'krl', 'SSH CA', '--out', file('revoked'))).code, 4);
    const json = await succeed('ssh', 'krl', 'SSH CA', '--out', file('revoked'), '--force', '--json');
    assert.equal((JSON.parse(json) as { ca_name: string }).ca_name, 'SSH CA');
    assert.equal((await cli('ssh', 'krl', 'ManagementCA', '--out', file('other'))).code, 1);
    assert.equal(existsSync(file('other')), false);
  });
});
