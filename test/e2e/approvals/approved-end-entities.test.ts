/** End entities that others have to approve before they are added or edited. Numbers are those of the interface's acceptance cases. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { change } from '../support/administration.ts';
import {
  assertMembers,
  createApprovalProfile,
  decide,
  officersOf,
  requestIdOf,
  statusOf,
} from '../support/setups/approval-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { findEndEntity, recordOf, under } from '../support/setups/end-entity-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { CLERK_RULES, newOfficer } from '../support/officers.ts';
import type { Answer, ClientIdentity } from '../support/test-server.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const SECRET = 'a password that nobody sees';

describe('an end entity that others have to approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  let clerk: ClientIdentity;
  before(async () => {
    const { server } = shared;
    clerk = await newOfficer(server, 'registrar', CLERK_RULES);
    await createApprovalProfile(server, 'One', {});
    await createCa(server, 'Guarded');
    await createProfiles(server, 'Web', { allowValidityOverride: true }, { keyRecoveryUsed: true });
    await editCa(server, 'Guarded', {
      approvals: { addEditEndEntity: 'One' },
      keyEncryptKey: 'made when it is needed',
    });
  });

  const bodyOf = (username: string, more: object = {}) =>
    recordOf(username, { ...under('Web'), ca_name: 'Guarded', token: 'P12', password: SECRET, ...more });
  const add = (username: string, more: object = {}, as: ClientIdentity = clerk): Promise<Answer> =>
    shared.server.call('/v1/endentity', { body: bodyOf(username, more), as });
  const edit = (username: string, more: object = {}): Promise<Answer> =>
    shared.server.call('/v1/endentity/edit', { body: bodyOf(username, more), as: clerk });
  const approve = async (id: number) => {
    const { json, text } = await decide(shared.server, id, officers.first);
    assert.equal(json['status'], 'APPROVED', text);
  };
  const find = (username: string) => findEndEntity(shared.server, username);
  const added = async (username: string, more: object = {}) => {
    await approve(requestIdOf(await add(username, more)));
    return (await find(username))!;
  };
  const furtherShown = async (id: number) => {
    const { json } = await shared.server.call(`/v1/approval/${id}`, { as: officers.first });
    return JSON.parse(json['certificate_extension_data'] as string) as Record<string, unknown>;
  };

  it('is answered 202 with a link, waits, and is found and shown with all that it is to be (10, 105, 106)', async () => {
    const { server } = shared;
    const asked = await add('waiting', {
      subject_alt_name: 'dNSName=a.example',
      custom_data: [{ name: 'desk', value: '7' }],
      end_time: '2031-05-01 10:00:00',
      key_recoverable: true,
      account_binding_id: 'A-1',
    });
    const id = requestIdOf(asked);
    assert.equal(
      asked.json['info_message'],
      'Add Entity request has been added for approval by authorized administrators.',
    );
    assert.match(asked.json['link'] as string, new RegExp(`^https://.*/v1/certificate/${id}/finalize$`));
    assert.equal(await statusOf(server, id), 'PENDING');
    assert.equal(await find('waiting'), undefined);
    const found = await server.call('/v1/approval/search', {
      body: { searching_waiting: true, subject_dn: 'CN=waiting' },
      as: officers.first,
    });
    const [listed] = found.json['approvals'] as Record<string, unknown>[];
    assert.deepEqual(
      [listed?.['request_id'], listed?.['request_type'], listed?.['requested_by'], listed?.['can_be_approved_by_me']],
      [id, 'Add End Entity', 'registrar', true],
    );
    const { json, text } = await server.call(`/v1/approval/${id}`, { as: officers.first });
    assertMembers(json, {
      request_type: 'Add End Entity',
      end_entity_name: 'waiting',
      subject_dn: 'CN=waiting',
      subject_alternative_name: 'dNSName=a.example',
      ca_name: 'Guarded',
      certificate_profile_name: 'Web',
      end_entity_profile_name: 'Web',
      token: 'P12',
    });
    assert.deepEqual(await furtherShown(id), {
      status: 'NEW',
      password: 'new',
      key_recoverable: true,
      end_time: '2031-05-01T10:00:00.000Z',
      account_binding_id: 'A-1',
      custom_data: { desk: '7' },
    });
    assert.doesNotMatch(text, /scrypt/);
  });

  it('keeps its password as a verifier, in the request until that has ended, and out of answers, records and logs', async () => {
    const { server } = shared;
    const actOf = (id: number) =>
      withDatabase(server, (database) => {
        const row = database.prepare('SELECT act FROM approval_request WHERE public_id = ?').get(id);
        return row!['act'] as string;
      });
    const id = requestIdOf(await add('secretive'));
    assert.match(actOf(id), /scrypt/);
    await approve(id);
    assert.doesNotMatch(actOf(id), /scrypt/);
    const { passwordVerifier, sealedPassword } = (await find('secretive'))!;
    assert.match(passwordVerifier!, /^scrypt\$/);
    assert.equal(sealedPassword, undefined);
    const acts = withDatabase(server, (database) => database.prepare('SELECT act, shown FROM approval_request').all());
    assert.ok(acts.length > 0);
    assert.ok(!JSON.stringify(acts).includes(SECRET));
    assert.ok(auditRows(server).every(({ record }) => !record.includes(SECRET) && !record.includes('scrypt')));
    assert.ok(server.log.every((line) => !line.includes(SECRET)));
  });

  it('is added by the last approval, as its requester, and enrolls with its password (108)', async () => {
    const { server } = shared;
    const { status, tokenType } = await added('alice');
    assert.deepEqual([status, tokenType], [10, 2]);
    assert.deepEqual(
      auditRows(server)
        .slice(-2)
        .map(({ event, actor }) => [event, actor]),
      [
        ['APPROVAL_APPROVE', 'CN=first'],
        ['RA_ADDENDENTITY', 'CN=registrar'],
      ],
    );
    const body = { username: 'alice', password: SECRET, key_alg: 'EC', key_spec: 'P-256' };
    const answer = await server.call('/v1/certificate/enrollkeystore', { body });
    assert.equal(answer.status, 200, answer.text);
  });

  it('is not added when that is rejected (109), nor approved by the caller who has asked (110)', async () => {
    const { server } = shared;
    const id = requestIdOf(await add('rejected'));
    assertRefusal(await decide(server, id, clerk), 403, 'You have created this request and cannot approve it');
    assert.equal((await decide(server, id, officers.first, { approve: false })).json['status'], 'REJECTED');
    assert.equal(await find('rejected'), undefined);
    assertRefusal(await decide(server, id, officers.first), 409, /REJECTED/);
  });

  it('is asked for once at a time, whether with a certificate or without', async () => {
    const { server } = shared;
    const answers = await Promise.all([add('twice'), add('twice'), add('twice')]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [202, 400, 400],
    );
    const body = { ...newRequest({ username: 'twice', subject: 'CN=twice' }), certificate_authority_name: 'Guarded' };
    assertRefusal(
      await server.call('/v1/certificate/pkcs10enroll', { body, as: clerk }),
      400,
      /waits for approval already/,
    );
  });

  it('is refused before anybody is asked when it could not be added', async () => {
    const requests = () => auditRows(shared.server).filter(({ event }) => event === 'APPROVAL_ADD').length;
    await added('taken');
    const before = requests();
    assertRefusal(await add('taken'), 400, /already exists/);
    assertRefusal(await add('bad', { subject_dn: 'CN=bad,OU=no' }), 422, /OU/);
    assertRefusal(await add('bad', { token: 'X' }), 400, /unrecognized token/);
    assertRefusal(await add('bad', {}, officers.first), 403, /create_end_entity/);
    assertRefusal(await edit('missing'), 404, /missing/);
    assert.equal(requests(), before);
  });

  it('is not added when there is one of the username meanwhile', async () => {
    const { server } = shared;
    const id = requestIdOf(await add('overtaken'));
    const other = recordOf('overtaken', under('Web'));
    assert.equal((await server.call('/v1/endentity', { body: other })).status, 200);
    assertRefusal(await decide(server, id, officers.first), 500, /was made, changed or removed after the request/);
    assert.equal(await statusOf(server, id), 'REJECTED');
    assert.equal((await find('overtaken'))!.tokenType, 1);
  });

  it('is not added when its requester may not do it any more, or its profile does not allow it', async () => {
    const { server } = shared;
    await createProfiles(server, 'Fading', {});
    const fading = requestIdOf(await add('faded', under('Fading')));
    const { configuration } = server.running.installation;
    const present = await configuration.present(await configuration.get(endEntityProfileType, 'Fading'));
    await change(server.running.installation, 'RA_EDITEEPROFILE', [
      {
        kind: 'change',
        type: endEntityProfileType.token,
        name: 'Fading',
        settings: { ...present, availableTokenTypes: ['USERGENERATED'], defaultTokenType: 'USERGENERATED' },
      },
    ]);
    assertRefusal(await decide(server, fading, officers.first), 500, /availableTokenTypes/);
    assert.equal(await find('faded'), undefined);
    const leaver = await newOfficer(server, 'leaver', CLERK_RULES);
    const id = requestIdOf(await add('left', {}, leaver));
    const removed = await server.administer('/documents/ROLE/leaver', { method: 'DELETE' });
    assert.ok(removed.status < 300, removed.text);
    assertRefusal(await decide(server, id, officers.first), 500, /may not do this any more/);
    assert.equal(await find('left'), undefined);
  });

  it('is edited once that is approved, and those who decide see what it was', async () => {
    const { server } = shared;
    const before = await added('edited', { email: 'a@example.org', custom_data: [{ name: 'desk', value: '7' }] });
    const asked = await edit('edited', { password: undefined, subject_dn: 'CN=other', token: 'JKS' });
    const id = requestIdOf(asked);
    assert.equal(
      asked.json['info_message'],
      'Edit Entity request has been added for approval by authorized administrators.',
    );
    assert.deepEqual(await find('edited'), before);
    const { json } = await server.call(`/v1/approval/${id}`, { as: officers.first });
    assert.deepEqual([json['request_type'], json['subject_dn'], json['token']], ['Edit End Entity', 'CN=other', 'JKS']);
    assert.deepEqual(await furtherShown(id), {
      status: 'NEW',
      password: 'as before',
      key_recoverable: false,
      before: { subject_dn: 'CN=edited', email: 'a@example.org', token: 'P12', custom_data: { desk: '7' } },
    });
    await approve(id);
    const after = (await find('edited'))!;
    assert.deepEqual(
      [after.subjectDn, after.tokenType, after.email, after.passwordVerifier],
      ['CN=other', 3, undefined, before.passwordVerifier],
    );
    const again = requestIdOf(await edit('edited'));
    assert.equal((await furtherShown(again))['password'], 'new');
    await approve(again);
    assert.notEqual((await find('edited'))!.passwordVerifier, before.passwordVerifier);
  });

  for (const [what, meanwhile] of [
    ['was revoked', 'revoke'],
    ['got another password', 'setstatus'],
    ['was removed', 'remove'],
  ] as const) {
    it(`is not edited when it ${what} after the request`, async () => {
      const { server } = shared;
      const username = `meanwhile-${meanwhile}`;
      await added(username);
      const id = requestIdOf(await edit(username));
      const path = `/v1/endentity/${username}`;
      await editCa(server, 'Guarded', { approvals: {} });
      const done =
        meanwhile === 'revoke'
          ? await server.call(`${path}/revoke`, { method: 'PUT', body: { reason_code: 4 } })
          : meanwhile === 'setstatus'
            ? await server.call(`${path}/setstatus`, { body: { token: 'P12', status: 'NEW', password: 'another' } })
            : await server.call(path, { method: 'DELETE' });
      assert.equal(done.status, 200, done.text);
      await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'One' } });
      const changed = await find(username);
      assertRefusal(await decide(server, id, officers.first), 500, /changed or removed|does not exist/);
      assert.deepEqual(await find(username), changed);
    });
  }

  it('is edited although somebody has tried wrong passwords meanwhile', async () => {
    const { server } = shared;
    await createProfiles(server, 'Counting', {}, { maxFailedLoginsUsed: true, maxFailedLogins: 5 });
    await added('guessed', under('Counting'));
    const id = requestIdOf(await edit('guessed', { ...under('Counting'), subject_dn: 'CN=guessed,O=Other' }));
    const body = { username: 'guessed', password: 'wrong', key_alg: 'EC', key_spec: 'P-256' };
    assert.equal((await server.call('/v1/certificate/enrollkeystore', { body })).status, 400);
    assert.equal((await find('guessed'))!.extended.logins?.remaining, 4);
    await approve(id);
    assert.equal((await find('guessed'))!.subjectDn, 'CN=guessed,O=Other');
  });

  it('cannot be taken from a CA where others have to approve to another one without them', async () => {
    const { server } = shared;
    await added('moving');
    const id = requestIdOf(await edit('moving', { ca_name: 'ManagementCA' }));
    assert.deepEqual((await furtherShown(id))['before'], { ca_name: 'Guarded' });
    const elsewhere = await newOfficer(server, 'elsewhere', {
      '/ca/ManagementCA/': 'ALLOW',
      '/ra_functionality/approve_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    assert.equal((await decide(server, id, elsewhere)).status, 404);
    await approve(id);
    const back = requestIdOf(await edit('moving'));
    await approve(back);
  });

  it('stays under CA and profiles that were approved, whatever their names are then', async () => {
    const { server } = shared;
    await createProfiles(server, 'Renamed', {});
    const id = requestIdOf(await add('renamed', under('Renamed')));
    const { configuration } = server.running.installation;
    const before = await configuration.get(certificateProfileType, 'Renamed');
    const path = '/documents/CERTPROFILE/Renamed/rename';
    assert.equal((await server.administer(path, { body: { new_name: 'Renamed before' } })).status, 200);
    await approve(id);
    assert.equal((await find('renamed'))!.certificateProfileId, before.id);
  });

  it('gets its keystore by finalize once it is approved, in the order of that operation (60 to 63)', async () => {
    const { server } = shared;
    const finalize = (id: number, response_format = 'P12', password = SECRET) => {
      const body = { response_format, password, key_alg: 'EC', key_spec: 'P-256' };
      return server.call(`/v1/certificate/${id}/finalize`, { body, as: clerk });
    };
    const id = requestIdOf(await add('finalized'));
    assertRefusal(await finalize(id, 'XYZ'), 400, /^Invalid parameter: response_format/);
    assert.equal((await finalize(id)).status, 202);
    await approve(id);
    assertRefusal(await finalize(id, 'DER'), 400, /^Invalid response format/);
    assert.equal((await finalize(id, 'P12', 'wrong')).status, 403);
    const done = await finalize(id);
    assert.deepEqual([done.status, done.json['response_format']], [201, 'PKCS12'], done.text);
    assertRefusal(await finalize(id), 400, `Enrollment with Id '${id}' has already been finalized`);
    const rejected = requestIdOf(await add('unwanted'));
    assert.equal((await decide(server, rejected, officers.first, { approve: false })).json['status'], 'REJECTED');
    assertRefusal(await finalize(rejected), 400, `Request with Id '${rejected}' has been rejected`);
  });

  it('with a key of its own has nothing that finalize could issue', async () => {
    const { server } = shared;
    const finalize = (id: number) =>
      server.call(`/v1/certificate/${id}/finalize`, {
        body: { response_format: 'DER', password: SECRET },
        as: clerk,
      });
    const id = requestIdOf(await add('alone', { token: 'USERGENERATED' }));
    await approve(id);
    assertRefusal(await finalize(id), 422, /what was approved has no certificate request; send one/);
    assert.equal((await find('alone'))!.status, 10);
    assert.equal((await server.call('/v1/endentity/alone', { method: 'DELETE' })).status, 200);
    assertRefusal(await finalize(id), 404, /'alone' does not exist/);
  });

  it('is not finalized for what an edit has made of it since', async () => {
    const { server } = shared;
    const id = requestIdOf(await add('superseded'));
    await approve(id);
    const next = requestIdOf(await edit('superseded', { subject_dn: 'CN=superseded,O=Other' }));
    await approve(next);
    const body = { response_format: 'P12', password: SECRET, key_alg: 'EC', key_spec: 'P-256' };
    const first = await server.call(`/v1/certificate/${id}/finalize`, { body, as: clerk });
    assertRefusal(first, 400, /already been finalized/);
    assert.equal((await server.call(`/v1/certificate/${next}/finalize`, { body, as: clerk })).status, 201);
  });
});
