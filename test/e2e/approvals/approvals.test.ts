/** Acts that are done only when other administrators approve them, over the CA REST interface. Numbers are those of its acceptance cases. */
import { Certificate, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApprovalProfile, decide, officersOf, requestIdOf, statusOf } from '../support/setups/approval-setup.ts';
import { activate, createGuardedCa, requestActivation } from '../support/setups/guarded-ca-setup.ts';
import { actorIn, auditRows } from '../support/audit-records.ts';
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
import { caOf, createCa } from '../support/ca-setup.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import type { ClientIdentity, TestServer } from '../support/test-server.ts';

const FOUR_EYES = { type: 'ACCUMULATIVE_APPROVAL', numberOfApprovalsRequired: 1 };
const ACTIVATION = {
  status_code: 202,
  info_message: 'CA activation has been sent for approval by authorized administrators.',
};

describe('the activation of a CA that others have to approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    await createApprovalProfile(shared.server, 'Four eyes', FOUR_EYES);
    await createApprovalProfile(shared.server, 'Six eyes', { ...FOUR_EYES, numberOfApprovalsRequired: 2 });
  });

  it('is asked for when the CA is off line, and done when it is active (39)', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Guarded', 'Four eyes');
    const asked = await activate(server, 'Guarded', officers.requester);
    assert.deepEqual(asked.json, { ...ACTIVATION, request_id: requestIdOf(asked) });
    assert.equal((await caOf(server, 'Guarded')).status, 'OFFLINE');
    await createCa(server, 'Active');
    await editCa(server, 'Active', { approvals: { caActivation: 'Four eyes' } });
    const active = await activate(server, 'Active', officers.requester);
    assert.deepEqual([active.status, active.text], [200, '']);
  });

  it('follows the certificate profile of the CA where that says what the CA does not', async () => {
    const { server } = shared;
    const profile = { type: 'ROOT_CA', keyUsage: ['keyCertSign', 'cRLSign'], approvals: { caActivation: 'Four eyes' } };
    await createProfiles(server, 'Strict roots', profile);
    await createCa(server, 'Of a strict profile', { certificateProfile: 'Strict roots' });
    assert.equal((await activate(server, 'Of a strict profile', undefined, 'deactivate')).status, 200);
    assert.equal((await activate(server, 'Of a strict profile', officers.requester)).status, 202);
  });

  it('is done by the last approval, as the requester, and answered APPROVED (108)', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Approved', 'Six eyes');
    const id = await requestActivation(server, 'Approved', officers.requester);
    const one = await decide(server, id, officers.first, { approve: true, comment: 'called back' });
    assert.equal(one.status, 200, one.text);
    assert.equal(one.json['status'], 'PENDING');
    const [performed] = one.json['performed_steps'] as [{ approval_list: Record<string, unknown>[] }];
    const { approval_date: date, ...decision } = performed.approval_list[0]!;
    assert.match(String(date), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/);
    assert.deepEqual(decision, {
      approval_action: 'Approved',
      approval_admin: 'CN=first',
      approval_comment: 'called back',
    });
    assert.deepEqual(one.json['next_step'], {
      step_number: 1,
      approval_list: [{ remaining_approvals: 1, can_approve: false }],
    });
    assert.equal((await caOf(server, 'Approved')).status, 'OFFLINE');
    const two = await decide(server, id, officers.second);
    assert.equal(two.status, 200, two.text);
    assert.deepEqual([two.json['status'], two.json['next_step']], ['APPROVED', null]);
    assert.equal((await caOf(server, 'Approved')).status, 'ACTIVE');
    const rows = auditRows(server).map(({ event, outcome, actor }) => [event, outcome, actor]);
    assert.deepEqual(rows.slice(-4), [
      ['APPROVAL_ADD', 'SUCCESS', 'CN=requester'],
      ['APPROVAL_APPROVE', 'SUCCESS', 'CN=first'],
      ['APPROVAL_APPROVE', 'SUCCESS', 'CN=second'],
      ['CA_SERVICEACTIVATE', 'SUCCESS', 'CN=requester'],
    ]);
  });

  it('is not done once anybody has rejected it (109)', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Rejected', 'Six eyes');
    const id = await requestActivation(server, 'Rejected', officers.requester);
    assert.equal((await decide(server, id, officers.first)).status, 200);
    const rejected = await decide(server, id, officers.second, { approve: false, comment: 'no' });
    assert.deepEqual([rejected.status, rejected.json['status'], rejected.json['next_step']], [200, 'REJECTED', null]);
    assert.equal((await caOf(server, 'Rejected')).status, 'OFFLINE');
    assert.equal(await statusOf(server, id), 'REJECTED');
    assert.equal(auditRows(server).at(-1)?.event, 'APPROVAL_REJECT');
    assertRefusal(
      await decide(server, id, undefined),
      409,
      'Approval request cannot be processed. Current status: REJECTED',
    );
  });

  it('is refused to its requester (110)', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Own', 'Four eyes');
    const byBoth = await newOfficer(server, 'both', { '/': 'ALLOW' });
    const id = await requestActivation(server, 'Own', byBoth);
    const refused = await decide(server, id, byBoth);
    assertRefusal(refused, 403, 'You have created this request and cannot approve it');
    assert.equal((await caOf(server, 'Own')).status, 'OFFLINE');
  });

  it('is refused to its requester with another certificate of the same subject', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Renewed', 'Four eyes');
    const id = await requestActivation(server, 'Renewed', await newOfficer(server, 'renewing', { '/': 'ALLOW' }));
    const renewed = await secondCertificate(server, 'renewing');
    assertRefusal(await decide(server, id, renewed), 403, 'You have created this request and cannot approve it');
  });

  it('counts an end entity as one person, whatever the subjects of its certificates', async () => {
    const { server } = shared;
    const rules = { '/': 'ALLOW' } as const;
    const asking = await newOfficer(server, 'asking', rules);
    const agreeing = await newOfficer(server, 'agreeing', rules);
    const other = async (name: string) => secondCertificate(server, name, `CN=${name},O=Second`);
    await createGuardedCa(server, 'Two names', 'Six eyes');
    const id = await requestActivation(server, 'Two names', asking);
    const own = await other('asking');
    assert.equal((await server.call(`/v1/approval/${id}/status`, { as: own })).json['status'], 'PENDING');
    assertRefusal(await decide(server, id, own), 403, 'You have created this request and cannot approve it');
    assert.equal((await decide(server, id, agreeing)).status, 200);
    assertRefusal(await decide(server, id, await other('agreeing')), 403, /already decided/);
    assert.equal((await caOf(server, 'Two names')).status, 'OFFLINE');
    assert.equal((await decide(server, id, officers.second)).json['status'], 'APPROVED');
  });

  it('takes an approval of each administrator once', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Twice', 'Six eyes');
    const id = await requestActivation(server, 'Twice', officers.requester);
    assert.equal((await decide(server, id, officers.first)).status, 200);
    assertRefusal(await decide(server, id, officers.first), 403, /already decided/);
    assert.equal((await caOf(server, 'Twice')).status, 'OFFLINE');
  });

  it('is refused to those who may only look, and hidden from those who may not', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Seen', 'Four eyes');
    const id = await requestActivation(server, 'Seen', officers.requester);
    const viewer = await newOfficer(server, 'viewer', {
      '/ca/': 'ALLOW',
      '/ra_functionality/view_approvals/': 'ALLOW',
    });
    assert.equal((await server.call(`/v1/approval/${id}`, { as: viewer })).json['status'], 'PENDING');
    assertRefusal(await decide(server, id, viewer), 403, /approve_caaction/);
    const elsewhere = await newOfficer(server, 'elsewhere', {
      '/ca/ManagementCA/': 'ALLOW',
      '/ra_functionality/view_approvals/': 'ALLOW',
      '/ca_functionality/approve_caaction/': 'ALLOW',
    });
    const hidden = `Approval request with ID '${id}' not found, or user not authorized to view.`;
    assertRefusal(await server.call(`/v1/approval/${id}`, { as: elsewhere }), 404, hidden);
    assertRefusal(await decide(server, id, elsewhere), 404, hidden);
    const nobody = await newOfficer(server, 'without rights', {});
    for (const each of [id, id === 1 ? 2 : 1])
      assertRefusal(await server.call(`/v1/approval/${each}`, { as: nobody }), 403, /view_approvals/);
    assert.equal(
      (await server.call(`/v1/approval/${id}/status`, { as: officers.requester })).json['status'],
      'PENDING',
    );
  });

  it('waits once at a time, and can be asked for again when it has expired', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Hasty', { ...FOUR_EYES, requestExpirationPeriod: '10m' });
    await createGuardedCa(server, 'Patient', 'Hasty');
    const id = await requestActivation(server, 'Patient', officers.requester);
    assertRefusal(await activate(server, 'Patient', officers.requester), 400, new RegExp(`as request ${id}`));
    server.clock.advanceSeconds(599);
    assert.equal(await statusOf(server, id), 'PENDING');
    server.clock.advanceSeconds(2);
    assert.equal(await statusOf(server, id), 'EXPIRED');
    assertRefusal(await decide(server, id, officers.first), 400, 'Approval request has expired');
    const again = await requestActivation(server, 'Patient', officers.requester);
    assert.notEqual(again, id);
    assertRefusal(
      await decide(server, id, officers.first),
      409,
      'Approval request cannot be processed. Current status: EXPIRED',
    );
    assert.equal((await decide(server, again, officers.first)).json['status'], 'APPROVED');
    assert.equal((await caOf(server, 'Patient')).status, 'ACTIVE');
  });

  it('is done once when two approve at the same time, and the second is told so', async () => {
    const { server } = shared;
    for (let round = 0; round < 10; round++) {
      const name = `Raced ${round}`;
      await createGuardedCa(server, name, 'Four eyes');
      const id = await requestActivation(server, name, officers.requester);
      const all = [officers.first, officers.second, undefined];
      const answers = await Promise.all(all.map((as) => decide(server, id, as)));
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409, 409],
      );
      const activations = auditRows(server).filter(({ event }) => event === 'CA_SERVICEACTIVATE');
      const { id: caId } = await caOf(server, name);
      assert.equal(activations.filter(({ ca_id: of }) => of === caId).length, 1);
    }
  });

  it('counts both of two approvals that come at the same time', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Counted', 'Six eyes');
    const id = await requestActivation(server, 'Counted', officers.requester);
    const answers = await Promise.all([officers.first, officers.second].map((as) => decide(server, id, as)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(await statusOf(server, id), 'APPROVED');
    assert.equal((await caOf(server, 'Counted')).status, 'ACTIVE');
  });

  it('fails for good when the requester may not do it any more', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Dismissed', 'Four eyes');
    const leaving = await newOfficer(server, 'leaving', { '/ca/': 'ALLOW', '/ca_functionality/activate_ca/': 'ALLOW' });
    const id = await requestActivation(server, 'Dismissed', leaving);
    const removed = await server.administer('/documents/ROLE/leaving', { method: 'DELETE' });
    assert.equal(removed.status, 200, removed.text);
    const answer = await decide(server, id, officers.first);
    assertRefusal(
      answer,
      500,
      'Error executing approval request: the one who made the request may not do this any more.',
    );
    assert.equal(answer.headers['x-outcome'], undefined, 'the decision is recorded');
    assert.equal(await statusOf(server, id), 'REJECTED');
    assert.equal((await caOf(server, 'Dismissed')).status, 'OFFLINE');
    const { performed_steps: performed } = (await server.call(`/v1/approval/${id}`)).json;
    assert.equal((performed as unknown[]).length, 1);
    // They did nothing then: the record names the request that was executed, and no address of theirs.
    const refused = auditRows(server).findLast(
      ({ event, actor }) => event === 'ACCESS_CONTROL' && actor === 'CN=leaving',
    );
    const { approvedRequest, remoteAddress } = actorIn(refused!);
    assert.deepEqual([approvedRequest, remoteAddress], [id, undefined]);
  });

  it('asks under the rules of the day that it was asked for', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Changing', { ...FOUR_EYES, numberOfApprovalsRequired: 2 });
    await createGuardedCa(server, 'Ruled', 'Changing');
    const id = await requestActivation(server, 'Ruled', officers.requester);
    const eased = await server.administer('/documents/APPROVALPROFILE/Changing', {
      method: 'PUT',
      body: { settings: FOUR_EYES },
    });
    assert.equal(eased.status, 200, eased.text);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'PENDING');
    assert.equal((await decide(server, id, officers.second)).json['status'], 'APPROVED');
  });

  it('is asked for over the administration interface as well', async () => {
    const { server } = shared;
    await createGuardedCa(server, 'Administered', 'Four eyes');
    const asked = await server.administer('/cas/Administered/activate', { body: {}, as: officers.requester });
    const id = requestIdOf(asked);
    assert.equal(asked.json['info_message'], ACTIVATION.info_message);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    const again = await server.administer('/cas/Administered/activate', { body: {}, as: officers.requester });
    assert.deepEqual([again.status, again.json['status']], [200, 'ACTIVE']);
  });
});

describe('the revocation of a certificate that others have to approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    await createApprovalProfile(shared.server, 'Four eyes', FOUR_EYES);
    await editCa(shared.server, 'ManagementCA', {
      approvals: { revocation: 'Four eyes' },
      generateCrlUponRevocation: true,
    });
  });
  const newCertificate = (username: string) =>
    enroll(shared.server, newRequest({ username, subject: `CN=${username}` }));

  it('is answered 202 without a link, and done by the last approval (11, 108)', async () => {
    const { server } = shared;
    const certificate = await newCertificate('revoked');
    const path = certificatePath(certificate, 'revoke?reason=KEY_COMPROMISE');
    const asked = await server.call(path, { method: 'PUT', as: officers.requester });
    const id = requestIdOf(asked);
    assert.deepEqual(asked.json, {
      status_code: 202,
      info_message: 'Revocation has been sent for approval by authorized administrators.',
      request_id: id,
    });
    const status = certificatePath(certificate, 'revocationstatus');
    assert.equal((await server.call(status)).json['revoked'], false);
    const shown = (await server.call(`/v1/approval/${id}`, { as: officers.first })).json;
    assert.equal(shown['request_id'], String(id));
    assert.equal(shown['request_type'], 'Revoke Certificate');
    assert.equal(shown['end_entity_name'], 'revoked');
    assert.equal(shown['subject_dn'], 'CN=revoked');
    assert.equal(shown['reason'], 'KEY_COMPROMISE');
    assert.equal(shown['serial_number'], certificate.serialNumber);
    assert.equal(shown['ca_name'], 'ManagementCA');
    assert.deepEqual(shown['next_step'], {
      step_number: 1,
      approval_list: [{ remaining_approvals: 1, can_approve: true }],
    });
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    const { json } = await server.call(status);
    assert.deepEqual([json['revoked'], json['revocation_reason']], [true, 'KEY_COMPROMISE']);
    // The CRL that the CA makes upon a revocation is made upon this one as well.
    const revoked = [...(await latestCrl(server)).entries()].map(({ serialNumberText }) => serialNumberText);
    assert.ok(revoked.includes(certificate.serialNumberText));
  });

  it('is refused for what could not be done anyway, before anybody is asked', async () => {
    const { server } = shared;
    const certificate = await newCertificate('valid');
    const put = (query: string) =>
      server.call(certificatePath(certificate, `revoke?${query}`), { method: 'PUT', as: officers.requester });
    assert.equal((await put('reason=REMOVE_FROM_CRL')).status, 409);
    assert.equal((await put('reason=SUPERSEDED&date=2020-01-01T00:00:00Z')).status, 422);
  });

  it('fails for good when the certificate was revoked meanwhile', async () => {
    const { server } = shared;
    const certificate = await newCertificate('overtaken');
    const ask = async (reason: string) =>
      requestIdOf(
        await server.call(certificatePath(certificate, `revoke?reason=${reason}`), {
          method: 'PUT',
          as: officers.requester,
        }),
      );
    const late = await ask('SUPERSEDED');
    const urgent = await ask('KEY_COMPROMISE');
    assert.equal((await decide(server, urgent, officers.first)).json['status'], 'APPROVED');
    assertRefusal(
      await decide(server, late, officers.first),
      500,
      /^Error executing approval request: Certificate is already revoked/,
    );
    assert.equal(await statusOf(server, late), 'REJECTED');
  });

  it('follows the certificate profile before the CA', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Six eyes', { ...FOUR_EYES, numberOfApprovalsRequired: 2 });
    await createProfiles(server, 'Strict', { approvals: { revocation: 'Six eyes' } });
    const body = requestUnder('Strict', { username: 'strict', subject: 'CN=strict' });
    const certificate = await enroll(server, body);
    const asked = await server.call(certificatePath(certificate, 'revoke?reason=SUPERSEDED'), {
      method: 'PUT',
      as: officers.requester,
    });
    const id = requestIdOf(asked);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'PENDING');
    assert.equal((await decide(server, id, officers.second)).json['status'], 'APPROVED');
  });

  it('is not done in the name of one whose certificate it has revoked', async () => {
    const { server } = shared;
    const leaving = await newOfficer(server, 'resigning', { '/': 'ALLOW' });
    const certificate = await newCertificate('kept');
    const path = certificatePath(certificate, 'revoke?reason=SUPERSEDED');
    const id = requestIdOf(await server.call(path, { method: 'PUT', as: leaving }));
    const own = certificatePath(Certificate.parse(parsePem(leaving.cert)[0]!.der), 'revoke?reason=SUPERSEDED');
    const resignation = requestIdOf(await server.call(own, { method: 'PUT', as: officers.requester }));
    assert.equal((await decide(server, resignation, officers.first)).json['status'], 'APPROVED');
    assertRefusal(await decide(server, id, officers.first), 500, /may not do this any more/);
    assert.equal((await server.call(certificatePath(certificate, 'revocationstatus'))).json['revoked'], false);
  });
});

/** Another certificate of an end entity that has one, under its subject. */
async function secondCertificate(server: TestServer, name: string, subject = `CN=${name}`): Promise<ClientIdentity> {
  const keyPair = newKeyPair();
  const body = newRequest({ username: name, subject, keyPair, profile: 'ENDUSER' });
  const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
  assert.equal(answer.status, 200, answer.text);
  return identityOf(answer, keyPair);
}
