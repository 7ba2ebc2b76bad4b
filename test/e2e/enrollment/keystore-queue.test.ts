/** The places for keystores: how many may be made at a time, and what takes none of them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DEFAULT_WORK_LIMITS } from '../../../packages/server/src/kernel/work-limits.ts';
import { KeyPairPool } from '../../../packages/server/src/tokens/key-pool/key-pair-pool.ts';
import { createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { createApprovalProfile, requestIdOf } from '../support/setups/approval-setup.ts';
import {
  createKeepingCa,
  keepNewKey,
  PASSWORD as KEPT_PASSWORD,
  recover,
} from '../support/setups/key-recovery-setup.ts';
import { addEndEntity, enrollKeystore, PASSWORD } from '../support/setups/keystore-setup.ts';

const GUARDED = 'Guarded queue';
const KEEPING_CA = 'Keeping queue';
const PROFILE = 'Recovered with a new certificate';

describe('a server that makes one keystore at a time', () => {
  const shared = sharedServer({ workLimits: { ...DEFAULT_WORK_LIMITS, pendingKeystores: 1 } });
  before(async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, GUARDED);
    await editCa(server, GUARDED, { approvals: { addEditEndEntity: 'Four eyes' } });
    await createProfiles(
      server,
      PROFILE,
      { keyUsage: ['digitalSignature', 'keyEncipherment'], approvals: { keyRecovery: 'None' } },
      { keyRecoveryUsed: true, keyRecoveryReuseCertificate: false },
    );
    await createKeepingCa(server, KEEPING_CA);
    await addEndEntity(server, 'first');
    await addEndEntity(server, 'second');
    await addEndEntity(server, 'approved', { caId: (await caOf(server, GUARDED)).id });
    const { certificate } = await keepNewKey(server, KEEPING_CA, 'recovering', PROFILE);
    assert.equal((await recover(server, KEEPING_CA, certificate)).status, 200);
  });

  const ask = (username: string) => enrollKeystore(shared.server, { username });
  const collect = () =>
    enrollKeystore(shared.server, {
      username: 'recovering',
      password: KEPT_PASSWORD,
      key_alg: 'RSA',
      key_spec: '2048',
    });
  const certificates = () =>
    withDatabase(shared.server, (database) => database.prepare('SELECT username FROM certificate').all()).length;

  it('begins none while the place is held, and others when it is free again', async (t) => {
    const { server } = shared;
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    // oxlint-disable-next-line typescript/unbound-method -- called with the pool as `this`
    const { generate } = KeyPairPool.prototype;
    const mocked = t.mock.method(KeyPairPool.prototype, 'generate');
    mocked.mock.mockImplementationOnce(async function (this: KeyPairPool, ...given: Parameters<typeof generate>) {
      begun.resolve();
      await held.promise;
      return generate.apply(this, given);
    });
    const first = ask('first');
    await begun.promise;
    const before = certificates();
    for (const refused of [await ask('second'), await collect()]) {
      assert.equal(refused.status, 503, refused.text);
      assert.equal(refused.json['error_message'], 'Too many keystores are being made. Repeat the request later.');
      assert.equal(refused.headers['retry-after'], '5');
    }
    assert.equal(certificates(), before);
    const body = { username: 'second', password: PASSWORD, key_alg: 'EC', key_spec: 'P-256' };
    const dryRun = await server.call('/v1/certificate/enrollkeystore?dryRun=true', { method: 'POST', body });
    assert.deepEqual([dryRun.status, dryRun.json['would_be_issued']], [200, true], dryRun.text);
    assert.ok(requestIdOf(await ask('approved')) > 0);
    held.resolve();
    assert.equal((await first).status, 200);
    const later = [await ask('second'), await collect()];
    assert.deepEqual(
      later.map(({ status }) => status),
      [200, 200],
    );
  });

  it('has the place free again after a keystore that could not be made', async (t) => {
    const { server } = shared;
    await addEndEntity(server, 'failing');
    const mocked = t.mock.method(KeyPairPool.prototype, 'generate');
    mocked.mock.mockImplementationOnce(() => Promise.reject(new Error('no key')));
    assert.equal((await ask('failing')).status, 500);
    assert.equal((await ask('failing')).status, 200);
  });
});
