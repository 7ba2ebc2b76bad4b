/** `POST /v1/certificate/enroll`: the whole record of an end entity with a request for its certificate. */
import {
  DistinguishedName,
  formatGeneralNames,
  makeExtension,
  parseGeneralNames,
  parsePem,
  subjectAltName,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createApprovalProfile, decide, officersOf, requestIdOf } from '../support/setups/approval-setup.ts';
import { assertRefusal, certificateOf, createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { recordOf, under } from '../support/setups/end-entity-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const PATH = '/v1/certificate/enroll';
const CONTENT = /^Invalid EnrollCertificateWithEntityRestRequest content/;

describe('enroll with the record of an end entity', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);

  before(async () => {
    const { server } = shared;
    await createProfiles(server, 'Narrow', { allowValidityOverride: true });
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, 'Guarded');
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
  });

  const bodyOf = (username: string, record: object = {}, more: object = {}) => {
    const names = makeExtension(subjectAltName, parseGeneralNames('dNSName=evil.example'), false);
    return {
      certificate_request: certificateRequest('CN=somebody else', newKeyPair(), [names]),
      certificate_request_type: 'PKCS10',
      end_entity: recordOf(username, record),
      ...more,
    };
  };
  const call = (body: unknown) => shared.server.call(PATH, { body });
  const enrolled = async (...args: Parameters<typeof bodyOf>) => {
    const answer = await call(bodyOf(...args));
    assert.equal(answer.status, 200, answer.text);
    return certificateOf(answer);
  };
  const rowOf = (username: string): Record<string, unknown> | undefined =>
    withDatabase(shared.server, (database) =>
      database.prepare('SELECT * FROM end_entity WHERE username = ?').get(username),
    );
  const without = (member: string): unknown => {
    const { end_entity: record, ...body } = bodyOf('incomplete');
    const { [member]: _, ...rest } = record as Record<string, unknown>;
    return { ...body, end_entity: rest };
  };

  it('makes the end entity, then edits it (case 134)', async () => {
    const first = await enrolled('case134', { subject_alt_name: 'dNSName=a.example, iPAddress=192.0.2.1' });
    assert.ok(first.subject.equals(DistinguishedName.parse('CN=case134')));
    assert.equal(formatGeneralNames(first.extension(subjectAltName)!), 'dNSName=a.example, iPAddress=192.0.2.1');
    const made = rowOf('case134');
    const second = await enrolled('case134', { subject_dn: 'CN=case134,O=Other' });
    assert.ok(second.subject.equals(DistinguishedName.parse('CN=case134,O=Other')));
    assert.equal(second.extension(subjectAltName), undefined);
    const edited = rowOf('case134');
    assert.equal(edited?.['id'], made?.['id']);
    assert.equal(edited?.['subject_dn'], second.subject.toString());
    assert.equal(edited?.['subject_alt_name'], null);
  });

  it('refuses what is incomplete and a type that is unknown (case 135)', async () => {
    for (const member of [
      'username',
      'subject_dn',
      'ca_name',
      'certificate_profile_name',
      'end_entity_profile_name',
      'token',
    ]) {
      const answer = await call(without(member));
      assertRefusal(answer, 400, CONTENT);
      assert.ok((answer.json['error_message'] as string).includes(`end_entity.${member}`), answer.text);
    }
    for (const member of ['certificate_request', 'certificate_request_type', 'end_entity'])
      assertRefusal(await call(bodyOf('incomplete', {}, { [member]: undefined })), 400, CONTENT);
    assertRefusal(await call(bodyOf('incomplete', { username: '' })), 400, CONTENT);
    for (const type of ['FOO', 'CMP'])
      assertRefusal(
        await call(bodyOf('incomplete', {}, { certificate_request_type: type })),
        400,
        /certificate_request_type/,
      );
    assert.equal(rowOf('incomplete'), undefined);
  });

  it('answers PKCS7 with its chain (case 136)', async () => {
    const answer = await call(
      bodyOf('case136', {}, { response_format: 'pkcs7', include_chain: true, certificate_request_type: 'pkcs10' }),
    );
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['response_format'], 'PKCS7');
    const chain = answer.json['certificate_chain'] as string[];
    for (const text of [answer.json['certificate'] as string, ...chain])
      assert.equal(parsePem(Buffer.from(text, 'base64').toString()).length, 1);
    assert.equal(chain.length, 1);
  });

  it('answers 404 for a CA and for profiles that do not exist', async () => {
    const named = (record: object) => call(bodyOf('nowhere', record));
    assertRefusal(await named({ ca_name: 'Nowhere' }), 404, 'No CA found by name of Nowhere');
    assertRefusal(
      await named({ certificate_profile_name: 'None' }),
      404,
      'Error Certificate profile None does not exist.',
    );
    assertRefusal(await named({ end_entity_profile_name: 'None' }), 404, /end entity profile 'None'/);
  });

  it('answers 422 for what the profile does not allow', async () => {
    const narrow = under('Narrow');
    assertRefusal(await call(bodyOf('wide', { ...narrow, subject_dn: 'CN=wide,OU=No' })), 422, /OU/);
    assertRefusal(await call(bodyOf('wide', { end_entity_profile_name: 'Narrow' })), 422, /certificateProfile/);
    assert.equal(rowOf('wide'), undefined);
  });

  it('refuses members that it would not obey', async () => {
    for (const token of ['P12', 'JKS', 'BCFKS', 'PEM'])
      assertRefusal(await call(bodyOf('odd', { token })), 400, /token .* is a keystore/);
    assertRefusal(await call(bodyOf('odd', { token: 'FOO' })), 400, /unrecognized token/);
    assertRefusal(await call(bodyOf('odd', { key_recoverable: true })), 400, /key_recoverable/);
    assertRefusal(await call(bodyOf('odd', { status: 'GENERATED' })), 400, /status has to be NEW/);
    assertRefusal(await call(bodyOf('odd', { status: 'FOO' })), 400, /unrecognized status/);
    assertRefusal(await call(bodyOf('odd', { start_time: '2031-05-01T10:00:00Z' })), 400, /invalid date format/);
    assertRefusal(
      await call(bodyOf('odd', { certificate_serial_number: 5 })),
      422,
      /SERVER.*allowCertificateSerialNumberOverride/,
    );
    assertRefusal(await call(bodyOf('odd', { send_notification: true })), 422, /^send_notification/);
    assertRefusal(await call(bodyOf('odd', { card_number: '1' })), 422, /^card_number/);
    for (const list of ['extension_data', 'custom_data'])
      assertRefusal(
        await call(bodyOf('odd', { [list]: [{ name: 'starttime', value: '2031-05-01 10:00' }] })),
        400,
        /would have no effect\. Give start_time/,
      );
    assertRefusal(await call(bodyOf('odd', { subject_dn: 'nothing' })), 400, /subject_dn/);
    assertRefusal(await call(bodyOf('odd', { subject_alt_name: 'nothing' })), 400, /subject_alt_name/);
    assertRefusal(await call(bodyOf('odd', {}, { certificate_request: 'AAAA' })), 400, /certificate_request/);
    assertRefusal(await call(bodyOf('odd', {}, { response_format: 'PEM' })), 400, /DER or PKCS7/);
    assert.equal(rowOf('odd'), undefined);
  });

  it('obeys the times of the record, and keeps them', async () => {
    const narrow = under('Narrow');
    const end = new Date(shared.server.clock.nowMs() + 5 * 86_400_000).toISOString().slice(0, 19);
    const seconds = Date.parse(`${end}Z`) / 1000;
    const first = await enrolled('timed', { ...narrow, end_time: end.replace('T', ' ') });
    assert.equal(first.notAfter, seconds);
    assert.deepEqual(JSON.parse(rowOf('timed')!['extended'] as string)['endTime'], { kind: 'absolute', seconds });
    assert.equal((await enrolled('timed', narrow)).notAfter, seconds);
    // The profile lets nobody choose.
    assertRefusal(await call(bodyOf('untimed', { end_time: end.replace('T', ' ') })), 422, /SERVER/);
  });

  it('waits for approval, and is finalized under the names of the record', async () => {
    const { server } = shared;
    const clerk = await newOfficer(server, 'enrolling', {
      '/ca/': 'ALLOW',
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/ra_functionality/edit_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    const body = bodyOf('approved', { ca_name: 'Guarded', subject_alt_name: 'dNSName=b.example' });
    const id = requestIdOf(await server.call(PATH, { body, as: clerk }));
    assert.equal(rowOf('approved'), undefined);
    assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
    const answer = await server.call(`/v1/certificate/${id}/finalize`, {
      body: { response_format: 'DER', password: 'foo123' },
      as: clerk,
    });
    assert.equal(answer.status, 201, answer.text);
    const certificate = certificateOf(answer);
    assert.equal(certificate.subject.toString(), 'CN=approved');
    assert.equal(formatGeneralNames(certificate.extension(subjectAltName)!), 'dNSName=b.example');
  });

  it('is for those who may make, and edit, the end entity', async () => {
    const { server } = shared;
    const maker = await newOfficer(server, 'making', {
      '/ca/': 'ALLOW',
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
    });
    assert.equal((await server.call(PATH, { body: bodyOf('made'), as: maker })).status, 200);
    assert.equal((await server.call(PATH, { body: bodyOf('made'), as: maker })).status, 403);
    assert.equal((await server.call(PATH, { body: bodyOf('made'), as: null })).status, 403);
  });
});

describe('enroll with compatibility ejbca', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  it('answers 201 (case 134)', async () => {
    const { certificate_request } = newRequest({ username: 'bob', subject: 'CN=bob' });
    const body = { certificate_request, certificate_request_type: 'PKCS10', end_entity: recordOf('bob') };
    assert.equal((await shared.server.call(PATH, { body })).status, 201);
  });
});
