/** Approvals when people, CAs and forms are not as one expects. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { X509Certificate } from 'node:crypto';
import { createApprovalProfile, decide, officersOf, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { activate, createGuardedCa, requestActivation } from '../support/setups/guarded-ca-setup.ts';
import {
  assertRefusal,
  certificateOf,
  editCa,
  ENROLL,
  MANAGEMENT_CA_DN,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { APPROVER_RULES, memberOf, newOfficer } from '../support/officers.ts';

describe('an approval', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    await createApprovalProfile(shared.server, 'Six eyes', { numberOfApprovalsRequired: 2 });
    await createApprovalProfile(shared.server, 'Four eyes', {});
  });

  const setMembers = async (role: string, members: readonly object[]) => {
    const { json } = await shared.server.administer(`/documents/ROLE/${role}`);
    const settings = { ...(json['settings'] as object), members };
    const { status, text } = await shared.server.administer(`/documents/ROLE/${role}`, {
      method: 'PUT',
      body: { settings },
    });
    assert.equal(status, 200, text);
  };
  const waiting = async (name: string) => {
    await createGuardedCa(shared.server, name, 'Six eyes');
    return requestActivation(shared.server, name, officers.requester);
  };

  it('does not count when its voter has lost the role before the act is done', async () => {
    const { server } = shared;
    const voter = await newOfficer(server, 'leaving', APPROVER_RULES);
    const id = await waiting('Left');
    assert.equal((await decide(server, id, voter)).status, 200);
    await setMembers('leaving', []);
    const second = await decide(server, id, officers.second);
    assert.deepEqual([second.status, second.json['status']], [200, 'PENDING']);
    assert.deepEqual(second.json['next_step'], {
      step_number: 1,
      approval_list: [{ remaining_approvals: 1, can_approve: false }],
    });
    assert.equal((await caOf(server, 'Left')).status, 'OFFLINE');
    const third = await decide(server, id, undefined);
    assert.deepEqual([third.status, third.json['status']], [200, 'APPROVED']);
    assert.equal((await caOf(server, 'Left')).status, 'ACTIVE');
  });

  it('counts again when its voter has the role again', async () => {
    const { server } = shared;
    const voter = await newOfficer(server, 'returning', APPROVER_RULES);
    const id = await waiting('Returned');
    assert.equal((await decide(server, id, voter)).status, 200);
    await setMembers('returning', []);
    await setMembers('returning', [memberOf('returning')]);
    assert.equal((await decide(server, id, officers.second)).json['status'], 'APPROVED');
  });

  it('does not count when the certificate of its voter was revoked', async () => {
    const { server } = shared;
    const voter = await newOfficer(server, 'compromised', APPROVER_RULES);
    const id = await waiting('Compromised');
    assert.equal((await decide(server, id, voter)).status, 200);
    const { serialNumber } = new X509Certificate(voter.cert);
    const path = `/v1/certificate/${MANAGEMENT_CA_DN}/${serialNumber}/revoke?reason=KEY_COMPROMISE`;
    assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
    assert.equal((await decide(server, id, officers.second)).json['status'], 'PENDING');
    assert.equal((await caOf(server, 'Compromised')).status, 'OFFLINE');
  });

  it('of an enrollment is refused, and the request waits on, while the CA is off line', async () => {
    const { server } = shared;
    await createCa(server, 'Resting');
    await editCa(server, 'Resting', { approvals: { addEditEndEntity: 'Four eyes' } });
    const body = { ...newRequest({ username: 'early', subject: 'CN=early' }), certificate_authority_name: 'Resting' };
    const id = requestIdOf(await server.call(ENROLL, { body }));
    assert.equal((await activate(server, 'Resting', undefined, 'deactivate')).status, 200);
    assertRefusal(await decide(server, id, officers.first), 503, /'Resting' cannot sign: its status is OFFLINE/);
    assert.equal(await statusOf(server, id), 'PENDING');
    assert.equal((await activate(server, 'Resting', undefined)).status, 200);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
  });

  it('of a revocation is done while the CA is off line', async () => {
    const { server } = shared;
    await createCa(server, 'Asleep');
    const body = { ...newRequest({ username: 'late', subject: 'CN=late' }), certificate_authority_name: 'Asleep' };
    const { serialNumber } = certificateOf(await server.call(ENROLL, { body }));
    await editCa(server, 'Asleep', { approvals: { revocation: 'Four eyes' } });
    const path = `/v1/certificate/CN=Asleep,O=Example/${serialNumber}`;
    const id = requestIdOf(await server.call(`${path}/revoke?reason=SUPERSEDED`, { method: 'PUT' }));
    assert.equal((await activate(server, 'Asleep', undefined, 'deactivate')).status, 200);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    assert.equal((await server.call(`${path}/revocationstatus`)).json['revoked'], true);
  });

  it('needs the required fields of its form, and a rejection does not', async () => {
    const { server } = shared;
    const components = [
      { type: 'TEXT_FIELD', label: 'Ticket', required: true },
      { type: 'CHECK_BOX', label: 'Passport seen', required: true },
      { type: 'TEXT_AREA', label: 'Remarks' },
    ];
    const partitions = [{ partitionIdentifier: 1, components }];
    const steps = [{ stepIdentifier: 0, partitions }];
    await createApprovalProfile(server, 'Form', { type: 'PARTITIONED_APPROVAL', steps });
    await createGuardedCa(server, 'Formal', 'Form');
    const id = await requestActivation(server, 'Formal', officers.requester);
    const filled = (...properties: readonly object[]) => ({
      approve: true,
      approval_partitions: [{ partition_identifier: 1, property_list: properties }],
    });
    const ticket = { label: 'Ticket', value: 'RA-77' };
    assertRefusal(await decide(server, id, officers.first), 400, /label Ticket is required/);
    assertRefusal(
      await decide(server, id, officers.first, filled({ label: 'Ticket', value: '  ' })),
      400,
      /Ticket is required/,
    );
    const unticked = filled(ticket, { label: 'Passport seen', value: 'false' });
    assertRefusal(await decide(server, id, officers.first, unticked), 400, /Passport seen is required/);
    assert.equal(await statusOf(server, id), 'PENDING');
    const done = await decide(server, id, officers.first, filled(ticket, { label: 'Passport seen', value: 'true' }));
    assert.equal(done.json['status'], 'APPROVED', done.text);
    assert.equal((await activate(server, 'Formal', undefined, 'deactivate')).status, 200);
    const again = await requestActivation(server, 'Formal', officers.requester);
    assert.equal((await decide(server, again, officers.first, { approve: false })).json['status'], 'REJECTED');
  });
});
