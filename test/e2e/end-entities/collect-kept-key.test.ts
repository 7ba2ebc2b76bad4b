/** Keystores with kept keys for end entities in KEYRECOVERY (sections 7.5 and 8.4 of the interface). Numbers are those of its acceptance cases. */
import { Certificate, readPkcs12 } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { systemClock } from '../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { newUnitId } from '../../../packages/server/src/kernel/unit-of-work.ts';
import { type EndEntity, TOKEN_TYPE } from '../../../packages/server/src/modules/ra/index.ts';
import { auditRows } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf } from '../support/ca-setup.ts';
import { Canaries } from '../support/canaries.ts';
import { findEndEntity } from '../support/setups/end-entity-setup.ts';
import { certificateRequest, newKeyPair } from '../support/enrollment.ts';
import {
  createKeepingCa,
  type ForeignKey,
  keepNewKey,
  PASSWORD,
  recover,
} from '../support/setups/key-recovery-setup.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

const CA = 'Collecting';
/** Profiles with which the old certificate is handed out, and those with which there is a new one. */
const REUSING = 'Reusing';
const RENEWING = 'Certifying anew';

const enrollKeystore = (server: TestServer, username: string, password = PASSWORD): Promise<Answer> =>
  server.call('/v1/certificate/enrollkeystore', {
    method: 'POST',
    body: { username, password, key_alg: 'RSA', key_spec: '2048' },
  });

/** The private key and the certificates of a PKCS #12 file. */
async function opened({ json }: Answer) {
  const octets = Buffer.from(json['certificate'] as string, 'base64');
  const { keys, certificates } = await readPkcs12(octets, PASSWORD);
  assert.equal(keys.length, 1);
  return { privateKey: await keys[0]!.decrypt(), certificates: certificates.map(({ certificate }) => certificate) };
}

const isKeyOf = (pkcs8: Uint8Array, { publicKey }: Certificate) =>
  createPublicKey(createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .equals(publicKey.der);

const endEntityOf = async (server: TestServer, username: string) => (await findEndEntity(server, username))!;

/** Edits an end entity as an officer would. */
async function edit(server: TestServer, username: string, changes: Partial<EndEntity>): Promise<void> {
  const present = await endEntityOf(server, username);
  const endEntity = { ...present, ...changes, version: present.version + 1 };
  const write = { op: 'end-entity.update', endEntity, expectedVersion: present.version } as const;
  const id = newUnitId(systemClock, systemRandom());
  await server.running.installation.storage.store.commit({ id, epoch: undefined, writes: [write] });
}

const markedOf = async (server: TestServer, username: string) =>
  server.running.installation.storage.stores.keptKeys.findMarked((await endEntityOf(server, username)).id);

const eventsOf = (server: TestServer, username: string) =>
  auditRows(server).flatMap((row) => (row.username === username ? [`${row.event} ${row.outcome}`] : []));

async function keepAndMark(server: TestServer, username: string, profile = REUSING): Promise<ForeignKey> {
  const key = await keepNewKey(server, CA, username, profile);
  const marked = await recover(server, CA, key.certificate);
  assert.deepEqual([marked.status, marked.text], [200, '']);
  assert.equal((await endEntityOf(server, username)).status, 70);
  return key;
}

async function assertCollected(server: TestServer, username: string): Promise<void> {
  assert.equal((await endEntityOf(server, username)).status, 40);
  assert.equal(await markedOf(server, username), undefined);
}

describe('enrollkeystore of an end entity in KEYRECOVERY', () => {
  const shared = sharedServer();
  before(async () => {
    const { server } = shared;
    const keyUsage = ['digitalSignature', 'keyEncipherment'];
    const certificateProfile = { keyUsage, approvals: { keyRecovery: 'None' } };
    const settings = { keyRecoveryUsed: true };
    await createProfiles(server, REUSING, certificateProfile, { ...settings, keyRecoveryReuseCertificate: true });
    await createProfiles(server, RENEWING, certificateProfile, { ...settings, keyRecoveryReuseCertificate: false });
    await createKeepingCa(server, CA);
  });

  it('returns the old key with the old certificate, once (138)', async () => {
    const { server } = shared;
    const { certificate } = await keepAndMark(server, 'anna');
    const answer = await enrollKeystore(server, 'anna');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['response_format'], 'PKCS12');
    assert.equal(answer.json['serial_number'], certificate.serialNumber.toUpperCase().replace(/^0+/, ''));
    const { privateKey, certificates } = await opened(answer);
    assert.ok(isKeyOf(privateKey, certificate));
    assert.deepEqual(certificates[0], certificate.der);
    const issuer = (await caOf(server, CA)).chain[0]!;
    assert.ok(certificate.verify(Certificate.parse(certificates[1]!).publicKey));
    assert.equal(Certificate.parse(certificates[1]!).serialNumber, issuer.serialNumber);
    await assertCollected(server, 'anna');
    const events = eventsOf(server, 'anna');
    assert.deepEqual(events.slice(-2), ['KEYRECOVERY_SENT SUCCESS', 'RA_EDITENDENTITY SUCCESS']);
    assert.ok(!events.includes('CERT_CREATION SUCCESS'));
    assertRefusal(await enrollKeystore(server, 'anna'), 400, /./);
    await assertCollected(server, 'anna');
  });

  it('returns it again once it is marked again', async () => {
    const { server } = shared;
    const { certificate } = await keepAndMark(server, 'anton');
    assert.equal((await enrollKeystore(server, 'anton')).status, 200);
    assert.equal((await recover(server, CA, certificate)).status, 200);
    const { privateKey } = await opened(await enrollKeystore(server, 'anton'));
    assert.ok(isKeyOf(privateKey, certificate));
  });

  it('returns the old key with a new certificate where the profile does not reuse the old one', async () => {
    const { server } = shared;
    const { certificate } = await keepAndMark(server, 'berta', RENEWING);
    const answer = await enrollKeystore(server, 'berta');
    assert.equal(answer.status, 200, answer.text);
    const { privateKey, certificates } = await opened(answer);
    const made = Certificate.parse(certificates[0]!);
    assert.notEqual(made.serialNumber, certificate.serialNumber);
    assert.deepEqual(made.publicKey.der, certificate.publicKey.der);
    assert.ok(isKeyOf(privateKey, made));
    await assertCollected(server, 'berta');
    const events = eventsOf(server, 'berta');
    assert.ok(events.includes('KEYRECOVERY_SENT SUCCESS') && events.includes('CERT_CREATION SUCCESS'));
    assertRefusal(await enrollKeystore(server, 'berta'), 400, /./);
  });

  it('makes it GENERATED where requests are left, and where the CA finishes no end entity', async () => {
    const { server } = shared;
    await keepAndMark(server, 'bodo', RENEWING);
    await edit(server, 'bodo', { extended: { requests: { allowed: 3, remaining: 3 } } });
    await editCa(server, CA, { finishUser: false });
    try {
      assert.equal((await enrollKeystore(server, 'bodo')).status, 200);
    } finally {
      await editCa(server, CA, { finishUser: true });
    }
    await assertCollected(server, 'bodo');
  });

  it('hands it to one of two that ask at the same time', async () => {
    const { server } = shared;
    await keepAndMark(server, 'clara');
    const answers = await Promise.all([enrollKeystore(server, 'clara'), enrollKeystore(server, 'clara')]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 400],
    );
    assert.equal(eventsOf(server, 'clara').filter((event) => event === 'KEYRECOVERY_SENT SUCCESS').length, 1);
  });

  it('refuses to be another key than is asked for, and says which it is', async () => {
    const { server } = shared;
    await keepAndMark(server, 'cleo');
    for (const [key_alg, key_spec] of [
      ['EC', 'P-256'],
      ['RSA', '3072'],
    ]) {
      const body = { username: 'cleo', password: PASSWORD, key_alg, key_spec };
      const answer = await server.call('/v1/certificate/enrollkeystore', { body });
      assertRefusal(
        answer,
        400,
        /^The key that was kept is RSA 2048, and key_alg and key_spec ask for (ECDSA P-256|RSA 3072)\. /,
      );
    }
    assert.ok(!eventsOf(server, 'cleo').some((event) => event.startsWith('KEYRECOVERY_SENT')));
    assert.notEqual(await markedOf(server, 'cleo'), undefined);
    assert.equal((await enrollKeystore(server, 'cleo')).status, 200);
  });

  it('refuses a wrong password, opens nothing and leaves the mark', async () => {
    const { server } = shared;
    await keepAndMark(server, 'dirk');
    assertRefusal(await enrollKeystore(server, 'dirk', 'wrong'), 400, /./);
    assert.ok(!eventsOf(server, 'dirk').some((event) => event.startsWith('KEYRECOVERY_SENT')));
    assert.notEqual(await markedOf(server, 'dirk'), undefined);
    assert.equal((await enrollKeystore(server, 'dirk')).status, 200);
  });

  it('takes the mark away with the last login attempt', async () => {
    const { server } = shared;
    await keepAndMark(server, 'emil');
    await edit(server, 'emil', { extended: { logins: { maximum: 2, remaining: 2 } } });
    assertRefusal(await enrollKeystore(server, 'emil', 'wrong'), 400, /./);
    assert.notEqual(await markedOf(server, 'emil'), undefined);
    assertRefusal(await enrollKeystore(server, 'emil', 'wrong'), 400, /./);
    await assertCollected(server, 'emil');
    assertRefusal(await enrollKeystore(server, 'emil'), 400, /./);
    assert.ok(!eventsOf(server, 'emil').some((event) => event.startsWith('KEYRECOVERY_SENT')));
  });

  it('is 400 where no key is marked', async () => {
    const { server } = shared;
    await keepNewKey(server, CA, 'fred', REUSING);
    await edit(server, 'fred', { status: 70 });
    assertRefusal(await enrollKeystore(server, 'fred'), 400, /^No kept key is marked for 'fred'/);
  });

  it('leaves the key and the password in no log and no record', async () => {
    const { server } = shared;
    const canaries = new Canaries();
    const { keyPair } = await keepAndMark(server, 'gerd');
    const { d } = keyPair.privateKey.export({ format: 'jwk' });
    canaries.watch('d', Buffer.from(d!, 'base64url').subarray(8, 40));
    canaries.watch('the password', PASSWORD);
    const { privateKey } = await opened(await enrollKeystore(server, 'gerd'));
    assert.deepEqual(canaries.foundIn(privateKey), ['d']);
    assert.deepEqual(canaries.foundIn(server.log.join('\n')), []);
    const records = auditRows(server).map(({ record }) => record);
    assert.deepEqual(canaries.foundIn(records.join('\n')), []);
    assert.deepEqual(canaries.foundUnder(server.home, []), []);
  });

  it('gets no key by certificaterequest, which takes the mark away', async () => {
    const { server } = shared;
    await keepAndMark(server, 'hugo');
    await edit(server, 'hugo', { tokenType: TOKEN_TYPE.USERGENERATED });
    const body = {
      certificate_request: certificateRequest('CN=hugo', newKeyPair()),
      username: 'hugo',
      password: PASSWORD,
      certificate_authority_name: CA,
    };
    const answer = await server.call('/v1/certificate/certificaterequest', { method: 'POST', body });
    assert.equal(answer.status, 200, answer.text);
    await assertCollected(server, 'hugo');
    assert.ok(!eventsOf(server, 'hugo').some((event) => event.startsWith('KEYRECOVERY_SENT')));
  });

  it('keeps a key that is generated here, and returns it (138)', async () => {
    const { server } = shared;
    // The kind of an end entity whose keys are kept comes from an import.
    await keepNewKey(server, CA, 'ida', REUSING);
    await edit(server, 'ida', { status: 10 });
    const first = await enrollKeystore(server, 'ida');
    assert.equal(first.status, 200, first.text);
    assert.ok(eventsOf(server, 'ida').filter((event) => event === 'KEYRECOVERY_ADDDATA SUCCESS').length === 2);
    const made = await opened(first);
    const certificate = Certificate.parse(made.certificates[0]!);
    const marked = await recover(server, CA, certificate);
    assert.deepEqual([marked.status, marked.text], [200, '']);
    const collected = await opened(await enrollKeystore(server, 'ida'));
    assert.deepEqual(collected.privateKey, made.privateKey);
    assert.deepEqual(collected.certificates, made.certificates);
    assertRefusal(await enrollKeystore(server, 'ida'), 400, /./);
  });
});
