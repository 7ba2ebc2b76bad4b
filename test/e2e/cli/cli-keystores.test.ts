/** `sealwright enroll --keystore` and `sealwright key recover` against a server. */
import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { formatPem, readBcfks, readJks, readPkcs12 } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { TOKEN_TYPE } from '../../../packages/server/src/modules/ra/index.ts';
import { createApprovalProfile, decide, officersOf } from '../support/setups/approval-setup.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { createKeepingCa, createKeepingProfiles, keepNewKey } from '../support/setups/key-recovery-setup.ts';
import { addEndEntity as addHolder, PASSWORD } from '../support/setups/keystore-setup.ts';

describe('sealwright enroll --keystore', () => {
  const shared = sharedServer();
  const at = (name: string) => path.join(shared.server.home, name);
  const cli = (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, ...args]);
  };
  const enroll = (username: string, ...args: readonly string[]) =>
    cli('enroll', '--username', username, '--password-file', at('password'), '--out', at(username), ...args);
  const addEndEntity = (username: string, token: keyof typeof TOKEN_TYPE) =>
    addHolder(shared.server, username, { tokenType: TOKEN_TYPE[token], subjectDn: `CN=${username}` });
  before(() => writeFileSync(at('password'), `${PASSWORD}\n`));

  for (const [token, entries] of [
    ['P12', async (octets: Uint8Array) => (await readPkcs12(octets, PASSWORD)).keys.length],
    ['JKS', async (octets: Uint8Array) => (await readJks(octets, PASSWORD)).length],
    ['BCFKS', async (octets: Uint8Array) => (await readBcfks(octets, PASSWORD)).length],
  ] as const) {
    it(`writes a ${token} that the password of the end entity opens`, async () => {
      const [username, format] = [`holder-${token}`, token.toLowerCase()];
      await addEndEntity(username, token);
      const { code, out, error } = await enroll(username, '--keystore', format);
      assert.equal(code, 0, error);
      const file = at(`${username}.${format}`);
      assert.equal(await entries(readFileSync(file)), 1);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      const serial = new RegExp(`^issued ([0-9A-F]+) to ${username}$`, 'm').exec(out)?.[1];
      const certificate = new X509Certificate(readFileSync(at(`${username}.crt.pem`)));
      assert.deepEqual([certificate.serialNumber.replace(/^0+/, ''), certificate.subject], [serial, `CN=${username}`]);
      assert.equal(/protects its key badly/.test(error), token === 'JKS');
      assert.doesNotMatch(out + error, new RegExp(PASSWORD));
    });
  }

  for (const keyType of ['P-521', 'Ed448', 'ML-DSA-44', 'ML-DSA-87'] as const) {
    it(`asks for a key of the type ${keyType}`, async () => {
      const username = `holder-${keyType}`;
      await addEndEntity(username, 'P12');
      const { code, error } = await enroll(username, '--keystore', 'p12', '--key-type', keyType);
      assert.equal(code, 0, error);
      const { keys } = await readPkcs12(readFileSync(at(`${username}.p12`)), PASSWORD);
      const key = createPrivateKey({ key: Buffer.from(await keys[0]!.decrypt()), format: 'der', type: 'pkcs8' });
      assert.ok(new X509Certificate(readFileSync(at(`${username}.crt.pem`))).checkPrivateKey(key));
      assert.equal(key.asymmetricKeyType, keyType === 'P-521' ? 'ec' : keyType.toLowerCase());
    });
  }

  it('refuses another format than that of the end entity, before it enrolls', async () => {
    await addEndEntity('mixed', 'P12');
    const { code, error } = await enroll('mixed', '--keystore', 'jks');
    assert.equal(code, 2);
    assert.match(error, /--keystore is jks, and the token of 'mixed' is P12: use --keystore p12/);
    assert.equal((await enroll('mixed', '--keystore', 'p12', '--key-type', 'RSA-2048')).code, 0);
  });

  it('refuses what is not for a keystore, and a password that is wrong', async () => {
    await addEndEntity('careful', 'P12');
    const { code, error } = await enroll('careful', '--keystore', 'p12', '--subject', 'CN=x');
    assert.equal(code, 2);
    assert.match(error, /--subject is not for --keystore/);
    assert.equal((await enroll('careful', '--keystore', 'pfx')).code, 2);
    writeFileSync(at('wrong'), 'not it\n');
    const wrong = [
      '--keystore',
      'p12',
      '--username',
      'careful',
      '--password-file',
      at('wrong'),
      '--out',
      at('careful'),
    ];
    assert.equal((await cli('enroll', ...wrong)).code, 1);
  });

  it('has a kept key marked for recovery', async () => {
    const { server } = shared;
    await createKeepingProfiles(server, 'Waived', { approvals: { keyRecovery: 'None' } });
    await createKeepingCa(server, 'Recovering');
    const { certificate } = await keepNewKey(server, 'Recovering', 'alice', 'Waived');
    writeFileSync(at('alice.crt.pem'), formatPem('CERTIFICATE', certificate.der));
    for (const which of [[at('alice.crt.pem')], ['--ca', 'Recovering', '--serial', certificate.serialNumber]]) {
      const { code, out, error } = await cli('key', 'recover', ...which);
      assert.equal(code, 0, error);
      assert.match(out, /comes with the next keystore of its end entity/);
    }
    const alice = await server.running.installation.storage.stores.endEntities.findByUsername('alice');
    assert.equal(alice?.status, 70);
    assert.equal((await cli('key', 'recover', '--ca', 'Recovering', '--serial', '1234')).code, 1);
  });

  describe('where others have to approve it', () => {
    const officers = officersOf(shared);
    before(async () => {
      const { server } = shared;
      await createApprovalProfile(server, 'Four eyes', {});
      await createCa(server, 'Guarded');
      await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    });

    const asked = async (username: string) => {
      const { id: caId } = await caOf(shared.server, 'Guarded');
      await addHolder(shared.server, username, { caId });
      const { code, out, error } = await enroll(username, '--keystore', 'p12', '--key-type', 'Ed25519');
      assert.equal(code, 6, error);
      const [, next = '', id = ''] = /When it is approved: sealwright (approval finalize (\d+) .*)$/m.exec(out) ?? [];
      return { id, next: next.split(' ') };
    };

    it('waits, and collects it with the command that it has shown', async () => {
      const { id, next } = await asked('dora');
      const collect = () => cli(...next, '--password-file', at('password'));
      assert.equal((await collect()).code, 6, 'still waiting');
      assert.equal((await decide(shared.server, id, officers.first)).status, 200);
      const { code, out, error } = await collect();
      assert.equal(code, 0, error);
      assert.match(out, /^issued [0-9A-F]+\n  keystore +.*dora\.p12\n  certificate +.*dora\.crt\.pem$/m);
      assert.equal((await readPkcs12(readFileSync(at('dora.p12')), PASSWORD)).keys.length, 1);
      assert.equal(statSync(at('dora.p12')).mode & 0o777, 0o600);
      assert.equal((await collect()).code, 4, 'a file is in the way');
      const again = await cli(...next, '--password-file', at('password'), '--force');
      assert.equal(again.code, 1);
      assert.match(again.error, /already been finalized/);
    });

    it('collects it in another format and with another key, also as enroll --finalize', async () => {
      const { id } = await asked('emma');
      assert.equal((await decide(shared.server, id, officers.first)).status, 200);
      const rest = ['--key-type', 'P-384', '--password-file', at('password'), '--out', at('emma')];
      const { code, error } = await cli('enroll', '--finalize', id, '--keystore', 'pem', ...rest);
      assert.equal(code, 0, error);
      const key = createPrivateKey({ key: readFileSync(at('emma.pem')), passphrase: PASSWORD });
      assert.equal(key.asymmetricKeyDetails?.namedCurve, 'secp384r1');
      assert.ok(new X509Certificate(readFileSync(at('emma.crt.pem'))).checkPrivateKey(key));
    });

    it('refuses what is not for it, before the server is asked', async () => {
      const common = ['approval', 'finalize', '7', '--out', at('x')];
      for (const [args, message] of [
        [['--keystore', 'pfx'], /has to be one of p12, jks, bcfks, pem/],
        [['--keystore', 'p12', '--csr', 'x'], /--csr is not for --keystore/],
        [['--key-type', 'P-256'], /--key-type is for --keystore/],
        [['--keystore', 'p12'], /no password of the end entity: give it in a file with --password-file/],
      ] as const) {
        const { code, error } = await cli(...common, ...args);
        assert.equal(code, 2, error);
        assert.match(error, message);
      }
      const { code, error } = await cli(
        'enroll',
        '--finalize',
        '7',
        '--keystore',
        'p12',
        '--username',
        'x',
        '--out',
        at('x'),
      );
      assert.equal(code, 2);
      assert.match(error, /--username was said when the request was made/);
    });
  });
});
