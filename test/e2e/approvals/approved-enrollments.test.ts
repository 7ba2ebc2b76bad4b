/** Enrollments that others have to approve, over the CA REST interface. Numbers are those of its acceptance cases. */
import { Certificate, keyUsage, makeExtension, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  assertMembers,
  createApprovalProfile,
  decide,
  officersOf,
  requestIdOf,
  statusOf,
} from '../support/setups/approval-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, editCa, ENROLL, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { caSettings, createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { APPROVER_RULES, newOfficer } from '../support/officers.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import type { Answer, CallOptions, ClientIdentity, TestServer } from '../support/test-server.ts';

/** The rows of a user in a table. */
function rowsOf(server: TestServer, table: 'certificate' | 'end_entity', username: string) {
  return withDatabase(server, (database) =>
    database.prepare(`SELECT * FROM ${table} WHERE username = ?`).all(username),
  );
}

const PASSWORD = 'not-used-again';

describe('an enrollment that others have to approve', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  let clerk: ClientIdentity;
  before(async () => {
    const { server } = shared;
    clerk = await newOfficer(server, 'enrolling', CLERK_RULES);
    await createApprovalProfile(server, 'Four eyes', {});
    await createApprovalProfile(server, 'Hasty', { requestExpirationPeriod: '10m' });
    await createCa(server, 'Guarded');
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
  });

  const ask = (username: string, more: object = {}, as: ClientIdentity | undefined = clerk): Promise<Answer> => {
    const body = {
      ...newRequest({ username, subject: `CN=${username}` }),
      certificate_authority_name: 'Guarded',
      ...more,
    };
    return shared.server.call(ENROLL, { body, ...(as === undefined ? {} : { as }) });
  };
  const finalize = (
    id: number | string,
    body: unknown = { response_format: 'DER', password: PASSWORD },
    options: Omit<CallOptions, 'body'> = { as: clerk },
  ) => shared.server.call(`/v1/certificate/${id}/finalize`, { body, ...options });
  const approved = async (username: string, more?: object): Promise<number> => {
    const id = requestIdOf(await ask(username, more));
    assert.equal((await decide(shared.server, id, officers.first)).json['status'], 'APPROVED');
    return id;
  };
  const endEntity = (username: string) => rowsOf(shared.server, 'end_entity', username)[0];
  const verifierOf = (id: number) =>
    withDatabase(shared.server, (database) => {
      const row = database.prepare('SELECT act FROM approval_request WHERE public_id = ?').get(id);
      return (JSON.parse(row!['act'] as string) as { passwordVerifier?: string }).passwordVerifier;
    });

  it('is answered 202 with a link that works, and waits (10, 105)', async () => {
    const { server } = shared;
    const asked = await ask('waiting');
    const id = requestIdOf(asked);
    const { link, ...body } = asked.json;
    assert.deepEqual(body, {
      status_code: 202,
      info_message: 'Add Entity request has been added for approval by authorized administrators.',
      request_id: id,
    });
    assert.match(link as string, new RegExp(`^https://.*/v1/certificate/${id}/finalize$`));
    assert.equal(await statusOf(server, id), 'PENDING');
    assert.equal(endEntity('waiting'), undefined);
    const found = await server.call('/v1/approval/search', { body: { searching_waiting: true }, as: officers.first });
    const [listed] = (found.json['approvals'] as Record<string, unknown>[]).filter((each) => each['request_id'] === id);
    assert.deepEqual(
      [listed?.['request_type'], listed?.['requested_by'], listed?.['can_be_approved_by_me']],
      ['Add End Entity', 'enrolling', true],
    );
    const { json } = await server.call(`/v1/approval/${id}`, { as: officers.first });
    assertMembers(json, {
      request_type: 'Add End Entity',
      end_entity_name: 'waiting',
      subject_dn: 'CN=waiting',
      ca_name: 'Guarded',
      certificate_profile_name: 'SERVER',
      end_entity_profile_name: 'EMPTY',
      key_algorithm: 'ECDSA',
      token: 'USERGENERATED',
    });
    assert.ok(!JSON.stringify(json).includes(PASSWORD));
  });

  it('says that the end entity is edited where there is one', async () => {
    const { server } = shared;
    await server.call('/v1/certificate/pkcs10enroll', {
      body: { ...newRequest({ username: 'known', subject: 'CN=known' }), certificate_authority_name: 'ManagementCA' },
    });
    const asked = await ask('known');
    const { json } = await server.call(`/v1/approval/${requestIdOf(asked)}`, { as: officers.first });
    assert.deepEqual(
      [asked.json['info_message'], json['request_type']],
      ['Edit Entity request has been added for approval by authorized administrators.', 'Edit End Entity'],
    );
    assert.match(asked.json['link'] as string, /\/finalize$/);
  });

  it('is still waiting when it is finalized too early (61)', async () => {
    const id = requestIdOf(await ask('early'));
    const { status, json } = await finalize(id);
    assert.equal(status, 202);
    assert.deepEqual(json, {
      status_code: 202,
      info_message: `Request with Id '${id}' is still waiting for approval`,
      request_id: id,
    });
  });

  it('adds the end entity when it is approved, and issues when it is finalized, once (63, 108)', async () => {
    const { server } = shared;
    const id = await approved('alice');
    assert.equal(endEntity('alice')?.['status'], 10);
    assert.equal(rowsOf(server, 'certificate', 'alice').length, 0);
    const added = auditRows(server).slice(-2);
    assert.deepEqual(
      added.map(({ event, actor }) => [event, actor]),
      [
        ['APPROVAL_APPROVE', 'CN=first'],
        ['RA_ADDENDENTITY', 'CN=enrolling'],
      ],
    );
    const { status, json, text } = await finalize(id);
    assert.equal(status, 201, text);
    assert.equal(json['response_format'], 'DER');
    const certificate = Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
    assert.equal(certificate.subject.toString(), 'CN=alice');
    assert.equal(json['serial_number'], certificate.serialNumber);
    assert.equal(endEntity('alice')?.['status'], 40);
    assertRefusal(await finalize(id), 400, `Enrollment with Id '${id}' has already been finalized`);
    assert.equal(rowsOf(server, 'certificate', 'alice').length, 1);
  });

  it('keeps a verifier of its password in the request until it is approved, and needs the password afterwards', async () => {
    const { server } = shared;
    const id = requestIdOf(await ask('guarded'));
    assert.match(verifierOf(id)!, /^scrypt\$/);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    assert.equal(verifierOf(id), 'forgotten');
    assert.match(endEntity('guarded')?.['password_verifier'] as string, /^scrypt\$/);
    assert.equal((await finalize(id, { response_format: 'DER', password: 'forgotten' })).status, 403);
    assert.equal((await finalize(id)).status, 201);
  });

  it('gives PEM to callers who want it, under either name of the member', async () => {
    const id = await approved('pem');
    const { status, json, text } = await finalize(id, { responseFormat: 'pem', password: PASSWORD });
    assert.equal(status, 201, text);
    assert.equal(json['response_format'], 'PEM');
    const [block] = parsePem(Buffer.from(json['certificate'] as string, 'base64').toString());
    assert.equal(Certificate.parse(block!.der).subject.toString(), 'CN=pem');
  });

  it('issues one certificate to two who finalize at the same time', async () => {
    const id = await approved('raced');
    const answers = await Promise.all([finalize(id), finalize(id), finalize(id)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 400, 400],
    );
    assert.equal(rowsOf(shared.server, 'certificate', 'raced').length, 1);
  });

  it('is over when it was rejected, has expired or could not be executed (62)', async () => {
    const { server } = shared;
    const rejected = requestIdOf(await ask('rejected'));
    assert.equal((await decide(server, rejected, officers.first, { approve: false })).json['status'], 'REJECTED');
    assertRefusal(await finalize(rejected), 400, `Request with Id '${rejected}' has been rejected`);
    assert.equal(endEntity('rejected'), undefined);
    assert.equal(verifierOf(rejected), 'forgotten');

    const overtaken = requestIdOf(await ask('overtaken'));
    await createCa(server, 'Open');
    const body = {
      ...newRequest({ username: 'overtaken', subject: 'CN=overtaken' }),
      certificate_authority_name: 'Open',
    };
    assert.equal((await server.call(ENROLL, { body })).status, 200);
    assertRefusal(
      await decide(server, overtaken, officers.first),
      500,
      /was made, changed or removed after the request/,
    );
    assertRefusal(await finalize(overtaken), 400, `Request with Id '${overtaken}' could not be executed`);
    assert.equal(verifierOf(overtaken), 'forgotten');

    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Hasty' } });
    const late = requestIdOf(await ask('late'));
    server.clock.advanceSeconds(601);
    assertRefusal(await finalize(late), 400, `Request with Id '${late}' has expired`);
    assert.match(verifierOf(late)!, /^scrypt\$/);
    await server.running.installation.approvals.forgetVerifiers.task.run(new AbortController().signal);
    assert.equal(verifierOf(late), 'forgotten');
    assertRefusal(await finalize(late), 400, `Request with Id '${late}' has expired`);
    assertRefusal(await decide(server, late, officers.first), 400, 'Approval request has expired');
    server.clock.advanceSeconds(-601);
    assertRefusal(await decide(server, late, officers.first), 400, 'Approval request has expired');
    server.clock.advanceSeconds(601);
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
  });

  it('is finalized in the order of the checks that clients know', async () => {
    const { server } = shared;
    for (const id of ['77', '0', '-1', '99999999999'])
      assertRefusal(
        await finalize(id, { response_format: 'XYZ', password: 'x' }),
        400,
        `Could not find request with Id '${id}'`,
      );
    const id = requestIdOf(await ask('formats'));
    const format = (response_format: string) => finalize(id, { response_format, password: PASSWORD });
    assertRefusal(await format('XYZ'), 400, /^Invalid parameter: response_format\. Should be one of DER, PEM/);
    assert.equal((await format('P12')).status, 202);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    for (const each of ['P12', 'JKS', 'BCFKS']) assertRefusal(await format(each), 400, /has to be DER or PEM/);
    for (const body of [{}, { response_format: 'DER' }, { password: 'x' }, { response_format: 1, password: 'x' }])
      assert.equal((await finalize(id, body)).status, 400);
    assert.equal((await format('der')).status, 201);
    assertRefusal(await format('P12'), 400, /already been finalized/);
  });

  it('is not issued to an end entity that was revoked after the approval', async () => {
    const id = await approved('revoked-meanwhile');
    const revoked = await shared.server.call('/v1/endentity/revoked-meanwhile/revoke', {
      method: 'PUT',
      body: { reason_code: 4, delete: false },
    });
    assert.equal(revoked.status, 200);
    assertRefusal(await finalize(id), 422, /cannot enroll this way: its status is REVOKED/);
    assert.deepEqual(rowsOf(shared.server, 'certificate', 'revoked-meanwhile'), []);
  });

  it('takes the password of the enrollment', async () => {
    const id = await approved('password');
    assertRefusal(await finalize(id, { response_format: 'DER', password: 'wrong' }), 403, /password/);
    assert.equal((await finalize(id, undefined, {})).status, 201, 'anybody who may issue and has the password');
  });

  const guess = (id: number) => finalize(id, { response_format: 'DER', password: 'a wrong one' });

  /** Has guesses wait as another process may. */
  const haveWait = (untilMs: number) =>
    withDatabase(shared.server, (database) =>
      database.exec(`UPDATE activation_attempt SET not_before_ms = ${untilMs} WHERE lock LIKE 'login %' AND wrong = 3`),
    );

  it('has those who guess its password wait, whichever process they ask', async () => {
    const id = await approved('guessed');
    for (let count = 0; count < 3; count++) assertRefusal(await guess(id), 403, /password/);
    haveWait(Date.now() + 200_000);
    assertRefusal(await finalize(id), 429, /Too many wrong passwords\. The next attempt is possible in \d{3} s/);
    assert.equal((await finalize(id, { response_format: 'DER', password: 'x' }, {})).status, 403, 'somebody else');
    haveWait(0);
    assert.equal((await finalize(id)).status, 201);
  });

  it('has guesses of its password recorded, for each end entity and address once a minute', async () => {
    const { server } = shared;
    const id = await approved('recorded');
    server.clock.advanceSeconds(60);
    for (let count = 0; count < 3; count++) await guess(id);
    haveWait(0);
    server.clock.advanceSeconds(60);
    await guess(id);
    const rows = auditRows(server).filter(({ outcome, username }) => outcome === 'FAILURE' && username === 'recorded');
    assert.deepEqual(
      rows.map(({ event, actor }) => [event, actor]),
      Array.from({ length: 2 }, () => ['CA_USERAUTH', 'CN=enrolling']),
    );
    assert.deepEqual(
      rows.map(detailsOf).map(({ refusal, refusedSinceLastRecord }) => [refusal, refusedSinceLastRecord]),
      [
        ['ra.not_authenticated', 0],
        ['ra.not_authenticated', 2],
      ],
    );
    assert.ok(!rows.some(({ record }) => record.includes('a wrong one')), 'no password');
  });

  it('without a password has refusals recorded', async () => {
    const { server } = shared;
    const open = await approved('open', { password: undefined });
    server.clock.advanceSeconds(60);
    const body = { response_format: 'DER', password: '' };
    for (let count = 0; count < 2; count++) assert.equal((await finalize(open, body, {})).status, 403);
    const rows = auditRows(server).filter(({ event, outcome }) => event === 'CERT_CREATION' && outcome === 'FAILURE');
    assert.deepEqual(
      rows.map((row) => detailsOf(row)['requestId']),
      [open],
    );
  });

  it('loses its end entity after the last login attempt that its profile allows', async () => {
    const { server } = shared;
    await createProfiles(server, 'Limited', {}, { maxFailedLoginsUsed: true, maxFailedLogins: 2 });
    const id = await approved('limited', { certificate_profile_name: 'Limited', end_entity_profile_name: 'Limited' });
    assertRefusal(await guess(id), 403, /password/);
    assert.equal(endEntity('limited')?.['status'], 10);
    assertRefusal(await guess(id), 403, /password/);
    assert.equal(endEntity('limited')?.['status'], 40);
    assertRefusal(await finalize(id), 422, /cannot enroll this way: its status is GENERATED/);
    assert.deepEqual(rowsOf(server, 'certificate', 'limited'), []);
  });

  it('is issued once where end entities stay new, too', async () => {
    const { server } = shared;
    await createCa(server, 'Unfinished');
    await editCa(server, 'Unfinished', { finishUser: false, approvals: { addEditEndEntity: 'Four eyes' } });
    const id = await approved('unfinished', { certificate_authority_name: 'Unfinished' });
    assert.equal((await finalize(id)).status, 201);
    assert.equal(endEntity('unfinished')?.['status'], 10);
    assertRefusal(await finalize(id), 400, `Enrollment with Id '${id}' has already been finalized`);
    assert.equal(rowsOf(server, 'certificate', 'unfinished').length, 1);
  });

  it('shows those who decide what else is asked for', async () => {
    const { server } = shared;
    const usage = makeExtension(keyUsage, new Set(['keyAgreement'] as const), true);
    const shownOf = async (username: string, more: object) => {
      const id = requestIdOf(await ask(username, more));
      const { json } = await server.call(`/v1/approval/${id}`, { as: officers.first });
      return json['certificate_extension_data'] as string | undefined;
    };
    assert.equal(await shownOf('nothing else', {}), undefined);
    const shown = await shownOf('shown', {
      ...newRequest({ username: 'shown', subject: 'CN=shown', extensions: [usage] }),
      certificate_authority_name: 'Guarded',
      start_time: '2031-05-01 10:00:00',
      end_time: '2031-06-01 10:00:00',
      extension_data: [
        { name: '1.2.3', value: '0500' },
        { name: 'customdata_desk', value: '7' },
      ],
      custom_data: [{ name: 'other', value: '"' }],
    });
    assert.deepEqual(JSON.parse(shown!), {
      start_time: '2031-05-01T10:00:00.000Z',
      end_time: '2031-06-01T10:00:00.000Z',
      requested_extensions: [{ name: 'keyUsage', oid: '2.5.29.15', critical: true, value: '03020308' }],
      extension_data: { '1.2.3': '0500' },
      custom_data: { desk: '7', other: '"' },
    });
    const values = ['a', 'b', 'c'].map((name) => ({ name, value: name.repeat(4000) }));
    const long = await shownOf('long', { custom_data: values });
    assert.match(
      long!,
      /^\{"custom_data":\{"a":"a{4000}","b":"b{4000}","c":"c+\.\.\. \(the first 8192 of 12\d{3} characters\)$/,
    );
  });

  it('without a password is finalized by the caller who has asked', async () => {
    const id = await approved('nobody', { password: undefined });
    const body = { response_format: 'DER', password: '' };
    assertRefusal(await finalize(id, body, {}), 403, /only who has asked/);
    assert.equal((await finalize(id, body)).status, 201);
  });

  it("is nobody's to finalize who may not issue at the CA", async () => {
    const { server } = shared;
    const id = await approved('others');
    assert.equal((await finalize(id, undefined, { as: officers.second })).status, 403);
    const elsewhere = await newOfficer(server, 'elsewhere', {
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
    });
    assertRefusal(await finalize(id, undefined, { as: elsewhere }), 400, `Could not find request with Id '${id}'`);
    assert.equal((await finalize(id, undefined, { as: null })).status, 403);
  });

  it('edits an end entity that is there, and can be approved by those who may approve', async () => {
    const { server } = shared;
    await finalize(await approved('edited'));
    const again = await ask('edited');
    const id = requestIdOf(again);
    const { json } = await server.call(`/v1/approval/${id}`, { as: officers.first });
    assert.equal(json['request_type'], 'Edit End Entity');
    const rules = { ...APPROVER_RULES, '/endentityprofilesrules/EMPTY/approve_end_entity/': 'DENY' } as const;
    assert.equal((await decide(server, id, await newOfficer(server, 'no profile', rules))).status, 403);
    assertRefusal(await decide(server, id, clerk), 403, 'You have created this request and cannot approve it');
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    assert.equal((await finalize(id)).status, 201);
    assert.equal(rowsOf(server, 'certificate', 'edited').length, 2);
  });

  it('is refused for what could not be issued anyway, before anybody is asked', async () => {
    const rows = auditRows(shared.server).length;
    assert.equal((await ask('bad', { certificate_request: 'nonsense' })).status, 400);
    assert.equal((await ask('bad', { certificate_profile_name: 'SUBCA' })).status, 400);
    assert.equal((await ask('bad', {}, officers.first)).status, 403);
    assert.ok(
      !auditRows(shared.server)
        .slice(rows)
        .some(({ event }) => event === 'APPROVAL_ADD'),
    );
  });

  it('does not become another one when names are given to others meanwhile', async () => {
    const { server } = shared;
    const settings = { keyUsage: ['digitalSignature'], approvals: { addEditEndEntity: 'Four eyes' } };
    await createProfiles(server, 'Narrow', settings);
    const body = requestUnder('Narrow', { username: 'narrow', subject: 'CN=narrow' });
    const id = requestIdOf(
      await server.call(ENROLL, { body: { ...body, certificate_authority_name: 'ManagementCA' }, as: clerk }),
    );
    const renamed = await server.administer('/documents/CERTPROFILE/Narrow/rename', {
      body: { new_name: 'Narrow before' },
    });
    assert.equal(renamed.status, 200, renamed.text);
    const other = { settings: { keyUsage: ['dataEncipherment'] } };
    assert.equal((await server.administer('/documents/CERTPROFILE/Narrow', { body: other })).status, 201);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    const { status, json, text } = await finalize(id);
    assert.equal(status, 201, text);
    const certificate = Certificate.parse(Uint8Array.fromBase64(json['certificate'] as string));
    assert.deepEqual([...certificate.extension(keyUsage)!], ['digitalSignature']);
  });

  it('cannot be wanted of CAs whose enrollments have no such answer', async () => {
    const { server } = shared;
    const settings = {
      ...caSettings('Keys'),
      caType: 'SSH',
      approvals: { addEditEndEntity: 'Four eyes' },
    };
    const refused = await server.administer('/documents/CA/Keys', { body: { settings } });
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /nothing here waits for; revocation, caActivation can be/);
  });
});

/** Rules of somebody who enrolls others. */
const CLERK_RULES = {
  '/ca/': 'ALLOW',
  '/ca_functionality/create_certificate/': 'ALLOW',
  '/ra_functionality/create_end_entity/': 'ALLOW',
  '/ra_functionality/edit_end_entity/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
  '/ca_functionality/approve_caaction/': 'ALLOW',
  '/ra_functionality/approve_end_entity/': 'ALLOW',
} as const;
