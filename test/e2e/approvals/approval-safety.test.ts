/** That approvals hold when somebody tries to get around them, and when something breaks in the middle of one. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApprovalProfile, decide, officersOf, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { activate, createGuardedCa, requestActivation } from '../support/setups/guarded-ca-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, certificatePath, editCa, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { APPROVER_RULES, newOfficer } from '../support/officers.ts';
import { whileRefusing } from '../support/installations/server-database.ts';

describe('approvals', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createApprovalProfile(server, 'Form', {
      type: 'PARTITIONED_APPROVAL',
      steps: [
        {
          stepIdentifier: 0,
          partitions: [{ partitionIdentifier: 1, components: [{ label: 'Secret of the desk' }] }],
        },
      ],
    });
    await editCa(server, 'ManagementCA', { approvals: { revocation: 'Four eyes' } });
  });
  const askForRevocation = async (username: string) => {
    const { server } = shared;
    const certificate = await enroll(server, newRequest({ username, subject: `CN=${username}` }));
    const path = certificatePath(certificate, 'revoke?reason=SUPERSEDED');
    const id = requestIdOf(await server.call(path, { method: 'PUT', as: officers.requester }));
    const isRevoked = async () =>
      (await server.call(certificatePath(certificate, 'revocationstatus'))).json['revoked'] as boolean;
    return { id, isRevoked };
  };

  for (const table of ['approval_decision', 'audit_record']) {
    it(`leave everything as it was when nothing can be stored in ${table}`, async () => {
      const { server } = shared;
      const { id, isRevoked } = await askForRevocation(`half ${table}`);
      const answer = await whileRefusing(server, 'INSERT', table, () => decide(server, id, officers.first));
      assertRefusal(answer, 500, 'General failure.');
      assert.equal(await statusOf(server, id), 'PENDING');
      assert.equal(await isRevoked(), false);
      assert.deepEqual((await server.call(`/v1/approval/${id}`)).json['performed_steps'], []);
      assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
      assert.equal(await isRevoked(), true);
    });
  }

  it('need the right to approve for the end entity profile, and for what kind of act it is', async () => {
    const { server } = shared;
    const { id, isRevoked } = await askForRevocation('guarded');
    const without = async (name: string, resource: string) => {
      const as = await newOfficer(server, name, { ...APPROVER_RULES, [resource]: 'DENY' });
      const seen = (await server.call('/v1/approval/search', { body: { searching_waiting: true }, as })).json;
      const found = (seen['approvals'] as Record<string, unknown>[]).find((each) => each['request_id'] === id);
      assert.equal(found?.['can_be_approved_by_me'], false, name);
      return decide(server, id, as);
    };
    const profile = '/endentityprofilesrules/EMPTY/approve_end_entity/';
    assertRefusal(await without('no profile', profile), 403, /approve_end_entity/);
    assertRefusal(await without('cas only', '/ra_functionality/approve_end_entity/'), 403, /approve_end_entity/);
    await createGuardedCa(server, 'For others', 'Four eyes');
    const activation = await requestActivation(server, 'For others', officers.requester);
    const clerk = await newOfficer(server, 'clerk', {
      ...APPROVER_RULES,
      '/ca_functionality/approve_caaction/': 'DENY',
    });
    assertRefusal(await decide(server, activation, clerk), 403, /approve_caaction/);
    assert.equal(await isRevoked(), false);
  });

  it('are not asked of those who may not do the act anyway', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Not theirs', 'Four eyes');
    const rows = auditRows(server).length;
    assert.equal((await activate(server, 'Not theirs', officers.first)).status, 403);
    assert.deepEqual(
      auditRows(server)
        .slice(rows)
        .map(({ event }) => event),
      ['ACCESS_CONTROL'],
    );
  });

  it('are looked at on every way to an act', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'All ways', 'Four eyes');
    assert.equal((await activate(server, 'All ways', undefined)).status, 202);
    const other = await server.administer('/cas/All%20ways/activate', { body: {} });
    assert.equal(other.status, 409, other.text);
    assert.match(other.json['error_message'] as string, /waits for approval already/);
    assert.equal((await caOf(server, 'All ways')).status, 'OFFLINE');
  });

  it('keep what is filled in out of the audit log, and say who decided what', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Recorded', 'Form');
    const id = await requestActivation(server, 'Recorded', officers.requester);
    const form = [{ label: 'Secret of the desk', value: 'open sesame' }];
    const body = {
      approve: true,
      comment: 'as agreed',
      approval_partitions: [{ partition_identifier: 1, property_list: form }],
    };
    assert.equal((await decide(server, id, officers.first, body)).status, 200);
    const rows = auditRows(server);
    assert.ok(rows.every(({ record }) => !record.includes('open sesame')));
    const [added, approved, activated] = rows.slice(-3);
    assert.equal(detailsOf(added!)['approvalProfile'], 'Form');
    assert.deepEqual(detailsOf(approved!), {
      requestId: id,
      requestType: 'Activate CA Token',
      requestedBy: 'CN=requester',
      step: 0,
      partitions: [1],
      comment: 'as agreed',
      status: 'EXECUTED',
    });
    assert.equal(activated!.unit_id, approved!.unit_id);
    assert.ok(server.log.every((line) => !line.includes('open sesame')));
  });

  it('record a decision that was refused', async () => {
    const { server } = shared;
    const { id } = await askForRevocation('refused decision');
    const body = { approve: true, approval_partitions: [{ partition_identifier: 5 }] };
    assert.equal((await decide(server, id, officers.first, body)).status, 400);
    const { event, outcome, actor } = auditRows(server).at(-1)!;
    assert.deepEqual([event, outcome, actor], ['APPROVAL_APPROVE', 'FAILURE', 'CN=first']);
  });

  it('bear hostile input', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Attacked', 'Form');
    const id = await requestActivation(server, 'Attacked', officers.requester);
    const by = (body: unknown) => decide(server, id, officers.first, body);
    const partition = (more: object) => ({
      approve: true,
      approval_partitions: [{ partition_identifier: 1, property_list: [{ label: 'Secret of the desk', ...more }] }],
    });
    for (const body of [
      { approve: true, comment: 'x'.repeat(4097) },
      { approve: true, comment: 'a\u0000b' },
      { approve: true, comment: 7 },
      { approve: 1 },
      { approve: null },
      [],
      'approve',
      { approve: true, approval_partitions: {} },
      { approve: true, approval_partitions: [{}] },
      { approve: true, approval_partitions: [{ partition_identifier: 1.5 }] },
      { approve: true, approval_partitions: [{ partition_identifier: 2 ** 40 }] },
      {
        approve: true,
        approval_partitions: Array.from({ length: 101 }, (_, index) => ({ partition_identifier: index })),
      },
      partition({ value: 'x'.repeat(4097) }),
      partition({ value: true }),
      partition({ value: '\u001b[2J' }),
      partition({ label: '__proto__', value: 'x' }),
      partition({ label: 'constructor', value: 'x' }),
      partition({ label: 'toString' }),
    ]) {
      const { status, text } = await by(body);
      assert.equal(status, 400, `${JSON.stringify(body).slice(0, 80)}: ${text}`);
    }
    const raw = (rawBody: string) =>
      server.call(`/v1/approval/${id}/process`, {
        rawBody,
        as: officers.first,
        headers: { 'content-type': 'application/json' },
      });
    for (const body of ['{"approve":true', '{"approve":true,"__proto__":{}}', '\xff'])
      assert.equal((await raw(body)).status, 400, body);
    assert.equal(await statusOf(server, id), 'PENDING');
    const script = '<script>alert(1)</script>';
    const done = await by({ ...partition({ value: script }), comment: script, unknown: { member: 1 } });
    assert.equal(done.status, 200, done.text);
    assert.match(String(done.headers['content-type']), /^application\/json/);
    const [
      {
        partition_list: [decided],
      },
    ] = done.json['performed_steps'] as [{ partition_list: [Record<string, unknown>] }];
    assert.equal(decided['approval_comment'], script);
  });

  it('are administered with rights of their own', async () => {
    const { server } = shared;
    const keeper = await newOfficer(server, 'keeper', { '/ca_functionality/edit_approval_profiles/': 'ALLOW' });
    const reader = await newOfficer(server, 'reader', { '/ca_functionality/view_approval_profiles/': 'ALLOW' });
    const path = '/documents/APPROVALPROFILE/Kept';
    const body = { settings: {} };
    assert.equal((await server.administer(path, { body, as: reader })).status, 403);
    assert.equal((await server.administer(path, { body, as: keeper })).status, 201);
    assert.equal((await server.administer(path, { as: reader })).status, 200);
    assert.equal((await server.administer(path, { as: officers.first })).status, 403);
    const used = await server.administer('/documents/APPROVALPROFILE/Form', { method: 'DELETE', as: keeper });
    assert.equal(used.status, 409, used.text);
    assert.equal((await server.administer(path, { method: 'DELETE', as: keeper })).status, 200);
    const events = auditRows(server).map(({ event, outcome }) => `${event} ${outcome}`);
    for (const event of [
      'APPROVAL_PROFILE_ADD SUCCESS',
      'APPROVAL_PROFILE_REMOVE SUCCESS',
      'APPROVAL_PROFILE_REMOVE FAILURE',
    ])
      assert.ok(events.includes(event), event);
  });
});
