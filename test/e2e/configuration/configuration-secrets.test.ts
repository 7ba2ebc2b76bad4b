/** Secrets of the configuration: exported for the holder of a key, and brought back with it. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { openSecrets } from '../../../packages/cli/src/files/sealed-secrets.ts';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificateOf,
  certificatePath,
  createProfiles,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { identityOf, newKeyPair } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { makeWorker } from '../support/setups/signing-setup.ts';
import type { ClientIdentity } from '../support/test-server.ts';

const CODE = 'the code of the keys 4711';

describe('secrets of the configuration', () => {
  const shared = sharedServer();
  let body: { readonly certificate: string };
  const ask = async (given: object, as = shared.server.superAdministrator) =>
    shared.server.administer('/configuration/secrets', { method: 'POST', body: given, as });
  const at = (name: string) => path.join(shared.server.home, name);
  const cli = async (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, 'config', ...args]);
  };

  before(async () => {
    await createProfiles(shared.server, 'Custodian', { keyUsage: ['keyAgreement'] });
    const keyPair = newKeyPair();
    const answer = await shared.server.call('/v1/certificate/pkcs10enroll', {
      body: requestUnder('Custodian', { username: 'custodian', subject: 'CN=Custodian', keyPair }),
    });
    assert.equal(answer.status, 200, answer.text);
    const { cert, key } = identityOf(answer, keyPair);
    body = { certificate: cert };
    writeFileSync(at('custodian.pem'), cert);
    writeFileSync(at('custodian.key.pem'), key);
    mkdirSync(at('first/crypto-tokens'), { recursive: true });
    writeFileSync(
      at('first/crypto-tokens/Sealed.yaml'),
      `Object Type: Crypto Token\nVersion: 2\nName: Sealed\nType: SoftCryptoToken\nAuthentication Code: ${CODE}\nAuto Activation: true\n`,
    );
    const made = await cli('apply', at('first'), '--initialize', '--yes');
    assert.equal(made.code, 0, made.error);
  });

  it('are exported encrypted, and taken back with the key', async () => {
    const exported = await cli('export', at('pki'), '--secrets', at('secrets.cms'), '--recipient', at('custodian.pem'));
    assert.equal(exported.code, 0, exported.error);
    const envelope = readFileSync(at('secrets.cms'));
    assert.equal(envelope.includes(CODE), false);
    assert.equal(statSync(at('secrets.cms')).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(at('pki/crypto-tokens/Sealed.yaml'), 'utf8'), /4711/);
    assert.equal((await cli('remove', 'cryptotoken', 'Sealed', '--yes')).code, 0);

    const without = await cli('plan', at('pki'));
    assert.equal(without.code, 1, without.out);
    const secrets = ['--secrets', at('secrets.cms'), '--secrets-key', at('custodian.key.pem')];
    const planned = await cli('plan', at('pki'), ...secrets);
    assert.equal(planned.code, 2, planned.error);
    assert.doesNotMatch(planned.out + planned.error, /4711/);
    const applied = await cli('apply', at('pki'), ...secrets, '--initialize', '--yes');
    assert.equal(applied.code, 0, applied.error + applied.out);
    const again = await cli('export', at('again'), '--secrets', at('again.cms'), '--recipient', at('custodian.pem'));
    assert.equal(again.code, 0, again.error);
    const unchanged = await cli('plan', at('pki'), ...secrets);
    assert.deepEqual([unchanged.code, unchanged.out], [0, 'nothing would change\n'], unchanged.error);

    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    writeFileSync(at('other.pem'), other.export({ format: 'pem', type: 'pkcs8' }));
    const wrong = await cli('plan', at('pki'), '--secrets', at('secrets.cms'), '--secrets-key', at('other.pem'));
    assert.match(wrong.error, /was encrypted for another key than the one in|cannot be opened with the key in/);
    assert.match((await cli('plan', at('pki'), '--secrets', at('secrets.cms'))).error, /are given together/);
  });

  it('are a difference to those who may not read them, even when they are the stored ones', async () => {
    const dump = (code: string) => ({
      'crypto-tokens': {
        Sealed: {
          'Object Type': 'Crypto Token',
          Version: 2,
          Type: 'SoftCryptoToken',
          'Authentication Code': code,
          'Auto Activation': true,
        },
      },
    });
    const changesOf = async (code: string, as: ClientIdentity) => {
      const path = '/v1/configdump?plan=true&overwrite=yes';
      const { json, text } = await shared.server.call(path, { body: dump(code), as });
      const { plan, success } = json as { plan: { changes: readonly object[] }; success: boolean };
      assert.equal(success, true, text);
      return plan.changes.length;
    };
    const rules = { '/system_functionality/': 'ALLOW', '/cryptotoken/': 'ALLOW' } as const;
    const builder = await newOfficer(shared.server, 'builder', rules);
    const reader = await newOfficer(shared.server, 'reader', { ...rules, '/configuration_secrets/': 'ALLOW' });
    const settings = { restConfigdump: true };
    const protocols = '/documents/AVAILABLEPROTOCOLS/available-protocol-configuration';
    assert.equal((await shared.server.administer(protocols, { method: 'PUT', body: { settings } })).status, 200);
    assert.deepEqual([await changesOf(CODE, builder), await changesOf(CODE, reader)], [1, 0]);
  });

  it('of types that the specification does not list come with these', async () => {
    const properties = { IMPLEMENTATION_CLASS: 'PlainSigner', AUTHTYPE: 'NOAUTH', PIN: 'the pin of a worker' };
    await makeWorker(shared.server, 'WithPin', properties);
    const secretsOf = async (folder: string, ...options: readonly string[]) => {
      const file = `${folder}.cms`;
      const done = await cli(
        'export',
        at(folder),
        '--secrets',
        at(file),
        '--recipient',
        at('custodian.pem'),
        ...options,
      );
      assert.equal(done.code, 0, done.error);
      return openSecrets(at(file), at('custodian.key.pem'));
    };
    assert.equal((await secretsOf('listed'))['workers'], undefined);
    const { WithPin } = (await secretsOf('extended', '--extensions'))['workers'] as Record<string, object>;
    assert.match(JSON.stringify(WithPin), /the pin of a worker/);
    assert.doesNotMatch(readFileSync(at('extended/workers/WithPin.yaml'), 'utf8'), /the pin of a worker/);
    const secrets = ['--secrets', at('extended.cms'), '--secrets-key', at('custodian.key.pem')];
    const unchanged = await cli('plan', at('extended'), ...secrets);
    assert.deepEqual([unchanged.code, unchanged.out], [0, 'nothing would change\n'], unchanged.error);
  });

  it('take a right of their own, and each export is recorded with the certificate', async () => {
    const officer = await newOfficer(shared.server, 'whole-system', {
      '/system_functionality/': 'ALLOW',
      '/cryptotoken/': 'ALLOW',
    });
    assertRefusal(await ask(body, officer), 403, /configuration_secrets/);
    assertRefusal(await ask({ certificate: 'AAAA' }), 400, /cannot receive secrets/);
    assertRefusal(await ask({ ...body, include: ['NOTHING:x'] }), 400, /choice of items is wrong/);
    const answer = await ask(body);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.text.includes(CODE), false);
    const records = auditRows(shared.server).filter(({ event }) => event === 'CONFIGDUMP_SECRETS_EXPORT');
    const last = records.at(-1)!;
    assert.equal(last.outcome, 'SUCCESS');
    assert.match(String(detailsOf(last)['fingerprint']), /^[0-9a-f]{64}$/);
    assert.equal(
      records.some(({ record }) => record.includes(CODE)),
      false,
    );
    // What a caller may not see has no secrets for them.
    const custodian = await newOfficer(shared.server, 'custodian', {
      '/system_functionality/edit_systemconfiguration/': 'ALLOW',
      '/configuration_secrets/': 'ALLOW',
    });
    assert.equal((await ask(body, custodian)).status, 200);
    assert.equal(
      detailsOf(auditRows(shared.server).findLast(({ event }) => event === 'CONFIGDUMP_SECRETS_EXPORT')!)['items'],
      0,
    );
  });

  it('go to no file that is there already, and are not exported for it', async () => {
    writeFileSync(at('precious'), 'the only key');
    const exports = () => auditRows(shared.server).filter(({ event }) => event === 'CONFIGDUMP_SECRETS_EXPORT').length;
    const known = exports();
    const options = ['--secrets', at('precious'), '--recipient', at('custodian.pem')];
    const refused = await cli('export', at('beside'), ...options);
    assert.deepEqual([refused.code, /precious exists; --force overwrites it/.test(refused.error)], [4, true]);
    assert.equal(readFileSync(at('precious'), 'utf8'), 'the only key');
    assert.equal(exports(), known);
    assert.equal((await cli('export', at('beside'), ...options, '--force')).code, 0);
    assert.equal(exports(), known + 1);
    const within = ['--secrets', at('new/secrets.cms'), '--recipient', at('custodian.pem')];
    assert.equal((await cli('export', at('new'), ...within)).code, 0);
  });

  it('are encrypted for no certificate whose key may not receive them', async () => {
    const { server } = shared;
    assertRefusal(
      await ask({ certificate: server.superAdministrator.cert }),
      400,
      /its key usage is digitalSignature.*, so that nothing may be encrypted for it; give one with keyAgreement/,
    );
    await createProfiles(server, 'Later', { keyUsage: ['keyAgreement'], allowValidityOverride: true });
    const enrolled = async (username: string, more: object = {}) => {
      const keyPair = newKeyPair();
      const request = { ...requestUnder('Later', { username, subject: `CN=${username}`, keyPair }), ...more };
      const answer = await server.call('/v1/certificate/pkcs10enroll', { body: request });
      assert.equal(answer.status, 200, answer.text);
      return { answer, certificate: identityOf(answer, keyPair).cert };
    };
    const tomorrow = new Date(server.clock.nowMs() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const later = await enrolled('from-tomorrow', { start_time: tomorrow });
    assertRefusal(await ask({ certificate: later.certificate }), 400, /it is not valid yet/);
    const revoked = await enrolled('left-us');
    assert.equal((await ask({ certificate: revoked.certificate })).status, 200);
    const path = `${certificatePath(certificateOf(revoked.answer), 'revoke')}?reason=KEY_COMPROMISE`;
    assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
    assertRefusal(await ask({ certificate: revoked.certificate }), 400, /it is revoked/);
  });

  it('leave files of documents that the server does not have, unless these are to be removed', async () => {
    rmSync(at('pki'), { recursive: true, force: true });
    assert.equal((await cli('export', at('pki'))).code, 0);
    const profile = (name: string) => `Object Type: Certificate Profile\nVersion: 1\nName: ${name}\n`;
    mkdirSync(at('pki/certificate-profiles'), { recursive: true });
    writeFileSync(at('pki/certificate-profiles/Gone.yaml'), profile('Gone'));
    writeFileSync(at('pki/certificate-profiles/notes.yaml'), 'Name: ours\n');
    writeFileSync(at('pki/certificate-profiles/Gone too.yml'), profile('Gone too'));
    writeFileSync(at('pki/certificate-profiles/notes.json'), '{}');
    writeFileSync(at('pki/crypto-tokens/by-hand.yaml'), readFileSync(at('pki/crypto-tokens/Sealed.yaml')));
    const part = ['--force', '--include', 'CERTPROFILE', '--exclude', '*:*'];
    const removedBy = async (...options: readonly string[]) => {
      const { code, out, error } = await cli('export', at('pki'), ...options, '--json');
      assert.equal(code, 0, error);
      return (JSON.parse(out) as { readonly removed: readonly string[] }).removed.toSorted();
    };
    assert.deepEqual(await removedBy(...part), []);
    const gone = ['certificate-profiles/Gone too.yml', 'certificate-profiles/Gone.yaml'];
    assert.deepEqual(await removedBy(...part, '--prune'), gone);
    assert.deepEqual(await removedBy('--force'), ['crypto-tokens/by-hand.yaml']);
    assert.equal((await cli('export', at('new'), '--prune')).code, 2);
    readFileSync(at('pki/certificate-profiles/notes.yaml'));
    readFileSync(at('pki/certificate-profiles/notes.json'));
    readFileSync(at('pki/crypto-tokens/Sealed.yaml'));
  });

  it('come with comments where these are asked for, and read the same', async () => {
    rmSync(at('commented'), { recursive: true, force: true });
    assert.equal((await cli('export', at('commented'), '--comments')).code, 0);
    const text = readFileSync(at('commented/crypto-tokens/Sealed.yaml'), 'utf8');
    assert.match(text, /^# .+\n(?:# .+\n)*Auto Activation: true$/m);
    const compared = await cli('drift', at('commented'));
    assert.deepEqual([compared.code, compared.out], [0, 'the server is as the directory says\n'], compared.error);
  });
});
