/** `sealwright enroll --keystore` and `sealwright key recover` against a server. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { formatPem, readBcfks, readJks, readPkcs12 } from '@sealwright/pki';
import { run } from '../../packages/cli/test/ca-server.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { newUnitId } from '../../packages/server/src/kernel/unit-of-work.ts';
import { CERTIFICATE_PROFILE_ID, END_ENTITY_PROFILE_ID } from '../../packages/server/src/modules/profiles/index.ts';
import { TOKEN_TYPE } from '../../packages/server/src/modules/ra/index.ts';
import { makePasswordVerifier } from '../../packages/server/src/modules/ra/end-entities/index.ts';
import { sharedServer } from './ca-rest-setup.ts';
import { caOf } from './ca-setup.ts';
import { createKeepingCa, createKeepingProfiles, keepNewKey } from './key-recovery-setup.ts';

const PASSWORD = 'of the end entity';

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
  const addEndEntity = async (username: string, token: keyof typeof TOKEN_TYPE) => {
    const { storage } = shared.server.running.installation;
    const random = systemRandom();
    const endEntity = {
      id: storage.ids.next(),
      username,
      caId: (await caOf(shared.server, 'ManagementCA')).id,
      certificateProfileId: CERTIFICATE_PROFILE_ID.ENDUSER,
      endEntityProfileId: END_ENTITY_PROFILE_ID.EMPTY,
      subjectDn: `CN=${username}`,
      subjectAltName: '',
      email: undefined,
      status: 10,
      tokenType: TOKEN_TYPE[token],
      kind: 1,
      passwordVerifier: await makePasswordVerifier(PASSWORD, random),
      sealedPassword: undefined,
      extended: {},
      createdMs: 1,
      modifiedMs: 1,
      version: 1,
    } as const;
    const write = { op: 'end-entity.insert', endEntity } as const;
    await storage.store.commit({ id: newUnitId(systemClock, random), epoch: undefined, writes: [write] });
  };
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
      assert.deepEqual([certificate.serialNumber, certificate.subject], [serial, `CN=${username}`]);
      assert.equal(/protects its key badly/.test(error), token === 'JKS');
      assert.doesNotMatch(out + error, new RegExp(PASSWORD));
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
});
