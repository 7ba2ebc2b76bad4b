/** Requests for approval over `v1/approval`: looked at, searched for, filled in. Numbers are those of its acceptance cases. */
import { makeExtension, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApprovalProfile, decide, officersOf, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { createGuardedCa, requestActivation } from '../support/setups/guarded-ca-setup.ts';
import { assertRefusal, certificatePath, editCa, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import type { ClientIdentity } from '../support/test-server.ts';

const DAY_SECONDS = 86_400;

/** First a clerk and an auditor beside each other, then anybody. */
const IN_STEPS = {
  type: 'PARTITIONED_APPROVAL',
  requestExpirationPeriod: '2d',
  steps: [
    {
      stepIdentifier: 0,
      partitions: [
        {
          partitionIdentifier: 12,
          title: 'RA check',
          canApprove: ['first'],
          components: [
            { type: 'TEXT_FIELD', label: 'Ticket' },
            { type: 'INTEGER', label: 'Number', content: '7' },
            { type: 'CHECK_BOX', label: 'Called back' },
            { type: 'RADIO_GROUP', label: 'Risk', possibleChoices: ['low', 'high'] },
            { type: 'URL_FIELD', label: 'Page' },
            { type: 'TEXT_AREA', label: 'Notes' },
            { type: 'LONG', label: 'Amount' },
          ],
        },
        { partitionIdentifier: 13, title: 'Audit', canApprove: ['second'], canView: ['first'] },
      ],
    },
    { stepIdentifier: 1, partitions: [{ partitionIdentifier: 12, title: 'Last look' }] },
  ],
};

describe('a request in steps', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  let cas = 0;
  before(async () => {
    await createApprovalProfile(shared.server, 'In steps', IN_STEPS);
  });
  const ask = async () => {
    const name = `Stepwise ${(cas += 1)}`;
    await createGuardedCa(shared.server, name, 'In steps');
    return requestActivation(shared.server, name, officers.requester);
  };
  const get = async (id: number, as?: ClientIdentity) => {
    const { json, status, text } = await shared.server.call(`/v1/approval/${id}`, as === undefined ? {} : { as });
    assert.equal(status, 200, text);
    return json;
  };
  const partition = (identifier: number, property_list: readonly unknown[] = []) => ({
    approve: true,
    approval_partitions: [{ partition_identifier: identifier, property_list }],
  });

  it('shows each administrator the partitions that are theirs to see', async () => {
    const id = await ask();
    const partitionsOf = async (as: ClientIdentity) => {
      const step = (await get(id, as))['next_step'] as { partition_list: { partition_identifier: number }[] } | null;
      return step?.partition_list.map(({ partition_identifier: identifier }) => identifier);
    };
    assert.deepEqual(await partitionsOf(officers.first), [12, 13]);
    assert.deepEqual(await partitionsOf(officers.second), [13]);
    assert.equal(await partitionsOf(officers.requester), undefined);
    const { next_step: next, total_steps: total } = await get(id, officers.first);
    assert.equal(total, 2);
    const [form] = (next as { partition_list: Record<string, unknown>[] }).partition_list;
    assert.deepEqual(form, {
      name: 'RA check',
      partition_identifier: 12,
      property_list: [
        { label: 'Ticket', value: '', type: 'String' },
        { label: 'Number', value: '7', type: 'Integer' },
        { label: 'Called back', value: '', type: 'Boolean' },
        { label: 'Risk', value: '', type: 'RadioButton', possible_values: ['low', 'high'] },
        { label: 'Page', value: '', type: 'UrlString' },
        { label: 'Notes', value: '', type: 'MultiLineString' },
        { label: 'Amount', value: '', type: 'Long' },
      ],
    });
  });

  it('takes the steps in their order, with forms as they were filled in', async () => {
    const { server } = shared;
    const id = await ask();
    const values = [
      { label: 'Ticket', value: 'RA-77' },
      { label: 'Called back', value: 'true' },
      { label: 'Risk', value: 'low' },
      { label: 'Page', value: 'https://tickets.example/77' },
      { label: 'Notes', value: 'one\ntwo' },
      { label: 'Amount', value: '-9223372036854775808' },
    ];
    const first = await decide(server, id, officers.first, { ...partition(12, values), comment: 'checked' });
    assert.equal(first.status, 200, first.text);
    const [performed] = first.json['performed_steps'] as [{ partition_list: Record<string, unknown>[] }];
    const { property_list: filled, ...decided } = performed.partition_list[0]!;
    assert.deepEqual(
      (filled as { label: string; value: string }[]).map(({ label, value }) => [label, value]),
      [
        ['Ticket', 'RA-77'],
        ['Number', '7'],
        ['Called back', 'true'],
        ['Risk', 'low'],
        ['Page', 'https://tickets.example/77'],
        ['Notes', 'one\ntwo'],
        ['Amount', '-9223372036854775808'],
      ],
    );
    assert.equal(decided['approval_comment'], 'checked');
    // Callers who do not see the partition see that it was decided, and by whom.
    const [hidden] = (await get(id, officers.second))['performed_steps'] as [{ partition_list: object[] }];
    assert.deepEqual(Object.keys(hidden.partition_list[0]!).toSorted(), [
      'approval_action',
      'approval_admin',
      'approval_date',
      'name',
      'partition_identifier',
    ]);
    assert.equal((await decide(server, id, undefined)).status, 403, 'the second step does not wait yet');
    const second = await decide(server, id, officers.second);
    assert.equal(second.json['status'], 'PENDING');
    assert.deepEqual(second.json['next_step'], {
      step_number: 2,
      partition_list: [{ name: 'Last look', partition_identifier: 12 }],
    });
    const last = await decide(server, id, undefined);
    assert.deepEqual([last.status, last.json['status']], [200, 'APPROVED']);
  });

  it('ends with the rejection of one partition', async () => {
    const { server } = shared;
    const id = await ask();
    assert.equal((await decide(server, id, officers.first, partition(12))).status, 200);
    const rejected = await decide(server, id, officers.second, { ...partition(13), approve: false });
    assert.deepEqual([rejected.status, rejected.json['status']], [200, 'REJECTED']);
    assert.equal((await decide(server, id, undefined)).status, 409);
  });

  it("refuses what is not open, not the caller's, or not asked for", async () => {
    const { server } = shared;
    const id = await ask();
    const by = (body: unknown, as = officers.first) => decide(server, id, as, body);
    assertRefusal(await by(partition(13)), 403, 'No role of the caller decides on partition 13.');
    assertRefusal(await by(partition(99)), 400, /^Partition 99 is not open in the present step; open are: 12, 13\.$/);
    assertRefusal(
      await by(partition(12, [{ label: 'X', value: '1' }])),
      400,
      'No property with label X found in partition',
    );
    for (const [label, value] of [
      ['Number', 'seven'],
      ['Number', '2147483648'],
      ['Number', '1.0'],
      ['Amount', '9223372036854775808'],
      ['Called back', 'yes'],
      ['Risk', 'middling'],
      ['Page', 'no address'],
      ['Ticket', 'two\nlines'],
    ] as const)
      assertRefusal(await by(partition(12, [{ label, value }])), 400, `Wrong type for property with label ${label}`);
    const twice = { approve: true, approval_partitions: [12, 12].map((number) => ({ partition_identifier: number })) };
    assertRefusal(await by(twice), 400, 'Partition 12 is named twice; once is right.');
    assert.deepEqual((await get(id))['performed_steps'], []);
  });

  it('asks callers who may decide on several partitions which one is meant', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Beside', {
      type: 'PARTITIONED_APPROVAL',
      steps: [{ stepIdentifier: 0, partitions: [{ partitionIdentifier: -1 }, { partitionIdentifier: 2 }] }],
    });
    await createGuardedCa(server, 'Beside', 'Beside');
    const id = await requestActivation(server, 'Beside', officers.requester);
    assertRefusal(await decide(server, id, officers.first), 400, /approval_partitions: -1, 2\.$/);
    const both = { approve: true, approval_partitions: [{ partition_identifier: -1 }, { partition_identifier: 2 }] };
    assert.equal((await decide(server, id, officers.first, both)).json['status'], 'APPROVED');
  });
});

describe('requests for approval', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  let revocation: number;
  let activation: number;
  before(async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', { requestExpirationPeriod: '3d' });
    await createApprovalProfile(server, 'Slow', { requestExpirationPeriod: '30d', numberOfApprovalsRequired: 2 });
    await editCa(server, 'ManagementCA', { approvals: { revocation: 'Four eyes' } });
    const certificate = await enroll(
      server,
      newRequest({
        username: 'alice',
        subject: 'CN=Alice,E=alice@example.com',
        extensions: [makeExtension(subjectAltName, [{ type: 'rfc822Name', value: 'alice@example.com' }], false)],
      }),
    );
    const put = { method: 'PUT', as: officers.requester } as const;
    revocation = requestIdOf(await server.call(certificatePath(certificate, 'revoke?reason=SUPERSEDED'), put));
    server.clock.advanceSeconds(1);
    await createGuardedCa(server, 'Slow', 'Slow');
    activation = await requestActivation(server, 'Slow', officers.requester);
  });
  const search = (body: unknown, as?: ClientIdentity) =>
    shared.server.call('/v1/approval/search', { body, ...(as === undefined ? {} : { as }) });
  const idsOf = async (body: unknown, as?: ClientIdentity) => {
    const { status, json, text } = await search(body, as);
    assert.equal(status, 200, text);
    return (json['approvals'] as { request_id: number }[]).map(({ request_id: id }) => id);
  };

  it('have a group with a status (3)', async () => {
    const { status, json } = await shared.server.call('/v1/approval/status', { as: null });
    assert.deepEqual([status, json['status'], json['version']], [200, 'OK', '1.0']);
  });

  it('have numbers above 0 (104)', async () => {
    for (const id of ['-12345', '0'])
      for (const path of [id, `${id}/status`])
        assertRefusal(
          await shared.server.call(`/v1/approval/${path}`),
          400,
          `Invalid request ID '${id}'. Request ID must be a positive integer.`,
        );
    for (const id of ['x', '1.5', '99999999999999999999']) {
      const { status, text } = await shared.server.call(`/v1/approval/${id}`);
      assert.equal(status, 400, text);
    }
  });

  it('are not found under numbers that none has (111)', async () => {
    const missing = "Approval request with ID '77' not found, or user not authorized to view.";
    assertRefusal(await shared.server.call('/v1/approval/77'), 404, missing);
    assertRefusal(await shared.server.call('/v1/approval/77/status'), 404, missing);
    assertRefusal(await decide(shared.server, 77, undefined), 404, missing);
    assert.equal((await decide(shared.server, 2 ** 31 - 1, undefined)).status, 404);
    const beyond = await decide(shared.server, '2147483648', undefined);
    assertRefusal(beyond, 400, "Invalid path: 'request_id' must be <= 2147483647.");
  });

  it('are checked in the order that clients know', async () => {
    const { server } = shared;
    assertRefusal(await decide(server, -1, undefined, {}), 400, /^Invalid request ID '-1'/);
    assertRefusal(await decide(server, 77, undefined, {}), 404, /not found/);
    assertRefusal(
      await decide(server, revocation, undefined, {}),
      400,
      "Invalid request body: 'approve' must be given.",
    );
    assertRefusal(await decide(server, revocation, undefined, { approve: 'yes' }), 400, /'approve' must be boolean/);
    const none = await server.call(`/v1/approval/${revocation}/process`, { method: 'POST' });
    assertRefusal(none, 400, /request body/);
    assertRefusal(await decide(server, revocation, officers.requester, {}), 400, /'approve' must be given/);
  });

  it('answer 401 to processing without credentials, and 403 elsewhere', async () => {
    const { server } = shared;
    assert.equal((await decide(server, revocation, null)).json['error_code'], 401);
    assert.equal((await server.call(`/v1/approval/${revocation}`, { as: null })).status, 403);
    assert.equal((await server.call('/v1/approval/search', { body: {}, as: null })).status, 403);
  });

  it('are listed for those who may approve them, the newest first (106)', async () => {
    const listed = async (as: ClientIdentity) =>
      (await search({ searching_waiting: true }, as)).json['approvals'] as Record<string, unknown>[];
    const seen = await listed(officers.first);
    assert.deepEqual(
      seen.map(({ request_id: id }) => id),
      [activation, revocation],
    );
    const { request_date: date, expiration_date: end, ...about } = seen[1]!;
    assert.deepEqual(about, {
      request_id: revocation,
      request_type: 'Revoke Certificate',
      requested_by: 'requester',
      can_be_approved_by_me: true,
      status: 'PENDING',
    });
    assert.equal((Date.parse(end as string) - Date.parse(date as string)) / 1000, 3 * DAY_SECONDS);
    assert.match(date as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    // Who asked has no right to approvals of others.
    assertRefusal(await search({ searching_waiting: true }, officers.requester), 403, /view_approvals/);
  });

  it('cannot be approved by the caller who has asked, whatever else they may', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'By the chief', 'Slow');
    const id = requestIdOf(await server.call('/v1/ca_management/By the chief/activate', { method: 'PUT' }));
    const own = ((await search({ searching_waiting: true })).json['approvals'] as Record<string, unknown>[]).find(
      ({ request_id: each }) => each === id,
    );
    assert.equal(own?.['can_be_approved_by_me'], false);
    assert.equal((await decide(server, id, officers.first, { approve: false })).status, 200);
  });

  it('are looked for by subject, days and state', async () => {
    assert.deepEqual(await idsOf({ subject_dn: 'cn=alice' }), [revocation]);
    assert.deepEqual(await idsOf({ subject_dn: 'cn=nobody', searching_waiting: true }), []);
    assert.deepEqual(await idsOf({ email: 'alice@example.com' }), [revocation]);
    assert.deepEqual(await idsOf({ email: 'bob@example.com' }), []);
    const day = (offset: number) =>
      new Date(shared.server.clock.nowMs() + offset * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    const waiting = { searching_waiting: true };
    assert.deepEqual(await idsOf({ ...waiting, created_on_or_after: day(-1) }), [activation, revocation]);
    assert.deepEqual(await idsOf({ ...waiting, created_on_or_after: day(1) }), []);
    assert.deepEqual(await idsOf({ ...waiting, created_on_or_before: day(0) }), [activation, revocation]);
    assert.deepEqual(await idsOf({ ...waiting, created_on_or_before: day(-2) }), []);
    assert.deepEqual(await idsOf({ days_requests_expire_in: '3' }, officers.first), [revocation]);
    assert.deepEqual(await idsOf({ days_requests_expire_in: '0' }, officers.first), []);
    assert.deepEqual(await idsOf({ days_requests_expire_in: '99999' }, officers.first), [activation, revocation]);
    assert.deepEqual(await idsOf({ searching_expired: true }), []);
  });

  it('are looked for with something in mind (107)', async () => {
    for (const body of [{}, { searching_waiting: false, searching_processed: false }, { subject_dn: '' }])
      assertRefusal(await search(body), 400, 'At least one search criteria must be set');
    assertRefusal(await search({ email: 'nobody' }), 400, 'Invalid email format');
    const days = { created_on_or_after: '2031-05-02', created_on_or_before: '2031-05-01' };
    const order = 'created_on_or_after must be before created_on_or_before';
    assertRefusal(await search(days), 400, order);
    assertRefusal(await search({ ...days, created_on_or_before: '2031-05-02' }), 400, order);
    for (const bad of [
      { created_on_or_after: '2031-02-30' },
      { created_on_or_after: '1.5.2031' },
      { days_requests_expire_in: '-1' },
      { days_requests_expire_in: 'three' },
      { searching_waiting: 'true' },
      { subject_dn: 'x'.repeat(5000) },
    ])
      assert.equal((await search(bad)).status, 400, JSON.stringify(bad));
  });

  it('are all listed without a body, as documented', async () => {
    const { status, json } = await shared.server.call('/v1/approval/search', { method: 'POST' });
    assert.equal(status, 200);
    assert.ok((json['approvals'] as unknown[]).length >= 2);
  });

  it('are listed by what has become of them', async () => {
    const { server } = shared;
    assert.equal((await decide(server, revocation, officers.first)).json['status'], 'APPROVED');
    assertRefusal(
      await decide(server, revocation, officers.second),
      409,
      'Approval request cannot be processed. Current status: APPROVED',
    );
    assert.ok((await idsOf({ searching_processed: true })).includes(revocation));
    assert.deepEqual(await idsOf({ searching_waiting: true }), [activation]);
    server.clock.advanceSeconds(31 * DAY_SECONDS);
    assert.equal(await statusOf(server, activation), 'EXPIRED');
    assert.deepEqual(await idsOf({ searching_waiting: true }), []);
    assert.deepEqual(await idsOf({ searching_expired: true }), [activation]);
  });
});

describe('requests for approval, as EJBCA answers', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  it('answer 403 to processing without credentials', async () => {
    assert.equal((await decide(shared.server, 77, null)).status, 403);
  });

  it('are looked for with a body', async () => {
    const { server } = shared;
    const none = await server.call('/v1/approval/search', { method: 'POST' });
    assertRefusal(none, 400, 'Request body must not be null');
  });
});
