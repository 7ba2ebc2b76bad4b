/** Approvals of acts on end entities that change while the approval waits: what is done is what those who decided were shown, or nothing. */
import { Certificate, nameConstraints } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApprovalProfile, decide, officersOf, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { assertRefusal, createProfiles, editCa, ENROLL, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { findEndEntity, recordOf, under } from '../support/setups/end-entity-setup.ts';
import { APPROVER_RULES, CLERK_RULES, newOfficer } from '../support/officers.ts';
import type { ClientIdentity } from '../support/test-server.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { CERTIFICATE_REQUEST, createSshCa, createSshProfiles, sshRequest } from '../support/setups/ssh-setup.ts';

const PASSWORD = 'open sesame 1';

/** Settings of a record, by their names. */
const settings = (...pairs: readonly (readonly [name: string, value: string])[]) => ({
  custom_data: pairs.map(([name, value]) => ({ name, value })),
});
const SHOWN = settings(['NAMECONSTRAINTS_PERMITTED', 'sc.example']);

describe('an act on an end entity that others approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  let clerk: ClientIdentity;
  before(async () => {
    const { server } = shared;
    clerk = await newOfficer(server, 'clerk', CLERK_RULES);
    await createApprovalProfile(server, 'One', {});
    await createCa(server, 'Guarded');
    await createCa(server, 'Open');
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'One' } });
    await createProfiles(
      server,
      'Below',
      { type: 'SUB_CA', keyUsage: ['keyCertSign', 'cRLSign'], nameConstraintsUsed: true },
      {
        nameConstraintsPermittedUsed: true,
        allowedRequestsUsed: true,
        allowedRequestsModifiable: true,
        maxFailedLoginsUsed: true,
        maxFailedLogins: 5,
        availableTokenTypes: ['USERGENERATED', 'P12'],
      },
    );
  });

  const register = (path: string, username: string, more: object) =>
    shared.server.call(path, {
      body: recordOf(username, { ...under('Below'), ca_name: 'Open', password: PASSWORD, ...more }),
      as: clerk,
    });
  const added = async (username: string, more: object = SHOWN) => {
    const { status, text } = await register('/v1/endentity', username, more);
    assert.equal(status, 200, text);
  };
  const edited = async (username: string, more: object) => {
    const { status, text } = await register('/v1/endentity/edit', username, more);
    assert.equal(status, 200, text);
  };
  const enrollAt = (ca: string, username: string) =>
    shared.server.call(ENROLL, {
      body: {
        ...requestUnder('Below', { username, subject: `CN=${username}` }),
        password: PASSWORD,
        certificate_authority_name: ca,
      },
      as: clerk,
    });
  const shownOf = async (id: number) => (await shared.server.call(`/v1/approval/${id}`, { as: officers.first })).json;
  const furtherShown = async (id: number) =>
    JSON.parse((await shownOf(id))['certificate_extension_data'] as string) as Record<string, unknown>;
  const finalize = (id: number) =>
    shared.server.call(`/v1/certificate/${id}/finalize`, {
      body: { response_format: 'DER', password: PASSWORD },
      as: clerk,
    });
  const assertChangedMeanwhile = async (id: number, username: string) => {
    const before = await findEndEntity(shared.server, username);
    const refusal = /was made, changed or removed after the request/;
    assertRefusal(await decide(shared.server, id, officers.first), 500, refusal);
    assert.equal(await statusOf(shared.server, id), 'REJECTED');
    assert.deepEqual(await findEndEntity(shared.server, username), before);
  };

  for (const [what, username, more] of [
    ['other name constraints', 'widened', settings(['NAMECONSTRAINTS_PERMITTED', 'bank.example'])],
    ['more requests', 'counted', { custom_data: [...SHOWN.custom_data, { name: 'REQUESTCOUNTER', value: '5' }] }],
  ] as const)
    it(`enrolls none that has got ${what} elsewhere since it was shown`, async () => {
      await added(username);
      const id = requestIdOf(await enrollAt('Guarded', username));
      assert.deepEqual((await furtherShown(id))['custom_data'], { NAMECONSTRAINTS_PERMITTED: 'sc.example' });
      await edited(username, more);
      await assertChangedMeanwhile(id, username);
      assert.equal((await finalize(id)).status, 400);
    });

  it('enrolls the one that was shown, although somebody has tried wrong passwords meanwhile', async () => {
    const { server } = shared;
    await added('guessed', { ...SHOWN, token: 'P12' });
    const id = requestIdOf(await enrollAt('Guarded', 'guessed'));
    const body = { username: 'guessed', password: 'wrong', key_alg: 'EC', key_spec: 'P-256' };
    assert.equal((await server.call('/v1/certificate/enrollkeystore', { body })).status, 400);
    assert.equal((await findEndEntity(server, 'guessed'))!.extended.logins?.remaining, 4);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    const { status, json, text } = await finalize(id);
    assert.equal(status, 201, text);
    const certificate = Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
    const permitted = certificate.extension(nameConstraints)?.permittedSubtrees?.map(({ base }) => base);
    assert.deepEqual(permitted, [{ type: 'dNSName', value: 'sc.example' }]);
  });

  it('enrolls none whose request does not say what was shown, as requests of earlier releases do not', async () => {
    const { server } = shared;
    await added('unbound');
    const id = requestIdOf(await enrollAt('Guarded', 'unbound'));
    withDatabase(server, (database) => {
      const { act } = database.prepare('SELECT act FROM approval_request WHERE public_id = ?').get(id)!;
      const { edited: digest, ...earlier } = JSON.parse(act as string) as Record<string, unknown>;
      assert.ok(digest !== undefined);
      database.prepare('UPDATE approval_request SET act = ? WHERE public_id = ?').run(JSON.stringify(earlier), id);
    });
    await assertChangedMeanwhile(id, 'unbound');
  });

  /** Adds an end entity of the CA where others have to approve. */
  const addedGuarded = async (username: string) => {
    const id = requestIdOf(await register('/v1/endentity', username, { ...SHOWN, ca_name: 'Guarded' }));
    assert.equal((await decide(shared.server, id, officers.first)).json['status'], 'APPROVED');
  };

  it('is asked of the approvers of the CA that an enrollment takes the end entity from', async () => {
    const { server } = shared;
    await addedGuarded('taken');
    const before = await findEndEntity(server, 'taken');
    const id = requestIdOf(await enrollAt('Open', 'taken'));
    assert.equal((await shownOf(id))['ca_name'], 'Open');
    assert.deepEqual((await furtherShown(id))['before'], { ca_name: 'Guarded' });
    assert.deepEqual(await findEndEntity(server, 'taken'), before);
    const elsewhere = await newOfficer(server, 'elsewhere', { ...APPROVER_RULES, '/ca/Guarded/': 'DENY' });
    assert.equal((await decide(server, id, elsewhere)).status, 404);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    assert.equal((await finalize(id)).status, 201);
    assert.notEqual((await findEndEntity(server, 'taken'))!.caId, before!.caId);
  });

  it('takes no end entity from a CA where others have to approve to one of SSH', async () => {
    const { server } = shared;
    await createSshCa(server, 'Keys');
    await createSshProfiles(server, 'Users');
    await addedGuarded('logging in');
    const before = await findEndEntity(server, 'logging in');
    const body = sshRequest('Keys', 'Users', { username: 'logging in' });
    const answer = await server.call(CERTIFICATE_REQUEST, { body, as: clerk });
    assert.match(answer.text, /'Guarded' under this profile has to be approved by others/);
    assert.deepEqual(await findEndEntity(server, 'logging in'), before);
  });

  it('shows whose status is to be set with all that its certificates get, and sets that of no other', async () => {
    const { server } = shared;
    await editCa(server, 'Guarded', { approvals: {} });
    await added('status', { ...SHOWN, ca_name: 'Guarded' });
    const guard = () => editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'One' } });
    await guard();
    const ask = async () => {
      const body = { token: 'USERGENERATED', status: 'NEW', password: `${PASSWORD} again` };
      return requestIdOf(await server.call('/v1/endentity/status/setstatus', { method: 'POST', body, as: clerk }));
    };
    const first = await ask();
    const { subject_dn: subject, certificate_profile_name: profile, ca_name: ca } = await shownOf(first);
    assert.deepEqual([subject, profile, ca], ['CN=status', 'Below', 'Guarded']);
    assert.deepEqual(await furtherShown(first), {
      status: 'NEW',
      password: 'changed',
      custom_data: { NAMECONSTRAINTS_PERMITTED: 'sc.example' },
    });
    await editCa(server, 'Guarded', { approvals: {} });
    await edited('status', { ...settings(['NAMECONSTRAINTS_PERMITTED', 'bank.example']), ca_name: 'Guarded' });
    await guard();
    await assertChangedMeanwhile(first, 'status');
    const again = await ask();
    assert.equal((await decide(server, again, officers.first)).json['status'], 'APPROVED');
    assert.equal((await findEndEntity(server, 'status'))!.extended.approvedRegistration, again);
  });
});
