/** Removal, status and revocation of end entities (section 11.2 of the interface; acceptance cases 120 to 122). */
import { type Certificate, makeExtension, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { change } from '../support/administration.ts';
import { createApprovalProfile, decide, officersOf, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  latestCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { findEndEntity, recordOf, under } from '../support/setups/end-entity-setup.ts';
import { createKeepingCa, createKeepingProfiles, keepNewKey, recover } from '../support/setups/key-recovery-setup.ts';
import { APPROVER_RULES, newOfficer } from '../support/officers.ts';
import type { CallOptions, TestServer } from '../support/test-server.ts';

const PROFILE = 'Acts';
const pathOf = (username: string, act = '') => `/v1/endentity/${encodeURIComponent(username)}${act}`;
const remove = (server: TestServer, username: string, options: CallOptions = {}) =>
  server.call(pathOf(username), { ...options, method: 'DELETE' });
const setStatus = (server: TestServer, username: string, body: unknown, options: CallOptions = {}) =>
  server.call(pathOf(username, '/setstatus'), { ...options, body });
const revoke = (server: TestServer, username: string, body: unknown, options: CallOptions = {}) =>
  server.call(pathOf(username, '/revoke'), { ...options, method: 'PUT', body });
const enrollAs = (server: TestServer, username: string, profile = PROFILE) =>
  enroll(server, requestUnder(profile, { username, subject: `CN=${username}` }));
const eventsOf = (server: TestServer, username: string) =>
  auditRows(server).flatMap((row) => (row.username === username ? [`${row.event} ${row.outcome}`] : []));
const reasonOf = async (server: TestServer, certificate: Certificate) =>
  (await server.call(certificatePath(certificate, 'revocationstatus'))).json['revocation_reason'];

describe('the removal of an end entity', () => {
  const shared = sharedServer();
  before(() => createProfiles(shared.server, PROFILE, {}));

  it('answers 200 also when there is none, and leaves the certificates (122)', async () => {
    const { server } = shared;
    const certificate = await enrollAs(server, 'alice');
    for (const outcome of ['SUCCESS', 'VOID']) {
      const { status, text } = await remove(server, 'alice');
      assert.deepEqual([status, text], [200, '']);
      assert.equal(eventsOf(server, 'alice').at(-1), `RA_DELETEENDENTITY ${outcome}`);
    }
    assert.equal(await findEndEntity(server, 'alice'), undefined);
    assert.equal(await reasonOf(server, certificate), 'NOT_REVOKED');
  });

  it('keeps keys and subjects for the next end entity of the username', async () => {
    const { server } = shared;
    const body = requestUnder(PROFILE, { username: 'bob', subject: 'CN=bob' });
    await enroll(server, body);
    const { id } = (await findEndEntity(server, 'bob'))!;
    await remove(server, 'bob');
    const other = await server.call('/v1/certificate/pkcs10enroll', { body: { ...body, username: 'other' } });
    assertRefusal(other, 400, /public key that belongs to another user/);
    await enroll(server, body);
    assert.equal((await findEndEntity(server, 'bob'))!.id, id);
  });

  it('needs the rights, and looks like that of nobody to callers who may not see it', async () => {
    const { server } = shared;
    await enrollAs(server, 'carol');
    const strangers = {
      '/ca/': 'ALLOW',
      '/ra_functionality/delete_end_entity/': 'ALLOW',
      '/ra_functionality/edit_end_entity/': 'ALLOW',
      '/ra_functionality/revoke_end_entity/': 'ALLOW',
    } as const;
    const blind = await newOfficer(server, 'blind', strangers);
    assert.equal((await remove(server, 'carol', { as: blind })).status, 200);
    for (const name of ['carol', 'nobody']) {
      assertRefusal(await revoke(server, name, { reason_code: 4 }, { as: blind }), 404, notFound(name));
      const answer = await setStatus(server, name, { token: 'P12', status: 'NEW' }, { as: blind });
      assertRefusal(answer, 404, notFound(name));
    }
    assert.notEqual(await findEndEntity(server, 'carol'), undefined);
    const seeing = await newOfficer(server, 'seeing', {
      ...strangers,
      '/ra_functionality/view_end_entity/': 'ALLOW',
      [`/endentityprofilesrules/${PROFILE}/view_end_entity/`]: 'ALLOW',
    });
    assertRefusal(await remove(server, 'carol', { as: seeing }), 403, /\/delete_end_entity\/'/);
    const none = await newOfficer(server, 'without', { '/ca/': 'ALLOW', '/endentityprofilesrules/': 'ALLOW' });
    for (const name of ['carol', 'nobody'])
      assertRefusal(await remove(server, name, { as: none }), 403, /'\/ra_functionality\/delete_end_entity\/'/);
    const able = await newOfficer(server, 'able', { ...strangers, '/endentityprofilesrules/': 'ALLOW' });
    assert.equal((await remove(server, 'carol', { as: able })).status, 200);
    assert.equal(await findEndEntity(server, 'carol'), undefined);
  });
});

describe('setstatus', () => {
  const shared = sharedServer();
  before(async () => {
    await createProfiles(shared.server, PROFILE, {}, { availableTokenTypes: ['USERGENERATED', 'P12', 'PEM'] });
  });

  it('leaves an end entity as it is where If-Match has another version', async () => {
    const { server } = shared;
    await enrollAs(server, 'matched');
    const tag = (await server.administer('/end-entities/matched')).headers['etag'] as string;
    const setAt = (value: string, token: string) =>
      setStatus(server, 'matched', { token, status: 'NEW', password: 'foo123' }, { headers: { 'if-match': value } });
    assert.equal((await setAt(tag, 'P12')).status, 200);
    assertRefusal(await setAt(tag, 'PEM'), 412, /changed since it was read/);
    assertRefusal(await setAt('7', 'PEM'), 400, /If-Match/);
    assert.equal((await findEndEntity(server, 'matched'))!.tokenType, 2);
    assert.equal((await setAt('*', 'PEM')).status, 200);
  });

  it('sets status, token and password, and answers 304 when nothing changes (120)', async () => {
    const { server } = shared;
    await enrollAs(server, 'alice');
    const body = { password: 'foo123', token: 'P12', status: 'NEW' };
    const { status, text } = await setStatus(server, 'alice', body);
    assert.deepEqual([status, text], [200, '']);
    const changed = (await findEndEntity(server, 'alice'))!;
    assert.deepEqual([changed.status, changed.tokenType], [10, 2]);
    assert.match(changed.passwordVerifier!, /^scrypt\$/);
    assert.equal(eventsOf(server, 'alice').at(-1), 'RA_EDITENDENTITY SUCCESS');
    const again = await setStatus(server, 'alice', { token: 'P12', status: 'NEW' });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.deepEqual(await findEndEntity(server, 'alice'), changed);
    assert.equal((await setStatus(server, 'alice', { token: 'P12', status: 'GENERATED' })).status, 200);
    assert.equal((await findEndEntity(server, 'alice'))!.passwordVerifier, undefined);
  });

  it('refuses what is missing or unknown (120)', async () => {
    const { server } = shared;
    await enrollAs(server, 'bob');
    const good = { token: 'P12', status: 'NEW' };
    for (const [body, message] of [
      [{ ...good, token: 'X' }, 'unrecognized token.'],
      [{ ...good, status: 'X' }, 'unrecognized status.'],
      [{ ...good, status: 'WAITINGFORADDAPPROVAL' }, 'unrecognized status.'],
      [{ status: 'NEW' }, 'token is missing.'],
      [{ token: 'P12', status: null }, 'status is missing.'],
    ] as const)
      assertRefusal(
        await setStatus(server, 'bob', body),
        400,
        `Invalid SetEndEntityStatusRestRequest content, ${message}`,
      );
    assertRefusal(await setStatus(server, 'nobody', good), 404, notFound('nobody'));
    assertRefusal(await setStatus(server, 'bob', { ...good, token: 'JKS' }), 422, /availableTokenTypes/);
  });
});

describe('setstatus of whom a key is kept for', () => {
  const shared = sharedServer();

  it('has the key not handed out any more, and needs the right to key recovery where it still is', async () => {
    const { server } = shared;
    await createKeepingProfiles(server, 'Waived', { approvals: { keyRecovery: 'None' } });
    await createKeepingCa(server, 'Keeping');
    const { certificate } = await keepNewKey(server, 'Keeping', 'alice', 'Waived');
    assert.equal((await recover(server, 'Keeping', certificate)).status, 200);
    const { keptKeys } = server.running.installation.storage.stores;
    const { id, tokenType } = (await findEndEntity(server, 'alice'))!;
    assert.notEqual(await keptKeys.findMarked(id), undefined);
    const editor = await newOfficer(server, 'editor', {
      '/ca/': 'ALLOW',
      '/ra_functionality/edit_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    const token = tokenType === 1 ? 'USERGENERATED' : 'P12';
    const taking = { token, status: 'KEYRECOVERY', password: 'mine now' };
    assertRefusal(await setStatus(server, 'alice', taking, { as: editor }), 403, /keyrecovery/);
    assert.equal((await setStatus(server, 'alice', { token, status: 'NEW' }, { as: editor })).status, 200);
    assert.equal(await keptKeys.findMarked(id), undefined);
  });
});

describe('the revocation of an end entity', () => {
  const shared = sharedServer();
  before(() => createProfiles(shared.server, PROFILE, {}));

  it('is refused for other reasons than those of RFC 5280, and of nobody (121)', async () => {
    const { server } = shared;
    await enrollAs(server, 'alice');
    for (const code of [7, 11, -2]) {
      const answer = await revoke(server, 'alice', { reason_code: code });
      assertRefusal(answer, 400, /must be one of RFC5280 section 5\.3\.1\.\.$/);
    }
    assertRefusal(await revoke(server, 'alice', {}), 400, /reason_code/);
    assertRefusal(await revoke(server, 'nobody', { reason_code: 4 }), 404, notFound('nobody'));
    assertRefusal(await revoke(server, 'alice', { reason_code: 8 }), 409, /on hold/);
    assertRefusal(await revoke(server, 'alice', { reason_code: 8, delete: true }), 400, /delete/);
  });

  it('revokes all its certificates, and is refused when that is done', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { generateCrlUponRevocation: true });
    const certificates = [await enrollAs(server, 'bob'), await enrollAs(server, 'bob'), await enrollAs(server, 'bob')];
    await server.call(`${certificatePath(certificates[0]!, 'revoke')}?reason=KEY_COMPROMISE`, { method: 'PUT' });
    await server.call(`${certificatePath(certificates[1]!, 'revoke')}?reason=CERTIFICATE_HOLD`, { method: 'PUT' });
    const { status, text } = await revoke(server, 'bob', { reason_code: 4 });
    assert.deepEqual([status, text], [200, '']);
    const reasons = await Promise.all(certificates.map((one) => reasonOf(server, one)));
    assert.deepEqual(reasons, ['KEY_COMPROMISE', 'SUPERSEDED', 'SUPERSEDED']);
    assert.equal((await findEndEntity(server, 'bob'))!.status, 50);
    assert.ok(eventsOf(server, 'bob').includes('RA_REVOKEENDENTITY SUCCESS'));
    const listed = [...(await latestCrl(server)).entries()].map(({ serialNumberText }) => serialNumberText);
    assert.deepEqual(
      certificates.filter(({ serialNumber }) => !listed.includes(serialNumber)),
      [],
    );
    assertRefusal(await revoke(server, 'bob', { reason_code: 4 }), 409, /revoked already/);
  });

  it('on hold can be ended, or made final', async () => {
    const { server } = shared;
    const certificate = await enrollAs(server, 'carol');
    for (const [code, reason, status] of [
      [6, 'CERTIFICATE_HOLD', 50],
      [8, 'NOT_REVOKED', 40],
      [6, 'CERTIFICATE_HOLD', 50],
      [1, 'KEY_COMPROMISE', 50],
    ] as const) {
      assert.equal((await revoke(server, 'carol', { reason_code: code })).status, 200);
      assert.deepEqual(
        [await reasonOf(server, certificate), (await findEndEntity(server, 'carol'))!.status],
        [reason, status],
      );
    }
  });

  it('removes it when that is asked for, also when it is revoked already', async () => {
    const { server } = shared;
    const certificate = await enrollAs(server, 'dave');
    assert.equal((await revoke(server, 'dave', { reason_code: 5 })).status, 200);
    assert.equal((await revoke(server, 'dave', { reason_code: 5, delete: true })).status, 200);
    assert.equal(await findEndEntity(server, 'dave'), undefined);
    assert.equal(await reasonOf(server, certificate), 'CESSATION_OF_OPERATION');
    assert.equal(eventsOf(server, 'dave').at(-1), 'RA_DELETEENDENTITY SUCCESS');
  });
});

describe('acts on end entities that others approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'One', { type: 'ACCUMULATIVE_APPROVAL' });
    await createProfiles(server, PROFILE, {});
    await createProfiles(server, 'Guarded', { approvals: { revocation: 'One' } });
  });

  it('are done once they are approved', async () => {
    const { server } = shared;
    const certificate = await enrollAs(server, 'alice', 'Guarded');
    const asked = await revoke(server, 'alice', { reason_code: 1 }, { as: officers.requester });
    assert.equal(asked.json['info_message'], 'Revocation has been sent for approval by authorized administrators.');
    assert.equal(asked.json['link'], undefined);
    assert.equal(await reasonOf(server, certificate), 'NOT_REVOKED');
    const requestId = requestIdOf(asked);
    const approved = await decide(server, requestId, officers.first);
    assert.deepEqual([approved.status, approved.json['request_type']], [200, 'Revoke End Entity']);
    assert.equal(await statusOf(server, requestId), 'APPROVED');
    assert.equal(await reasonOf(server, certificate), 'KEY_COMPROMISE');
    assert.equal((await findEndEntity(server, 'alice'))!.status, 50);
  });

  it('remove who is revoked', async () => {
    const { server } = shared;
    await enrollAs(server, 'bob', 'Guarded');
    const requestId = requestIdOf(await revoke(server, 'bob', { reason_code: 1, delete: true }));
    const approved = await decide(server, requestId, officers.first);
    assert.deepEqual([approved.status, approved.json['request_type']], [200, 'Revoke and Delete End Entity']);
    assert.equal(await findEndEntity(server, 'bob'), undefined);
  });

  it('show those who approve all names: of the end entity, and of the certificate', async () => {
    const { server } = shared;
    const names = ['a.example', 'b.example'].map((value) => ({ type: 'dNSName' as const, value }));
    const extensions = [makeExtension(subjectAltName, names, false)];
    const certificate = await enroll(
      server,
      requestUnder('Guarded', { username: 'named', subject: 'CN=named', extensions }),
    );
    const path = certificatePath(certificate, 'revoke?reason=SUPERSEDED');
    for (const asked of [
      await server.call(path, { method: 'PUT', as: officers.requester }),
      await revoke(server, 'named', { reason_code: 4 }, { as: officers.requester }),
    ]) {
      const { json } = await server.call(`/v1/approval/${requestIdOf(asked)}`, { as: officers.first });
      assert.deepEqual(
        [json['subject_dn'], json['subject_alternative_name']],
        ['CN=named', 'dNSName=a.example, dNSName=b.example'],
      );
    }
  });

  const enrollAt = (ca: string, username: string) =>
    enroll(shared.server, {
      ...requestUnder(PROFILE, { username, subject: `CN=${username}` }),
      certificate_authority_name: ca,
    });

  it('ask the approvers of the CA that has issued a certificate, whatever CA the end entity has come to', async () => {
    const { server } = shared;
    await createCa(server, 'Former');
    const former = await enrollAt('Former', 'erin');
    await enrollAt('ManagementCA', 'erin');
    await editCa(server, 'Former', { approvals: { revocation: 'One' } });
    const requestId = requestIdOf(await revoke(server, 'erin', { reason_code: 4 }, { as: officers.requester }));
    const elsewhere = await newOfficer(server, 'elsewhere', { ...APPROVER_RULES, '/ca/Former/': 'DENY' });
    assert.equal((await decide(server, requestId, elsewhere)).status, 404);
    const { json } = await server.call(`/v1/approval/${requestId}`, { as: officers.first });
    assert.equal(json['ca_name'], 'Former');
    assert.equal((await decide(server, requestId, officers.first)).status, 200);
    const path = `/v1/certificate/${encodeURIComponent('CN=Former,O=Example')}/${former.serialNumber}/revocationstatus`;
    assert.equal((await server.call(path)).json['revocation_reason'], 'SUPERSEDED');
    assert.equal((await findEndEntity(server, 'erin'))!.status, 50);
  });

  it('that several CAs want approved are refused, until one approval is left', async () => {
    const { server } = shared;
    for (const ca of ['First', 'Second']) await createCa(server, ca);
    const certificate = await enrollAt('First', 'frank');
    await enrollAt('Second', 'frank');
    await editCa(server, 'Second', { approvals: { revocation: 'One' } });
    const early = requestIdOf(await revoke(server, 'frank', { reason_code: 5 }, { as: officers.requester }));
    await editCa(server, 'First', { approvals: { revocation: 'One' } });
    // What was approved for one CA is not done at the other.
    assertRefusal(await decide(server, early, officers.first), 500, /separately, at 'Second' and 'First'/);
    const refused = await revoke(server, 'frank', { reason_code: 4 }, { as: officers.requester });
    assertRefusal(refused, 409, /have to approve the revocation of certificates of 'frank' separately/);
    assert.equal((await findEndEntity(server, 'frank'))!.status, 40);
    const dn = encodeURIComponent('CN=First,O=Example');
    const one = `/v1/certificate/${dn}/${certificate.serialNumber}/revoke?reason=SUPERSEDED`;
    const first = requestIdOf(await server.call(one, { method: 'PUT', as: officers.requester }));
    assert.equal((await decide(server, first, officers.first)).status, 200);
    const last = requestIdOf(await revoke(server, 'frank', { reason_code: 4 }, { as: officers.requester }));
    assert.equal((await decide(server, last, officers.first)).status, 200);
    assert.equal((await findEndEntity(server, 'frank'))!.status, 50);
  });

  it('set no token that the profile does not allow any more', async () => {
    const { server } = shared;
    await createProfiles(server, 'Tokens', { approvals: { addEditEndEntity: 'One' } });
    const body = { ...recordOf('grace', under('Tokens')), token: 'P12' };
    const added = requestIdOf(await server.call('/v1/endentity', { body }));
    assert.equal((await decide(server, added, officers.first)).status, 200);
    const requestId = requestIdOf(await setStatus(server, 'grace', { token: 'JKS', status: 'NEW' }));
    const { configuration } = server.running.installation;
    const present = await configuration.present(await configuration.get(endEntityProfileType, 'Tokens'));
    const settings = { ...present, availableTokenTypes: ['USERGENERATED', 'P12'] };
    await change(server.running.installation, 'RA_EDITEEPROFILE', [
      { kind: 'change', type: endEntityProfileType.token, name: 'Tokens', settings },
    ]);
    assertRefusal(await decide(server, requestId, officers.first), 500, /availableTokenTypes/);
    assert.equal((await findEndEntity(server, 'grace'))!.tokenType, 2);
  });

  it('set status and password, of which the request has nothing', async () => {
    const { server } = shared;
    await enrollAs(server, 'carol');
    await editCa(server, 'ManagementCA', { approvals: { addEditEndEntity: 'One' } });
    const body = { token: 'USERGENERATED', status: 'NEW', password: 'a secret of hers' };
    const requestId = requestIdOf(await setStatus(server, 'carol', body));
    const shown = await server.call(`/v1/approval/${requestId}`);
    assert.doesNotMatch(shown.text, /a secret of hers|scrypt/);
    assert.equal((await findEndEntity(server, 'carol'))!.status, 40);
    const approved = await decide(server, requestId, officers.first);
    assert.deepEqual([approved.status, approved.json['request_type']], [200, 'Change Status of End Entity']);
    const { status, passwordVerifier } = (await findEndEntity(server, 'carol'))!;
    assert.equal(status, 10);
    assert.match(passwordVerifier!, /^scrypt\$/);
  });
});

function notFound(username: string): string {
  return `The end entity '${username}' does not exist`;
}
