/** The recovery of kept keys by `keyrecover` (section 8.4 of the interface), and the escrow keys that they are encrypted for. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createPublicKey, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { change } from '../support/administration.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { createApprovalProfile, decide, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { assertRefusal, editCa, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { Canaries } from '../support/canaries.ts';
import { findEndEntity, recordOf, under } from '../support/setups/end-entity-setup.ts';
import {
  createEscrowKey,
  createKeepingCa,
  createKeepingProfiles,
  type ForeignKey,
  keepNewKey,
  keystoreOf,
  newForeignKey,
  importKeys,
  PASSWORD,
  pathOf,
  recover,
} from '../support/setups/key-recovery-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { newServerDatabase, type Whereabouts, withDatabase } from '../support/installations/server-database.ts';
import { type CallOptions, type ClientIdentity, TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const CA = 'Recovering';
const NOBODY = 'No username found for the combination of the issuer dn and certificate serial number.';
const RULES = {
  '/ca/': 'ALLOW',
  '/ra_functionality/keyrecovery/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
} as const;
const WAIVED = 'Waived';

const endEntityOf = async (server: TestServer, username: string) => (await findEndEntity(server, username))!;
const keptKeyOf = async (server: TestServer, ca: string, { certificate }: ForeignKey) =>
  (await server.running.installation.storage.stores.keptKeys.find(
    (await caOf(server, ca)).id,
    certificate.serialNumber,
  ))!;
/** The key as an end entity gets it, in PKCS#8. */
const opened = async (server: TestServer, ca: string, key: ForeignKey) =>
  server.running.installation.keyRecovery.recoverableKeys.open(await keptKeyOf(server, ca, key), {
    actor: { name: 'test', evidence: {} },
    username: 'somebody',
  });
const isKeyOf = (pkcs8: Uint8Array, { certificate }: ForeignKey) =>
  createPublicKey(createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .equals(certificate.publicKey.der);
const eventsOf = (server: TestServer, username: string) =>
  auditRows(server).flatMap((row) => (row.username === username ? [`${row.event} ${row.outcome}`] : []));

describe('keyrecover', () => {
  const shared = sharedServer();
  let officer: ClientIdentity;
  before(async () => {
    const { server } = shared;
    await createKeepingProfiles(server);
    await createKeepingProfiles(server, WAIVED, { approvals: { keyRecovery: 'None' } });
    await createKeepingCa(server, CA);
    officer = await newOfficer(server, 'recoverer', RULES);
  });

  it('marks the key of a certificate for its end entity, again without effect (138)', async () => {
    const { server } = shared;
    const key = await keepNewKey(server, CA, 'alice', WAIVED);
    for (const expected of ['SUCCESS', 'VOID']) {
      const answer = await recover(server, CA, key.certificate, { as: officer });
      assert.deepEqual([answer.status, answer.text], [200, '']);
      assert.equal(eventsOf(server, 'alice').at(-1)!.split(' ')[1], expected);
    }
    const alice = await endEntityOf(server, 'alice');
    assert.equal(alice.status, 70);
    assert.equal((await keptKeyOf(server, CA, key)).markedFor, alice.id);
    assert.ok(isKeyOf(await opened(server, CA, key), key));
  });

  it('records every decryption, of keys that cannot be decrypted as well', async () => {
    const { server } = shared;
    const key = await keepNewKey(server, CA, 'albert', WAIVED);
    const other = await keepNewKey(server, CA, 'alfred', WAIVED);
    const { keyRecovery } = server.running.installation;
    const kept = await keptKeyOf(server, CA, key);
    const caller = { actor: { name: 'test', evidence: {} }, username: 'albert' };
    await keyRecovery.recoverableKeys.open(kept, caller);
    assert.equal(eventsOf(server, 'albert').at(-1), 'KEYRECOVERY_SENT SUCCESS');
    const { envelope } = await keptKeyOf(server, CA, other);
    const spoiled = [
      { ...kept, envelope },
      { ...kept, serialNumber: other.certificate.serialNumber },
      { ...kept, publicKeySha256: kept.publicKeySha256.with(0, kept.publicKeySha256[0]! ^ 1) },
      { ...kept, envelope: kept.envelope.with(kept.envelope.length - 1, kept.envelope.at(-1)! ^ 1) },
      { ...kept, envelope: new Uint8Array(5) },
    ];
    for (const each of spoiled)
      await assert.rejects(keyRecovery.recoverableKeys.open(each, caller), { code: 'key_recovery.damaged' });
    const failed = eventsOf(server, 'albert').filter((event) => event === 'KEYRECOVERY_SENT FAILURE');
    assert.equal(failed.length, spoiled.length);
  });

  it('is 400 for a certificate of nobody, and for one whose key is not kept (139)', async () => {
    const { server } = shared;
    const key = await newForeignKey(server, CA, 'CN=unknown');
    assertRefusal(await recover(server, CA, key.certificate), 400, NOBODY);
    assertRefusal(await recover(server, 'No CA', key.certificate), 400, NOBODY);
    const body = { ...requestUnder(WAIVED, { username: 'bob', subject: 'CN=bob' }), certificate_authority_name: CA };
    assertRefusal(await recover(server, CA, await enroll(server, body)), 400, /^No key is kept for the certificate/);
  });

  it('is 400 for an invalid serial number', async () => {
    const { server } = shared;
    for (const serialNumber of ['xyz', '0x', '0', 'f'.repeat(50)])
      assert.equal((await server.call(pathOf(CA, `${serialNumber}/keyrecover`), { method: 'PUT' })).status, 400);
  });

  it('is 202 until two others have approved, unless a profile says otherwise (139)', async () => {
    const { server } = shared;
    const key = await keepNewKey(server, CA, 'carol');
    const asked = await recover(server, CA, key.certificate, { as: officer });
    const id = requestIdOf(asked);
    assert.deepEqual(asked.json, {
      status_code: 202,
      info_message: 'Key recovery has been sent for approval by authorized administrators.',
      request_id: id,
    });
    assert.equal((await recover(server, CA, key.certificate, { as: officer })).status, 400);
    const rules = {
      '/ca/': 'ALLOW',
      '/ra_functionality/approve_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    } as const;
    const first = await newOfficer(server, 'first approver', rules);
    const second = await newOfficer(server, 'second approver', rules);
    assert.equal((await decide(server, id, officer)).status, 403);
    assert.equal((await decide(server, id, first)).status, 200);
    assert.equal((await decide(server, id, first)).status, 403);
    assert.equal((await endEntityOf(server, 'carol')).status, 40);
    const done = await decide(server, id, second);
    assert.equal(done.status, 200, done.text);
    assert.equal(done.json['request_type'], 'Key Recovery');
    assert.equal(await statusOf(server, id), 'APPROVED');
    assert.equal((await endEntityOf(server, 'carol')).status, 70);
    assert.equal((await keptKeyOf(server, CA, key)).markedFor, (await endEntityOf(server, 'carol')).id);
  });

  it('takes the approval profile of the certificate profile, or of the CA', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'One more', { type: 'ACCUMULATIVE_APPROVAL', numberOfApprovalsRequired: 1 });
    await createKeepingProfiles(server, 'Four eyes', { approvals: { keyRecovery: 'One more' } });
    const key = await keepNewKey(server, CA, 'dora', 'Four eyes');
    const id = requestIdOf(await recover(server, CA, key.certificate, { as: officer }));
    assert.equal((await decide(server, id, undefined)).status, 200);
    assert.equal((await endEntityOf(server, 'dora')).status, 70);
    const silent = await keepNewKey(server, CA, 'doris');
    await editCa(server, CA, { approvals: { keyRecovery: 'None' } });
    assert.equal((await recover(server, CA, silent.certificate, { as: officer })).status, 200);
    await editCa(server, CA, { approvals: {} });
  });

  it('does nothing when what was approved is not so any more', async () => {
    const { server } = shared;
    const [key, other] = [await keepNewKey(server, CA, 'edgar'), await newForeignKey(server, CA, 'CN=edgar')];
    await importKeys(server, CA, [{ username: 'edgar', keystore: await keystoreOf(other), password: PASSWORD }]);
    const id = requestIdOf(await recover(server, CA, key.certificate, { as: officer }));
    await editCa(server, CA, { approvals: { keyRecovery: 'None' } });
    assert.equal((await recover(server, CA, other.certificate, { as: officer })).status, 200);
    await editCa(server, CA, { approvals: {} });
    assertRefusal(
      await recover(server, CA, key.certificate, { as: officer }),
      400,
      /is to get the key of the certificate/,
    );
    const approver = await newOfficer(server, 'late approver', RULES_OF_APPROVER);
    assert.equal((await decide(server, id, approver)).status, 200);
    assert.equal((await decide(server, id, undefined)).status, 500);
    assert.equal((await keptKeyOf(server, CA, key)).markedFor, undefined);
  });

  it('answers without rights as if there were nothing, and 403 without the right itself', async () => {
    const { server } = shared;
    const { certificate } = await keepNewKey(server, CA, 'fiona', WAIVED);
    const without = async (name: string, rules: Parameters<typeof newOfficer>[2]) =>
      recover(server, CA, certificate, { as: await newOfficer(server, name, rules) });
    assertRefusal(await without('no CA', { ...RULES, '/ca/': 'DENY' }), 400, NOBODY);
    assertRefusal(await without('no profile', { ...RULES, '/endentityprofilesrules/': 'DENY' }), 400, NOBODY);
    assertRefusal(await without('no right', { '/ca/': 'ALLOW' }), 403, /keyrecovery/);
    assertRefusal(await recover(server, CA, certificate, { as: null }), 403, /./);
    assert.equal((await endEntityOf(server, 'fiona')).status, 40);
  });

  it('takes the right to the profile under which the key was kept, beside that of its owner now', async () => {
    const { server } = shared;
    await createKeepingProfiles(server, 'Board', { approvals: { keyRecovery: 'None' } });
    const { certificate } = await keepNewKey(server, CA, 'gina', 'Board');
    const moved = recordOf('gina', { ...under(WAIVED), ca_name: CA, token: 'P12', status: 'GENERATED' });
    const edited = await server.call('/v1/endentity/edit', { body: moved });
    assert.equal(edited.status, 200, edited.text);
    const recovering = async (name: string, ...profiles: string[]) => {
      const rules = Object.fromEntries(
        profiles.map((profile) => [`/endentityprofilesrules/${profile}/keyrecovery/`, 'ALLOW'] as const),
      );
      const as = await newOfficer(server, name, {
        '/ca/': 'ALLOW',
        '/ra_functionality/keyrecovery/': 'ALLOW',
        ...rules,
      });
      return recover(server, CA, certificate, { as });
    };
    assertRefusal(await recovering('of the present profile', WAIVED), 400, NOBODY);
    assertRefusal(await recovering('of the former profile', 'Board'), 400, NOBODY);
    assert.equal((await endEntityOf(server, 'gina')).status, 40);
    assert.equal((await recovering('of both profiles', WAIVED, 'Board')).status, 200);
    assert.equal((await endEntityOf(server, 'gina')).status, 70);
  });

  it('takes the right to the CA that the end entity has come to', async () => {
    const { server } = shared;
    const { certificate } = await keepNewKey(server, CA, 'greg', WAIVED);
    await createCa(server, 'Later', { keyEncryptKey: 'made when it is needed' });
    const moved = recordOf('greg', { ...under(WAIVED), ca_name: 'Later', token: 'P12', status: 'GENERATED' });
    assert.equal((await server.call('/v1/endentity/edit', { body: moved })).status, 200);
    const as = await newOfficer(server, 'of the former CA', { ...RULES, '/ca/Later/': 'DENY' });
    assertRefusal(await recover(server, CA, certificate, { as }), 400, NOBODY);
    assert.equal((await endEntityOf(server, 'greg')).status, 40);
    assert.equal((await recover(server, CA, certificate, { as: officer })).status, 200);
  });

  it('leaves keys and passwords in no log, answer, record or file in clear', async () => {
    const { server } = shared;
    const canaries = new Canaries();
    const key = await newForeignKey(server, CA, 'CN=greta', undefined, WAIVED);
    const jwk = key.keyPair.privateKey.export({ format: 'jwk' });
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const)
      canaries.watch(member, Buffer.from(jwk[member]!, 'base64url').subarray(8, 40));
    canaries.watch('the password', PASSWORD);
    const keystores = [{ username: 'greta', keystore: await keystoreOf(key), password: PASSWORD }];
    const wrong = [{ ...keystores[0]!, password: canaries.make('a wrong password') }];
    const texts = [
      (await importKeys(server, CA, wrong, { profile: WAIVED })).text,
      (await importKeys(server, CA, keystores, { profile: WAIVED })).text,
      (await importKeys(server, CA, keystores, { profile: WAIVED })).text,
      (await recover(server, CA, key.certificate)).text,
    ];
    assert.deepEqual(canaries.foundIn(await opened(server, CA, key)), ['d', 'p', 'q', 'dp', 'dq', 'qi']);
    assert.deepEqual(canaries.foundIn(texts.join('\n')), []);
    assert.deepEqual(canaries.foundIn(server.log.join('\n')), []);
    assert.deepEqual(
      canaries.foundIn(
        auditRows(server)
          .map(({ record }) => record)
          .join('\n'),
      ),
      [],
    );
    assert.deepEqual(canaries.foundUnder(server.home, []), []);
    const { envelope } = await keptKeyOf(server, CA, key);
    assert.deepEqual(canaries.foundIn(envelope), []);
  });
});

describe('the escrow key of a CA', () => {
  const shared = sharedServer();
  const remove = async (alias: string) =>
    shared.server.call(`/v1/cryptotoken/ManagementCA/${encodeURIComponent(alias)}/removekeys`, { method: 'POST' });
  before(async () => {
    await createKeepingProfiles(shared.server, WAIVED, { approvals: { keyRecovery: 'None' } });
  });

  for (const [algorithm, specification] of [
    ['RSA', '2048'],
    ['EC', 'P-256'],
    ['ML-KEM-768', ''],
  ] as const) {
    it(`may be one of ${algorithm}`, async () => {
      const { server } = shared;
      const ca = `With ${algorithm}`;
      const spec = { key_alg: algorithm, ...(specification === '' ? {} : { key_spec: specification }) };
      await createKeepingCa(server, ca, spec);
      const key = await keepNewKey(server, ca, `user of ${algorithm}`, WAIVED);
      assert.ok(isKeyOf(await opened(server, ca, key), key));
    });
  }

  it('is not a key that signs', async () => {
    const { server } = shared;
    await createEscrowKey(server, 'for signatures', { key_alg: 'EC', key_spec: 'P-256', key_usage: 'SIGN' });
    await createKeepingCa(server, 'Signing');
    await assert.rejects(editCa(server, 'Signing', { keyEncryptKey: 'Signing key' }), /which signs certificates/);
    await assert.rejects(editCa(server, 'Signing', { keyEncryptKey: 'for signatures' }), /is for signatures only/);
    const importing = async () => {
      const key = await newForeignKey(server, 'Signing', 'CN=hans', undefined, WAIVED);
      const keystores = [{ username: 'hans', keystore: await keystoreOf(key), password: PASSWORD }];
      return importKeys(server, 'Signing', keystores, { profile: WAIVED });
    };
    // A key that is made later is looked at when it is needed.
    await editCa(server, 'Signing', { keyEncryptKey: 'later' });
    await createEscrowKey(server, 'later', { key_alg: 'EC', key_spec: 'P-256', key_usage: 'SIGN' });
    assertRefusal(await importing(), 400, /is for signatures only/);
    const body = { key_pair_alias: 'any use', key_alg: 'EC', key_spec: 'P-256' };
    assert.equal((await server.call('/v1/cryptotoken/ManagementCA/generatekeys', { body })).status, 200);
    await createCa(server, 'Of any use', { certSignKey: 'any use', signKeySpec: '' });
    await assert.rejects(editCa(server, 'Signing', { keyEncryptKey: 'any use' }), /signs certificates/);
  });

  it('is one that a key can be encrypted for', async () => {
    const { server } = shared;
    await createCa(server, 'Odd keys');
    for (const [name, key] of [
      ['X448', { key_alg: 'X448', key_spec: 'X448' }],
      ['secp256k1', { key_alg: 'EC', key_spec: 'secp256k1' }],
    ] as const) {
      await createEscrowKey(server, `${name} escrow`, key);
      await assert.rejects(editCa(server, 'Odd keys', { keyEncryptKey: `${name} escrow` }), {
        code: 'key_recovery.unusable_escrow_key',
        message: /for which no key is encrypted here; .* are right/,
      });
    }
  });

  it('cannot be removed while a CA names it, or kept keys need it', async () => {
    const { server } = shared;
    await createKeepingCa(server, 'Guarding');
    assert.match((await remove('Guarding escrow')).text, /certification authority 'Guarding'/);
    const key = await keepNewKey(server, 'Guarding', 'igor', WAIVED);
    await editCa(server, 'Guarding', { keyEncryptKey: '' });
    const refused = await remove('Guarding escrow');
    assert.ok(refused.status >= 400, refused.text);
    assert.match(refused.text, /keys that are kept for recovery/);
    assert.ok(isKeyOf(await opened(server, 'Guarding', key), key));
  });

  it('is replaced by another one, for which all kept keys are encrypted anew', async () => {
    const { server } = shared;
    await createKeepingCa(server, 'Renewing', { key_alg: 'RSA', key_spec: '2048' });
    const keys = [
      await keepNewKey(server, 'Renewing', 'jana', WAIVED),
      await keepNewKey(server, 'Renewing', 'jens', WAIVED),
    ];
    await createEscrowKey(server, 'next escrow');
    await editCa(server, 'Renewing', { keyEncryptKey: 'next escrow' });
    await server.running.installation.background.scheduler.wake('rewrap-kept-keys');
    for (const key of keys) {
      const { escrowKey, version } = await keptKeyOf(server, 'Renewing', key);
      assert.deepEqual([escrowKey.alias, version], ['next escrow', 2]);
      assert.ok(isKeyOf(await opened(server, 'Renewing', key), key));
    }
    const removed = await remove('Renewing escrow');
    assert.equal(removed.status, 200, removed.text);
    const { id } = await caOf(server, 'Renewing');
    const ends = auditRows(server).filter(
      (row) => row.event === 'KEYRECOVERY_EDITDATA' && row.ca_id === id && row.serial === null,
    );
    assert.deepEqual(detailsOf(ends.at(-1)!), { rewrapped: 2, failed: 0 });
  });
});

it('a rewrap leaves and records the key that cannot be decrypted, and its escrow key stays', async (t) => {
  const server = await TestServer.start(t);
  await createKeepingProfiles(server, WAIVED);
  await createKeepingCa(server, 'Damaged');
  const [key, spoiled] = [
    await keepNewKey(server, 'Damaged', 'karl', WAIVED),
    await keepNewKey(server, 'Damaged', 'kurt', WAIVED),
  ];
  const { audit, background, storage } = server.running.installation;
  const { id, envelope, escrowKey } = await keptKeyOf(server, 'Damaged', spoiled);
  const damaged = envelope.with(envelope.length - 1, envelope.at(-1)! ^ 1);
  const write = { op: 'kept-key.rewrap', id, expectedVersion: 1, envelope: damaged, escrowKey } as const;
  const entry = { event: 'KEYRECOVERY_EDITDATA', outcome: 'VOID', actor: { name: 'test', evidence: {} } } as const;
  await storage.store.commit(audit.unit([write], [entry], undefined));
  await createEscrowKey(server, 'later escrow');
  await editCa(server, 'Damaged', { keyEncryptKey: 'later escrow' });
  await background.scheduler.wake('rewrap-kept-keys');
  assert.deepEqual([progressIn(server).rewrapped, progressIn(server).failed], [1, 1]);
  assert.equal((await keptKeyOf(server, 'Damaged', key)).escrowKey.alias, 'later escrow');
  assert.equal((await keptKeyOf(server, 'Damaged', spoiled)).escrowKey.alias, 'Damaged escrow');
  const failed = auditRows(server)
    .filter(({ serial }) => serial === spoiled.certificate.serialNumber)
    .at(-1)!;
  assert.deepEqual([failed.event, failed.outcome], ['KEYRECOVERY_EDITDATA', 'FAILURE']);
  const refused = await server.call('/v1/cryptotoken/ManagementCA/Damaged%20escrow/removekeys', { method: 'POST' });
  assert.match(refused.text, /keys that are kept for recovery/);
  const deletion = { kind: 'remove', type: 'CRYPTOTOKEN', name: 'ManagementCA' } as const;
  await assert.rejects(change(server.running.installation, 'CRYPTOTOKEN_DELETION', [deletion]), /Damaged/);
  // Nobody gets it back, so it may go, and its escrow key with it.
  const { serialNumber } = spoiled.certificate;
  assert.equal((await removeKept(server, 'Damaged', serialNumber)).status, 204);
  assert.equal((await removeKept(server, 'Damaged', serialNumber)).status, 404);
  const row = auditRows(server).findLast(({ serial }) => serial === serialNumber)!;
  assert.deepEqual([row.event, row.outcome, row.username], ['KEYRECOVERY_REMOVEDATA', 'SUCCESS', 'kurt']);
  const removed = await server.call('/v1/cryptotoken/ManagementCA/Damaged%20escrow/removekeys', { method: 'POST' });
  assert.equal(removed.status, 200, removed.text);
});

it('a kept key is removed by a right of its own, and not while it is marked', async (t) => {
  const server = await TestServer.start(t);
  await createKeepingProfiles(server, WAIVED, { approvals: { keyRecovery: 'None' } });
  await createKeepingCa(server, 'Removing');
  const { certificate } = await keepNewKey(server, 'Removing', 'rita', WAIVED);
  const { serialNumber } = certificate;
  const recoverer = await newOfficer(server, 'recoverer', RULES);
  assert.equal((await removeKept(server, 'Removing', serialNumber, { as: recoverer })).status, 403);
  const own = { '/ra_functionality/remove_kept_keys/': 'ALLOW' } as const;
  const elsewhere = await newOfficer(server, 'elsewhere', { ...own, '/ca/ManagementCA/': 'ALLOW' });
  assert.equal((await removeKept(server, 'Removing', serialNumber, { as: elsewhere })).status, 404);
  const ofOther = await newOfficer(server, 'of other profiles', { ...own, '/ca/': 'ALLOW' });
  assert.equal((await removeKept(server, 'Removing', serialNumber, { as: ofOther })).status, 404);
  const remover = await newOfficer(server, 'remover', { ...RULES, ...own });
  assert.equal((await recover(server, 'Removing', certificate, { as: recoverer })).status, 200);
  const refused = await removeKept(server, 'Removing', serialNumber, { as: remover });
  assert.equal(refused.status, 409, refused.text);
  const body = { token: 'P12', status: 'GENERATED' };
  assert.equal((await server.call('/v1/endentity/rita/setstatus', { body })).status, 200);
  assert.equal((await removeKept(server, 'Removing', serialNumber, { as: remover })).status, 204);
  assert.equal((await removeKept(server, 'Removing', '0')).status, 400);
});

it('a rewrap whose process is killed goes on in another one, and nothing is lost or done twice', async (t) => {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-rewrap-'));
  const temporary = await newServerDatabase();
  const database = temporary?.url;
  const file = fileURLToPath(new URL('killed-while-rewrapping.ts', import.meta.url));
  const where = [`--home=${home}`, ...(database === undefined ? [] : [`--database=${database}`])];
  const child = spawn(process.execPath, [file, ...where], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  assert.equal(signal, 'SIGKILL');
  const { rewrapped } = progressIn({ home, database });
  assert.ok(rewrapped >= 40 && rewrapped < 100, `${rewrapped} of 100 were done`);
  withDatabase({ home, database }, (opening) => opening.exec('UPDATE job SET lease_until_ms = 0'));
  atEnd(t, () => rmSync(home, { recursive: true, force: true }));
  atEnd(t, async () => temporary?.remove());
  const server = await TestServer.start(t, { home, database });
  await server.running.installation.background.scheduler.wake('rewrap-kept-keys');
  assert.deepEqual([progressIn({ home, database }).rewrapped, progressIn({ home, database }).failed], [100, 0]);
  const { id } = await caOf(server, 'Killed');
  const { keptKeys } = server.running.installation.storage.stores;
  for (const key of await keptKeys.listAfter(id, 0, 200)) {
    assert.deepEqual([key.escrowKey.alias, key.version], ['second escrow', 2]);
    const caller = { actor: { name: 'test', evidence: {} }, username: 'somebody' };
    assert.ok((await server.running.installation.keyRecovery.recoverableKeys.open(key, caller)).length > 40);
  }
  const records = auditRows(server).filter(({ event, serial }) => event === 'KEYRECOVERY_EDITDATA' && serial !== null);
  assert.equal(records.length, 100);
  assert.equal(new Set(records.map(({ serial }) => serial)).size, 100);
});

function removeKept(server: TestServer, ca: string, serialNumber: string, options: CallOptions = {}) {
  return server.administer(`/cas/${ca}/kept-keys/${serialNumber}`, { method: 'DELETE', ...options });
}

function progressIn(where: Whereabouts): { rewrapped: number; failed: number } {
  const row = withDatabase(where, (database) =>
    database.prepare('SELECT progress FROM job WHERE kind = ?').get('rewrap-kept-keys')!,
  );
  return JSON.parse(row['progress'] as string) as { rewrapped: number; failed: number };
}

const RULES_OF_APPROVER = {
  '/ca/': 'ALLOW',
  '/ra_functionality/approve_end_entity/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
} as const;
