/** Certificates and revocations of the server, which sshd and ssh obey. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSshCa, createSshProfiles, requestSsh, sshRequest } from '../../e2e/support/setups/ssh-setup.ts';
import { sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { eventually } from '../../eventually.ts';
import { OpenSsh } from '../programs/openssh.ts';
import { SshServer, USER } from '../programs/ssh-server.ts';

const USER_CAS = [
  ['Ed25519 users', 'Ed25519', 'Ed25519'],
  ['RSA users', '3072', 'SHA512WithRSA'],
  ['P-256 users', 'P-256', 'SHA256withECDSA'],
] as const;
const [[USERS]] = USER_CAS;

describe('sshd and ssh', () => {
  const shared = sharedServer();
  const ssh = new OpenSsh();
  let sshd: SshServer;
  let hostSerialNumber: bigint;

  /** Makes a key pair, has it certified, and puts the certificate where ssh looks for it. */
  const certify = async (name: string, further: Readonly<Record<string, unknown>> = {}, ca: string = USERS) => {
    ssh.keygen('-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', name);
    const profile = ca === 'Hosts' ? 'Hosts' : 'Users';
    const request = { username: name, key_id: name, principals: [USER], public_key: ssh.read(`${name}.pub`) };
    const certificate = await requestSsh(shared.server, sshRequest(ca, profile, { ...request, ...further }));
    ssh.write(`${name}-cert.pub`, `${certificate.toLine(name)}\n`);
    return certificate;
  };
  const fetch = async (path: string) => {
    const response = await shared.server.fetchPlain(path);
    assert.equal(response.status, 200, path);
    return new Uint8Array(await response.arrayBuffer());
  };
  /** Fetches a key revocation list, as a host does from time to time. */
  const fetchKrl = async (ca: string, file: string) => {
    shared.server.clock.advanceSeconds(11);
    ssh.write(file, await fetch(`/ssh/${encodeURIComponent(ca)}.krl`));
  };
  const revoke = async (ca: string, serialNumber: bigint) => {
    const path = `/v1/certificate/${encodeURIComponent(`CN=${ca}`)}/${serialNumber.toString(16)}/revoke`;
    const answer = await shared.server.call(`${path}?reason=KEY_COMPROMISE`, { method: 'PUT' });
    assert.equal(answer.status, 200, answer.text);
  };
  const letsIn = (name: string) => sshd.login(name, 'echo let in').output.includes('let in');
  /** Why the last login was refused: the client may hear of it before the log. */
  const logged = (reason: RegExp) => eventually(String(reason), () => reason.test(sshd.log));

  before(async () => {
    const keys: string[] = [];
    for (const [name, keySpec, signatureAlgorithm] of USER_CAS) {
      await createSshCa(shared.server, name, { keySpec, signatureAlgorithm });
      keys.push(Buffer.from(await fetch(`/ssh/${encodeURIComponent(name)}.pub`)).toString());
    }
    await createSshCa(shared.server, 'Hosts');
    await createSshCa(shared.server, 'Others');
    await createSshProfiles(shared.server, 'Users', { validity: '1d' });
    await createSshProfiles(shared.server, 'Hosts', { sshCertificateType: 'HOST' });
    ssh.write('users.pub', keys.join(''));
    await fetchKrl(USERS, 'revoked.krl');
    ({ serialNumber: hostSerialNumber } = await certify(
      'host',
      { principals: ['127.0.0.1', 'host.example.com'] },
      'Hosts',
    ));
    ssh.write('known_hosts', `@cert-authority * ${Buffer.from(await fetch('/ssh/Hosts.pub')).toString()}`);
    sshd = await SshServer.start(ssh, [
      `HostCertificate ${ssh.path('host-cert.pub')}`,
      `TrustedUserCAKeys ${ssh.path('users.pub')}`,
      `RevokedKeys ${ssh.path('revoked.krl')}`,
    ]);
  });
  after(async () => {
    await sshd.stop();
    ssh.remove();
  });

  for (const [name] of USER_CAS) {
    it(`let in who has a certificate of the CA, whatever its key: ${name}`, async () => {
      await certify(`of ${name}`, {}, name);
      const { status, output } = sshd.login(`of ${name}`, 'echo let in');
      assert.equal(status, 0, output + sshd.log);
      assert.match(output, /let in/);
    });
  }

  it('show what was asked for', async () => {
    await certify('shown', {
      key_id: 'Alice on her laptop',
      principals: ['alice', 'ops'],
      critical_options: { force_command: '/usr/bin/id -un', source_address: '10.0.0.0/8,2001:db8::/32' },
    });
    const listing = ssh.keygen('-L', '-f', 'shown-cert.pub').replaceAll(/\s+/g, ' ');
    assert.match(listing, /Type: ssh-ed25519-cert-v01@openssh.com user certificate/);
    assert.match(listing, /Key ID: "Alice on her laptop" Serial: \d+ Valid: from \S+ to \S+ Principals: alice ops /);
    assert.match(
      listing,
      /Critical Options: force-command \/usr\/bin\/id -un source-address 10\.0\.0\.0\/8,2001:db8::\/32 Extensions: /,
    );
    assert.match(
      listing,
      /permit-X11-forwarding permit-agent-forwarding permit-port-forwarding permit-pty permit-user-rc $/,
    );
  });

  it('let nobody in with a certificate that was revoked, and everybody else', async () => {
    const revoked = await certify('revoked');
    await certify('kept');
    assert.deepEqual([letsIn('revoked'), letsIn('kept')], [true, true]);
    await revoke(USERS, revoked.serialNumber);
    await fetchKrl(USERS, 'revoked.krl');
    assert.match(ssh.outcome('ssh-keygen', '-Q', '-f', 'revoked.krl', 'revoked-cert.pub').output, /REVOKED/);
    assert.deepEqual([letsIn('revoked'), letsIn('kept')], [false, true]);
    await logged(/revoked by file/);
  });

  it('take a certificate for its principals only', async () => {
    await certify('of somebody else', { principals: ['somebody-else'] });
    assert.equal(letsIn('of somebody else'), false);
    await logged(/Certificate does not contain an authorized principal|name is not a listed principal/);
  });

  it('take no certificate of a CA that they do not trust', async () => {
    await certify('of others', {}, 'Others');
    assert.equal(letsIn('of others'), false);
  });

  it('take no certificate after its end', async () => {
    const moment = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
    await certify('ended', { not_before: moment(3600), not_after: moment(1800) });
    assert.equal(letsIn('ended'), false);
    await logged(/expired/);
  });

  it('run the forced command in place of what the user asks for', async () => {
    await certify('forced', { critical_options: { force_command: 'echo forced' } });
    const { output } = sshd.login('forced', 'echo something else');
    assert.match(output, /forced/);
    assert.doesNotMatch(output, /something else/);
  });

  it('take a certificate from its addresses only', async () => {
    await certify('from elsewhere', { critical_options: { source_address: '10.9.8.0/24' } });
    await certify('from here', { critical_options: { source_address: '10.9.8.0/24,127.0.0.0/8' } });
    assert.deepEqual([letsIn('from elsewhere'), letsIn('from here')], [false, true]);
  });

  for (const spelling of ['source-address', 'source_address', 'sourceAddress']) {
    it(`refuse a certificate from outside of its addresses, given as ${spelling}`, async () => {
      await certify(`inside ${spelling}`, { critical_options: { [spelling]: '127.0.0.0/8' } });
      await certify(`outside ${spelling}`, { critical_options: { [spelling]: '10.0.0.0/8' } });
      assert.deepEqual([letsIn(`inside ${spelling}`), letsIn(`outside ${spelling}`)], [true, false]);
      await logged(/not from a permitted source address|not permitted to use this certificate for login/i);
    });
  }

  describe('a host with a certificate', () => {
    const reaches = (...options: readonly string[]) =>
      sshd.login('visitor', 'echo let in', ['StrictHostKeyChecking=yes', ...options]).output;
    before(() => certify('visitor'));

    it('is known to who trusts its CA', () => assert.match(reaches(), /let in/));

    it('is not known to who trusts another CA', async () => {
      ssh.write('known_hosts.others', `@cert-authority * ${Buffer.from(await fetch('/ssh/Others.pub')).toString()}`);
      assert.match(reaches(`UserKnownHostsFile=${ssh.path('known_hosts.others')}`), /Host key verification failed/);
    });

    it('is not taken for a host of another name', () => {
      assert.match(reaches('HostKeyAlias=other.example.com'), /Host key verification failed/);
    });

    it('is refused once its certificate was revoked', async () => {
      const revokedHosts = `RevokedHostKeys=${ssh.path('revoked-hosts.krl')}`;
      await fetchKrl('Hosts', 'revoked-hosts.krl');
      assert.match(reaches(revokedHosts), /let in/);
      await revoke('Hosts', hostSerialNumber);
      await fetchKrl('Hosts', 'revoked-hosts.krl');
      assert.match(reaches(revokedHosts), /revoked/);
    });
  });
});
