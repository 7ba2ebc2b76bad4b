/** Objects that a server issues arrive in OpenLDAP and at OpenSSH, also after an hour's outage and a kill of the server. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Certificate } from '../../../packages/pki/src/index.ts';
import { createProfiles, editCa, enroll, newCrl, requestUnder } from '../../e2e/support/ca-rest-setup.ts';
import { publishedSerial } from '../../e2e/support/published-serial.ts';
import { TestServer } from '../../e2e/support/test-server.ts';
import { eventually } from '../../eventually.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { OpenSsh } from '../programs/openssh.ts';
import { ADMIN, PASSWORD, PEOPLE, Slapd } from '../programs/slapd.ts';
import { SshServer, USER } from '../programs/ssh-server.ts';
import { killWhileAway } from './killed-while-away.ts';

describe('publishers of a server', () => {
  const ssh = new OpenSsh();
  const root = ssh.path('published');
  let slapd: Slapd;
  let sshd: SshServer;
  before(async () => {
    mkdirSync(root);
    for (const name of ['host', 'user']) ssh.keygen('-q', '-t', 'ed25519', '-N', '', '-f', name);
    slapd = await Slapd.start();
    sshd = await startHost();
  });
  after(async () => {
    await sshd.stop();
    await slapd.remove();
    ssh.remove();
  });

  const startHost = (port?: number) =>
    SshServer.start(ssh, [`AuthorizedKeysFile ${ssh.path('user.pub')}`, 'Subsystem sftp internal-sftp'], port);
  const directory = () => ({
    server: `127.0.0.1:${slapd.ldapsPort}`,
    trustedCertificates: slapd.ca.certificatePem,
    loginDn: ADMIN,
    loginPassword: PASSWORD,
    baseDn: PEOPLE,
  });
  const host = () => ({
    server: `127.0.0.1:${sshd.port}`,
    hostKeys: ssh.read('host.pub'),
    user: USER,
    privateKey: ssh.read('user'),
    directory: root,
  });
  const places = () => [`127.0.0.1:${slapd.ldapsPort}`, `127.0.0.1:${sshd.port}`];
  const inDirectory = (name: string, { der }: Certificate) =>
    slapd.values(`cn=${name},${PEOPLE}`, 'userCertificate;binary')?.some((value) => value.equals(der));
  const fileOf = ({ serialNumber }: Certificate) => `certificates/ManagementCA/${publishedSerial(serialNumber)}.cer`;
  const atHost = (file: string, der: Uint8Array) => {
    const found = path.join(root, file);
    return existsSync(found) && readFileSync(found).equals(der);
  };

  it('deliver at once, and after an hour without the directory or the host, which delays nobody', async (t) => {
    const server = await TestServer.start(t, { outboundHosts: outboundHosts(...places()) });
    const create = async (name: string, type: string, settings: Readonly<Record<string, string>>) => {
      const answer = await server.administer(`/documents/PUBLISHER/${name}`, {
        body: { settings: { type, settings } },
      });
      assert.equal(answer.status, 201, answer.text);
      const { json } = await server.administer(`/publishers/${name}/test`, { method: 'POST' });
      assert.equal(json['passed'], true, JSON.stringify(json));
    };
    await create('directory', 'LDAP', directory());
    await create('web', 'SFTP', host());
    await createProfiles(server, 'Published', { publishers: ['directory', 'web'] });
    const issue = (name: string) =>
      enroll(server, requestUnder('Published', { username: name, subject: `CN=${name}` }));
    const first = await issue('first');
    await eventually('the entry', () => inDirectory('first', first));
    await eventually('the file', () => atHost(fileOf(first), first.der));

    await slapd.stop();
    const second = await issue('second');
    await eventually('the file', () => atHost(fileOf(second), second.der));
    const standing = async (of = 'directory') => {
      const { json } = await server.administer('/publishers');
      return (json['publishers'] as readonly Record<string, unknown>[]).find(({ name }) => name === of)!;
    };
    await eventually('the failure', async () => (await standing())['state'] === 'failing');
    assert.match((await standing())['last_error'] as string, /cannot be reached/);
    assert.doesNotMatch(JSON.stringify(await standing()), new RegExp(PASSWORD));
    server.clock.advanceSeconds(3600);
    await slapd.run();
    await eventually('the entry', async () => {
      server.clock.advanceSeconds(60);
      return inDirectory('second', second);
    });

    await sshd.stop();
    const third = await issue('third');
    await eventually('the entry', () => inDirectory('third', third));
    await eventually('the failure of the host', async () => (await standing('web'))['state'] === 'failing');
    server.clock.advanceSeconds(3600);
    sshd = await startHost(sshd.port);
    await eventually('the file of the hour', () => {
      server.clock.advanceSeconds(60);
      return atHost(fileOf(third), third.der);
    });

    await editCa(server, 'ManagementCA', { crlPublishers: ['web', 'directory'] });
    const crl = await newCrl(server);
    await eventually('the CRL as a file', () => atHost('crls/ManagementCA.crl', crl.der));
    await eventually('the CRL in its entry', () =>
      slapd.values(`cn=ManagementCA,${PEOPLE}`, 'certificateRevocationList;binary')?.some((one) => one.equals(crl.der)),
    );
  });

  it('lose nothing when the server is killed while the directory and the host are away', async (t) => {
    const issued = await killWhileAway(t, {
      places: places(),
      publishers: { directory: { type: 'LDAP', settings: directory() }, web: { type: 'SFTP', settings: host() } },
      goAway: () => Promise.all([slapd.stop(), sshd.stop()]),
      comeBack: async () => {
        await slapd.run();
        sshd = await startHost(sshd.port);
      },
    });
    for (const [name, certificate] of issued) {
      await eventually(`the entry of ${name}`, () => inDirectory(name, certificate));
      await eventually(`the file of ${name}`, () => atHost(fileOf(certificate), certificate.der));
    }
  });
});
