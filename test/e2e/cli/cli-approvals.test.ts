/** The commands for approvals against a server. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { officersOf, requestIdOf } from '../support/setups/approval-setup.ts';
import { certificatePath, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { recordOf } from '../support/setups/end-entity-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import type { ClientIdentity } from '../support/test-server.ts';

describe('sealwright approval', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    const profile = file('profile.yaml', PROFILE);
    assert.equal((await cli(undefined, 'config', 'set', 'approvalprofile', 'Tickets', '--file', profile)).code, 0);
    await createCa(shared.server, 'Guarded');
    await setApprovals('ca', 'Guarded', { caActivation: 'Tickets' });
    await setApprovals('ca', 'ManagementCA', { revocation: 'Tickets' });
  });

  const file = (name: string, content: string) => {
    const full = path.join(shared.server.home, name);
    writeFileSync(full, content);
    return full;
  };
  const cli = async (as: ClientIdentity | undefined, ...args: readonly string[]) => {
    const { home, running } = shared.server;
    const identity =
      as === undefined ? [] : ['--cert', file('officer.crt.pem', as.cert), '--key', file('officer.key.pem', as.key)];
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, ...identity, ...args]);
  };
  const setApprovals = async (type: string, name: string, approvals: object) => {
    const { out } = await cli(undefined, 'config', 'get', type, name, '--json');
    const { settings } = JSON.parse(out) as { settings: object };
    const changed = file('settings.json', JSON.stringify({ ...settings, approvals }));
    const { code, error } = await cli(undefined, 'config', 'set', type, name, '--file', changed);
    assert.equal(code, 0, error);
  };
  const askForActivation = async () => {
    assert.equal((await cli(undefined, 'ca', 'deactivate', 'Guarded')).code, 0);
    const { code, out } = await cli(officers.requester, 'ca', 'activate', 'Guarded');
    assert.equal(code, 6);
    assert.match(
      out,
      /^CA activation has been sent for approval by authorized administrators\. Request \d+: not done yet\.\n$/,
    );
    return /Request (\d+)/.exec(out)![1]!;
  };

  it('lists what waits, shows it with its form, and approves it', async () => {
    const id = await askForActivation();
    const list = await cli(officers.first, 'approval', 'list');
    assert.match(list.out, new RegExp(`^${id} +Activate CA Token +PENDING +requester +\\S+ +yes$`, 'm'));
    const shown = await cli(officers.first, 'approval', 'show', id);
    assert.match(shown.out, /^ca name +Guarded$/m);
    assert.match(shown.out, /^step 1 of 1, partition 12 \(Desk\): waits\n {2}Ticket \(String\): $/m);
    const args = ['--partition', '12', '--set', 'Ticket=RA=77', '--comment', 'called back'];
    const approved = await cli(officers.first, 'approval', 'approve', id, ...args);
    assert.equal(approved.code, 0, approved.error);
    assert.match(approved.out, /^status +APPROVED$/m);
    const { json } = await shared.server.call(`/v1/approval/${id}`);
    const [step] = json['performed_steps'] as [
      { partition_list: [{ property_list: object[]; approval_comment: string }] },
    ];
    const [ticket] = step.partition_list[0].property_list;
    assert.deepEqual(ticket, { label: 'Ticket', value: 'RA=77', type: 'String' });
    assert.equal(step.partition_list[0].approval_comment, 'called back');
    assert.equal((await caOf(shared.server, 'Guarded')).status, 'ACTIVE');
    const processed = await cli(officers.first, 'approval', 'list', '--processed', '--expired', '--json');
    const { approvals } = JSON.parse(processed.out) as { approvals: { request_id: number; status: string }[] };
    assert.deepEqual(
      approvals.filter(({ request_id: each }) => each === Number(id)).map(({ status }) => status),
      ['APPROVED'],
    );
  });

  it('shows who has asked, what waits for the caller and what a field can be', async () => {
    const id = await askForActivation();
    const shown = await cli(officers.first, 'approval', 'show', id);
    assert.match(shown.out, /^request type +Activate CA Token$/m);
    assert.match(shown.out, /^requested by +CN=requester\b/m);
    assert.match(shown.out, /^waits for you +partition 12$/m);
    assert.match(shown.out, /^ {2}Risk \(one of low, high\): low$/m);
    const own = JSON.parse((await cli(officers.requester, 'approval', 'show', id, '--json')).out) as Record<
      string,
      unknown
    >;
    assert.deepEqual(own['decidable_partitions'], []);
    assert.match(String(own['requested_by']), /^CN=requester\b/);
    assert.equal((await cli(officers.first, 'approval', 'reject', id)).code, 0);
  });

  it('fills in the form of the only partition that is open, unless told which', async () => {
    const id = await askForActivation();
    const approved = await cli(officers.first, 'approval', 'approve', id, '--set', 'Ticket=RA-7', 'Risk=high');
    assert.equal(approved.code, 0, approved.error);
    assert.match(approved.out, /^status +APPROVED$/m);
    assert.match(approved.out, /^ {2}Ticket \(String\): RA-7$/m);
  });

  it('asks which partition is meant when several are open', async () => {
    const profile = file('two.yaml', TWO_PARTITIONS);
    assert.equal((await cli(undefined, 'config', 'set', 'approvalprofile', 'Two', '--file', profile)).code, 0);
    await setApprovals('ca', 'Guarded', { caActivation: 'Two' });
    const id = await askForActivation();
    const unclear = await cli(officers.first, 'approval', 'approve', id, '--set', 'Ticket=1');
    assert.equal(unclear.code, 2);
    assert.match(unclear.error, /several wait for you: 1, 2; name one with --partition/);
    assert.equal((await cli(officers.first, 'approval', 'reject', id)).code, 1, 'nor does the server choose');
    assert.equal((await cli(officers.first, 'approval', 'reject', id, '--partition', '2')).code, 0);
    await setApprovals('ca', 'Guarded', { caActivation: 'Tickets' });
  });

  it('rejects a request', async () => {
    const id = await askForActivation();
    const rejected = await cli(officers.second, 'approval', 'reject', id, '--comment', 'no', '--json');
    assert.equal(rejected.code, 0, rejected.error);
    assert.equal((JSON.parse(rejected.out) as { status: string }).status, 'REJECTED');
    const text = await cli(officers.second, 'approval', 'show', id);
    assert.match(text.out, /^step 1 of 1, partition 12 \(Desk\): rejected by CN=second, .+: no$/m);
  });

  it('tells of a revocation that waits', async () => {
    const certificate = await enroll(shared.server, newRequest({ username: 'web', subject: 'CN=web' }));
    const args = ['--ca', 'ManagementCA', '--serial', certificate.serialNumber, '--reason', 'SUPERSEDED'];
    const asked = await cli(officers.requester, 'revoke', ...args);
    assert.equal(asked.code, 6, asked.error);
    const id = /Request (\d+)/.exec(asked.out)![1]!;
    assert.equal((await cli(officers.first, 'approval', 'approve', id)).code, 0);
    const status = await shared.server.call(certificatePath(certificate, 'revocationstatus'));
    assert.equal(status.json['revoked'], true);
  });

  it('shows an end entity that is to be added, and its edit, member by member', async () => {
    const { server } = shared;
    await createCa(server, 'Adding');
    await setApprovals('ca', 'Adding', { addEditEndEntity: 'Tickets' });
    const body = recordOf('added', { ca_name: 'Adding', custom_data: [{ name: 'desk', value: 'a "b"' }] });
    const id = String(requestIdOf(await server.call('/v1/endentity', { body })));
    const shown = await cli(officers.first, 'approval', 'show', id);
    assert.match(shown.out, /^request type +Add End Entity$/m);
    assert.match(shown.out, /^subject dn +CN=added$/m);
    assert.match(
      shown.out,
      /^certificate extension data:\n {2}status: "NEW"\n {2}password: "new"\n {2}key recoverable: false\n {2}custom data: \{"desk":"a \\"b\\""\}$/m,
    );
    assert.doesNotMatch(shown.out, /foo123|scrypt/);
    assert.equal((await cli(officers.first, 'approval', 'approve', id, '--set', 'Ticket=1')).code, 0);
    const edit = recordOf('added', { ca_name: 'Adding', password: undefined, email: 'a@example.org' });
    const asked = String(requestIdOf(await server.call('/v1/endentity/edit', { body: edit })));
    const edited = await cli(officers.first, 'approval', 'show', asked);
    assert.match(edited.out, /^ {2}password: "as before"$/m);
    assert.match(edited.out, /^ {2}before:\n {4}email: null\n {4}custom data: \{"desk":/m);
  });

  it('passes on why the server refuses', async () => {
    const id = await askForActivation();
    const own = await cli(officers.requester, 'approval', 'approve', id);
    assert.equal(own.code, 1);
    assert.match(own.error, /You have created this request and cannot approve it/);
    const missing = await cli(officers.first, 'approval', 'show', '77');
    assert.match(missing.error, /Approval request with ID '77' not found/);
  });

  it('refuses what it cannot send', async () => {
    for (const [args, problem] of [
      [['show', '-1'], /number/],
      [['show', 'x'], /has to be the number of one/],
      [['approve', '1', '--partition', 'x'], /--partition/],
      [['approve', '1', '--partition', '1', '--set', 'a'], /--set/],
    ] as const) {
      const { code, error } = await cli(officers.first, 'approval', ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(error, problem);
    }
  });
});

const PROFILE = `type: PARTITIONED_APPROVAL
steps:
  - stepIdentifier: 0
    partitions:
      - partitionIdentifier: 12
        title: Desk
        components:
          - { type: TEXT_FIELD, label: Ticket }
          - { type: RADIO_GROUP, label: Risk, possibleChoices: [low, high], content: low }
`;
const TWO_PARTITIONS = `type: PARTITIONED_APPROVAL
steps:
  - stepIdentifier: 0
    partitions:
      - { partitionIdentifier: 1, title: Desk, components: [{ type: TEXT_FIELD, label: Ticket }] }
      - { partitionIdentifier: 2, title: Floor, components: [{ type: TEXT_FIELD, label: Ticket }] }
`;
