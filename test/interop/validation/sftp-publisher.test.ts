/** Files of OpenSSH's sshd hold, octet for octet, what is published over SFTP. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { contentOf } from '../../../packages/server/src/kernel/content.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { OpenSsh } from '../programs/openssh.ts';
import { assertFails, crlOf, driverOf } from './publisher-drivers.ts';
import { SshServer, USER } from '../programs/ssh-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const { signal } = new AbortController();
const PASSPHRASE = 'canary-of-the-key';

describe('a publisher of SFTP and OpenSSH', () => {
  const ca = TestCa.root('CN=Issuing CA');
  const ssh = new OpenSsh();
  const root = ssh.path('published');
  let sshd: SshServer;
  before(async () => {
    mkdirSync(root);
    for (const type of ['ed25519', 'ecdsa', 'rsa']) {
      ssh.keygen('-q', '-t', type, '-N', '', '-f', `host-${type}`);
      ssh.keygen('-q', '-t', type, '-N', '', '-f', `user-${type}`);
    }
    ssh.keygen('-q', '-t', 'ed25519', '-N', '', '-f', 'host');
    ssh.keygen('-q', '-t', 'ed25519', '-N', '', '-f', 'stranger');
    ssh.keygen('-q', '-t', 'ed25519', '-N', PASSPHRASE, '-f', 'locked');
    const users = ['user-ed25519', 'user-ecdsa', 'user-rsa', 'locked'];
    ssh.write('authorized_keys', users.map((name) => ssh.read(`${name}.pub`)).join(''));
    sshd = await start();
  });
  after(async () => {
    await sshd.stop();
    ssh.remove();
  });
  const start = (settings: readonly string[] = []) =>
    SshServer.start(ssh, [
      ...settings,
      `AuthorizedKeysFile ${ssh.path('authorized_keys')}`,
      'Subsystem sftp internal-sftp',
      `HostKey ${ssh.path('host-ecdsa')}`,
      `HostKey ${ssh.path('host-rsa')}`,
    ]);

  const driver = (
    t: TestContext,
    settings: Readonly<Record<string, string>> = {},
    secrets: Readonly<Record<string, string>> = { privateKey: ssh.read('user-ed25519') },
    server: SshServer = sshd,
  ) => {
    const place = `127.0.0.1:${server.port}`;
    const own = { server: place, hostKeys: ssh.read('host.pub'), user: USER, directory: root };
    return driverOf(t, 'SFTP', { ...own, ...settings }, secrets, [place]);
  };
  const published = (name: string) => readFileSync(path.join(root, name));

  it('writes whole files for everybody to read, with the directories that they need, and removes them', async (t) => {
    const publisher = driver(t);
    const large = contentOf(Buffer.from(Array.from({ length: 300_001 }, (_, at) => at % 251)));
    const crl = crlOf(ca, 1, { name: 'crls/deep/Issuing_20CA.crl' });
    await publisher.publish(crl, signal);
    assert.deepEqual(published(crl.name), Buffer.from(crl.content.inMemory!));
    await publisher.publish({ ...crl, content: large }, signal);
    assert.deepEqual(published(crl.name), large.inMemory);
    assert.equal(statSync(path.join(root, crl.name)).mode & 0o777, 0o644);
    await publisher.publish({ ...crl, content: contentOf(Buffer.of(1)) }, signal);
    assert.deepEqual(published(crl.name), Buffer.of(1));
    assert.deepEqual(readdirSync(path.join(root, 'crls/deep')), ['Issuing_20CA.crl']);
    await publisher.remove(crl, signal);
    await publisher.remove(crl, signal);
    assert.deepEqual(readdirSync(path.join(root, 'crls/deep')), []);
    await publisher.remove({ ...crl, name: 'nowhere/at.all' }, signal);
  });

  it('shows readers the old file or the new one, never a part', async (t) => {
    const publisher = driver(t);
    const name = 'watched.crl';
    const contents = [0, 1].map((octet) => contentOf(Buffer.alloc(200_000, octet)));
    await publisher.publish(crlOf(ca, 1, { name, content: contents[0]! }), signal);
    const state = { isDone: false };
    const writing = (async () => {
      for (let n = 1; n < 12; n++) await publisher.publish(crlOf(ca, n, { name, content: contents[n % 2]! }), signal);
      state.isDone = true;
    })();
    const seen = new Set<string>();
    while (!state.isDone) {
      const octets = published(name);
      seen.add(`${octets.length} of ${new Set(octets).size}`);
      await new Promise(setImmediate);
    }
    await writing;
    assert.deepEqual([...seen], ['200000 of 1']);
  });

  for (const type of ['ed25519', 'ecdsa', 'rsa'])
    it(`logs in with a key, at a host with a known key: ${type}`, async (t) => {
      const known = ssh.read(type === 'ed25519' ? 'host.pub' : `host-${type}.pub`);
      const publisher = driver(t, { hostKeys: known }, { privateKey: ssh.read(`user-${type}`) });
      await publisher.test(signal);
      assert.ok(!readdirSync(root).some((name) => name.includes('test')));
    });

  it('knows a host by the fingerprint that ssh-keygen shows, and opens a key by its passphrase', async (t) => {
    const [, fingerprint] = ssh.keygen('-l', '-f', 'host.pub').split(' ');
    const secrets = { privateKey: ssh.read('locked'), passphrase: PASSPHRASE };
    await driver(t, { hostKeys: `${'SHA256:'.padEnd(50, 'x')}, ${fingerprint}` }, secrets).test(signal);
  });

  it('writes below where a login begins, without a directory', async (t) => {
    const inside = await start([`ForceCommand internal-sftp -d ${root}`]);
    atEnd(t, () => inside.stop());
    const crl = crlOf(ca, 1, { name: 'below/relative.crl' });
    await driver(t, { directory: '' }, undefined, inside).publish(crl, signal);
    assert.deepEqual(published('below/relative.crl'), Buffer.from(crl.content.inMemory!));
  });

  describe('says what is wrong, without a secret:', () => {
    const secret = () => ssh.read('user-ed25519').split('\n')[2]!;

    it('another host key, before the login', async (t) => {
      const publisher = driver(t, { hostKeys: ssh.read('stranger.pub') });
      const [, fingerprint] = ssh.keygen('-l', '-f', 'host.pub').split(' ');
      const before = sshd.log.length;
      await assertFails(publisher.test(signal), 'publisher', /has the host key SHA256:.*, and hostKeys has SHA256:/, [
        secret(),
      ]);
      await assert.rejects(publisher.test(signal), ({ message }: Error) => message.includes(fingerprint!));
      assert.doesNotMatch(sshd.log.slice(before), /Accepted|userauth/);
    });

    it('a login that is refused, by key and by password', async (t) => {
      const byKey = driver(t, {}, { privateKey: ssh.read('stranger') });
      const refused = (means: string) => new RegExp(`refuses the login of '${USER}' with ${means}`);
      await assertFails(byKey.test(signal), 'publisher', refused('privateKey'), [ssh.read('stranger').split('\n')[2]!]);
      const byPassword = driver(t, {}, { password: 'a-wrong-password' });
      await assertFails(byPassword.test(signal), 'publisher', refused('password'), ['a-wrong-password']);
    });

    it('an invalid key, and a passphrase that does not fit', async (t) => {
      const reason = /privateKey cannot be read, or passphrase does not fit it/;
      await assertFails(driver(t, {}, { privateKey: 'canary' }).test(signal), 'publisher', reason, ['canary']);
      const locked = { privateKey: ssh.read('locked'), passphrase: 'wrong-passphrase' };
      await assertFails(driver(t, {}, locked).test(signal), 'publisher', reason, ['wrong-passphrase']);
    });

    it('a place that cannot be written to', async (t) => {
      // The user that runs the tests may write anywhere: a server that does not write stands in for one that must not.
      const readOnly = await start(['ForceCommand internal-sftp -R']);
      atEnd(t, () => readOnly.stop());
      const publisher = driver(t, {}, undefined, readOnly);
      const reason = /refuses to write '.*': Permission denied\. The login has no right to write there/;
      await assertFails(publisher.publish(crlOf(ca, 1), signal), 'object', reason, [secret()]);
      await assertFails(publisher.test(signal), 'object', reason, [secret()]);
    });

    it('a file system that is full', async (t) => {
      const full = path.join(root, 'full');
      mkdirSync(full);
      // A device that is always full, under the name of the draft.
      symlinkSync('/dev/full', path.join(full, '.any.crl.new'));
      const failing = driver(t, { directory: full });
      const reason = /refuses to write '.*\/any\.crl': Failure\. It gives no reason: its file system may be full/;
      await assertFails(failing.publish(crlOf(ca, 1, { name: 'any.crl' }), signal), 'object', reason, [secret()]);
      assert.deepEqual(readdirSync(full), []);
    });

    it('a host without SFTP, and one that the operator has not named', async (t) => {
      const without = await start(['ForceCommand /bin/false']);
      atEnd(t, () => without.stop());
      await assertFails(driver(t, {}, undefined, without).test(signal), 'publisher', /^The SFTP server /, [secret()]);
      const settings = { server: '127.0.0.1:2', hostKeys: ssh.read('host.pub'), user: USER };
      const unnamed = driverOf(t, 'SFTP', settings, { password: 'canary' }, []);
      await assertFails(unnamed.test(signal), 'publisher', /no --outbound-host names for the port 2/, ['canary']);
    });
  });

  it('fails while the host is away, and goes on when it is back', async (t) => {
    const away = await start();
    const publisher = driver(t, {}, undefined, away);
    const crl = crlOf(ca, 1, { name: 'outage.crl' });
    await publisher.publish(crl, signal);
    await away.stop();
    await driver(t).remove(crl, signal);
    // Its connection is served by a process of its own, which goes on.
    const another = driver(t, {}, undefined, away);
    await assertFails(another.publish(crl, signal), 'publisher', /cannot be reached/, []);
    assert.ok(!existsSync(path.join(root, 'outage.crl')));
    await publisher.publish(crl, signal);
    assert.deepEqual(published('outage.crl'), Buffer.from(crl.content.inMemory!));
  });
});
