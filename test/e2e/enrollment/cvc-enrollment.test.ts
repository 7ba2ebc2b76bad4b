/** End entities with card verifiable certificates: `certificaterequest` and `enroll` with requests of type CVC, for terminals and document verifiers. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CvCertificate, formatPem, parsePem, rightNames, verifyCvChain } from '@sealwright/pki';
import { CvHolder, TODAY } from '../../../packages/pki/test/cv-holder.ts';
import { createApprovalProfile, decide, newOfficers, requestIdOf } from '../support/setups/approval-setup.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { assertRefusal, createProfiles, editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { createCvcCa, createVerifiers, cvChainOf, cvEnrollment, cvRecord } from '../support/setups/cvc-setup.ts';
import { newKeyPair, certificateRequest } from '../support/enrollment.ts';
import { withDatabase } from '../support/installations/server-database.ts';

const ENROLL = '/v1/certificate/enroll';
const REQUEST = '/v1/certificate/certificaterequest';
const REFUSED = /^Wrong username or password, or the end entity may not enroll now\./;
/** Profiles under which a subject has a country. */
const WITH_COUNTRY = { subjectDn: { CN: [{}], C: [{}], SN: [{}] } };

/** Certificates that are on hold from the beginning. */
const HELD = { custom_data: [{ name: 'REVOCATIONREASON', value: '6' }] };

/** The body of a certificaterequest. */
function requestOf(holder: CvHolder, changes: object = {}) {
  return {
    certificate_request: holder.request().der.toBase64(),
    certificate_request_type: 'CVC',
    username: holder.reference.mnemonic,
    password: 'foo123',
    certificate_authority_name: 'DV',
    include_chain: true,
    ...changes,
  };
}

describe('an end entity under a document verifier', () => {
  const shared = sharedServer();
  before(() => createVerifiers(shared.server));

  const call = (path: string, body: unknown) => shared.server.call(path, { body });
  const add = async (username: string, record: object = {}) => {
    const answer = await call('/v1/endentity', cvRecord(username, record));
    assert.equal(answer.status, 200, answer.text);
  };
  const enrolled = async (path: string, body: unknown): Promise<CvCertificate[]> => {
    const answer = await call(path, body);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['response_format'], 'DER');
    return cvChainOf(answer.json);
  };
  const rowOf = (username: string): Record<string, unknown> | undefined =>
    withDatabase(shared.server, (database) =>
      database.prepare('SELECT * FROM end_entity WHERE username = ?').get(username),
    );

  it('that was added gets the certificate of a terminal by its password, once', async () => {
    const holder = new CvHolder('SEADDED00001');
    await add('ADDED');
    const answer = await call(REQUEST, requestOf(holder));
    assert.equal(answer.status, 200, answer.text);
    const [certificate, dv, cvca] = cvChainOf(answer.json) as [CvCertificate, CvCertificate, CvCertificate];
    assert.equal(certificate.holder.text, 'SEADDED00001');
    const { authorization, publicKey } = verifyCvChain(cvca, [dv, certificate], TODAY);
    assert.deepEqual(publicKey.key.der, holder.publicKey.key.der);
    assert.equal(authorization.role, 'TERMINAL');
    assert.deepEqual(rightNames(authorization), ['READ_DG3', 'READ_DG4']);
    const serial = holder.reference.encode().toHex().toUpperCase();
    assert.equal(answer.json['serial_number'], serial);
    const { json } = await shared.server.call(`/v1/certificate/CN=DV,C=SE/${serial}/revocationstatus`);
    assert.equal(json['revoked'], false);
    const row = auditRows(shared.server).findLast(({ event }) => event === 'CERT_CREATION');
    assert.deepEqual([row?.username, row?.serial], ['ADDED', serial]);
    assert.equal(detailsOf(row!)['holder'], 'SEADDED00001');
    assert.equal(rowOf('ADDED')?.['status'], 40);
    assertRefusal(await call(REQUEST, requestOf(new CvHolder('SEADDED00002'))), 400, REFUSED);
  });

  it('is made by enroll, and renews with an outer signature of the key that it has, and not without', async () => {
    const [first, next] = [new CvHolder('SERENEW00001'), new CvHolder('SERENEW00002')];
    const [certificate] = await enrolled(ENROLL, cvEnrollment(first));
    assert.equal(certificate!.holder.text, 'SERENEW00001');
    assertRefusal(await call(ENROLL, cvEnrollment(next)), 400, /needs an outer signature/);
    const stranger = new CvHolder('SERENEW00001').authenticate(next.request()).toBase64();
    assertRefusal(await call(ENROLL, cvEnrollment(next, {}, { certificate_request: stranger })), 400, /did not sign/);
    const authenticated = first.authenticate(next.request()).toBase64();
    const [renewed] = await enrolled(ENROLL, cvEnrollment(next, {}, { certificate_request: authenticated }));
    assert.equal(renewed!.holder.text, 'SERENEW00002');
    assertRefusal(await call(ENROLL, cvEnrollment(next, {}, { certificate_request: authenticated })), 409, /already/);
  });

  it('may send PEM of any label', async () => {
    const holder = new CvHolder('SEPEM00001');
    const text = formatPem('CERTIFICATE REQUEST', holder.request().der);
    const [certificate] = await enrolled(ENROLL, cvEnrollment(holder, {}, { certificate_request: text }));
    assert.equal(certificate!.holder.text, 'SEPEM00001');
    const two = cvEnrollment(holder, {}, { certificate_request: text + text });
    assertRefusal(await call(ENROLL, two), 400, /2 blocks/);
  });

  it('is refused in the same words for a wrong password, and loses its last attempt by it', async () => {
    const profile = { availableCertificateProfiles: ['Careful'], maxFailedLogins: 2, maxFailedLoginsUsed: true };
    await createProfiles(shared.server, 'Careful', {}, { ...WITH_COUNTRY, ...profile });
    const profiles = { certificate_profile_name: 'Careful', end_entity_profile_name: 'Careful' };
    await add('GUESSED', profiles);
    const holder = new CvHolder('SEGUESSED00001');
    for (let n = 0; n < 2; n++)
      assertRefusal(await call(REQUEST, requestOf(holder, { password: 'wrong' })), 400, REFUSED);
    assertRefusal(await call(REQUEST, requestOf(holder)), 400, REFUSED);
    assert.equal(rowOf('GUESSED')?.['status'], 40);
    assertRefusal(await call(REQUEST, requestOf(new CvHolder('SENOBODY00001'))), 400, REFUSED);
  });

  it('gets the access terms of its profile', async () => {
    const profile = { availableCertificateProfiles: ['Fingerprints'] };
    await createProfiles(shared.server, 'Fingerprints', { cvcAccessRights: 'DG3' }, { ...WITH_COUNTRY, ...profile });
    const record = { certificate_profile_name: 'Fingerprints', end_entity_profile_name: 'Fingerprints' };
    const [certificate] = await enrolled(ENROLL, cvEnrollment(new CvHolder('SEFINGER00001'), record));
    assert.deepEqual(rightNames(certificate!.authorization), ['READ_DG3']);
  });

  it('whose terminals are of another type than the CA is refused', async () => {
    const profile = { availableCertificateProfiles: ['Readers'] };
    await createProfiles(shared.server, 'Readers', { cvcTerminalType: 'AT' }, { ...WITH_COUNTRY, ...profile });
    const record = { certificate_profile_name: 'Readers', end_entity_profile_name: 'Readers' };
    assertRefusal(await call(ENROLL, cvEnrollment(new CvHolder('SEREADER00001'), record)), 422, /AT terminals/);
  });

  it('may not be of the holder of another end entity', async () => {
    await enrolled(ENROLL, cvEnrollment(new CvHolder('SEOWNED00001'), { username: 'owner' }));
    const { server } = shared;
    await server.call('/v1/certificate/CN=DV,C=SE/53454F574E45443030303031/revoke?reason=SUPERSEDED', {
      method: 'PUT',
    });
    const other = cvEnrollment(new CvHolder('SEOWNED00002'), { username: 'other' });
    assertRefusal(await call(ENROLL, other), 422, /not allowed to use the subject DN/);
    const again = cvEnrollment(new CvHolder('SEOWNED00002'), { username: 'owner' });
    assert.equal((await enrolled(ENROLL, again))[0]!.holder.text, 'SEOWNED00002');
  });

  for (const [what, request, message] of [
    ['another mnemonic', 'SEOTHER00001', /it is of SEOTHER00001, and the end entity is .*begin with SEFIT/],
    ['another country', 'DEFIT00001', /it is of DEFIT00001/],
    [
      'another sequence number than its subject',
      'SEFIT00002',
      /sequence number is 00002, and that of the end entity is 00001/,
    ],
  ] as const) {
    it(`gets nothing for a request of ${what}`, async () => {
      const record = { username: 'FIT', subject_dn: 'SN=00001,CN=FIT,C=SE' };
      const body = cvEnrollment(new CvHolder(request), record);
      assertRefusal(await call(ENROLL, body), 400, message);
      await add('FIT', { subject_dn: 'SN=00001,CN=FIT,C=SE' });
      assertRefusal(await call(REQUEST, requestOf(new CvHolder(request), { username: 'FIT' })), 400, message);
      await shared.server.call('/v1/endentity/FIT', { method: 'DELETE' });
    });
  }

  for (const [what, status, message, record, more] of [
    ['PKCS7', 400, /only be DER/, {}, { response_format: 'PKCS7' }],
    ['an alternative name', 400, /no alternative names/, { subject_alt_name: 'dNSName=a.example' }],
    ['a beginning', 400, /start_time/, { start_time: '2031-05-01 10:00:00' }],
    ['an end that the profile does not allow', 422, /validity/i, { end_time: '2031-05-01 10:00:00' }],
    ['an extension of X.509', 400, /extension_data/, { extension_data: [{ name: '2.5.29.30', value: '3000' }] }],
    ['a reason for being issued revoked', 400, /cannot be issued revoked/, HELD],
    ['a subject without a country', 400, /Invalid subject_dn/, { subject_dn: 'CN=BAD' }],
    ['an organization', 400, /more than C, CN and SN/, { subject_dn: 'CN=BAD,O=Police,C=SE' }],
    ['two mnemonics', 400, /an attribute twice/, { subject_dn: 'CN=OTHER,CN=BAD,C=SE' }],
    ['a mnemonic of ten characters', 400, /mnemonic/, { subject_dn: 'CN=BADBADBADB,C=SE' }],
    ['the name of its CA', 422, /that of a CA/, { subject_dn: 'CN=DV,C=SE' }],
    ['the name of another CA', 422, /that of a CA/, { subject_dn: 'SN=00007,C=SE,CN=OTHERDV' }],
    ['a CA of X.509', 422, /kind/, { ca_name: 'ManagementCA' }],
    ['a profile of CAs', 422, /./, { certificate_profile_name: 'SUBCA' }],
    ['an invalid request', 400, /request/, {}, { certificate_request: 'AQID' }],
    ['a request of PKCS#10', 400, /./, {}, { certificate_request: certificateRequest('CN=BAD,C=SE', newKeyPair()) }],
    ['a request in CVC that is called PKCS#10', 422, /kind/, {}, { certificate_request_type: 'PKCS10' }],
  ] as const) {
    it(`is not enrolled with ${what}`, async () => {
      if (what === 'the name of another CA')
        await createCvcCa(shared.server, 'OTHERDV', { signedBy: 'CVCA', certificateProfile: 'SUBCA', validity: '90d' });
      assertRefusal(await call(ENROLL, cvEnrollment(new CvHolder('SEBAD00001'), record, more)), status, message);
      assert.equal(rowOf('BAD'), undefined);
    });
  }

  for (const [what, status, message, record] of [
    ['an alternative name', 400, /no alternative names/, { subject_alt_name: 'dNSName=a.example' }],
    ['a keystore for a token', 400, /token has to be USERGENERATED/, { token: 'P12' }],
    ['a reason for being issued revoked', 400, /cannot be issued revoked \(CERTIFICATE_HOLD\)/, HELD],
    ['a subject that names no holder', 400, /Invalid subject_dn/, { subject_dn: 'CN=BAD,O=Police' }],
    ['the name of its CA', 422, /that of a CA/, { subject_dn: 'CN=DV,C=SE' }],
  ] as const) {
    it(`is not added with ${what}`, async () => {
      assertRefusal(await call('/v1/endentity', cvRecord('BAD', record)), status, message);
    });
  }

  it('lasts no longer than is asked for, in whole days', async () => {
    const profile = { availableCertificateProfiles: ['Timed'] };
    await createProfiles(shared.server, 'Timed', { allowValidityOverride: true }, { ...WITH_COUNTRY, ...profile });
    const noon = new Date((TODAY + 10) * 86_400_000 + 12 * 3_600_000).toISOString();
    const end = noon.slice(0, 19).replace('T', ' ');
    const record = { certificate_profile_name: 'Timed', end_entity_profile_name: 'Timed', end_time: end };
    const [certificate] = await enrolled(ENROLL, cvEnrollment(new CvHolder('SETIMED00001'), record));
    assert.equal(certificate!.expirationDay, TODAY + 9);
  });

  it('loses its certificate when it is revoked', async () => {
    await enrolled(ENROLL, cvEnrollment(new CvHolder('SEGONE00001')));
    const body = { reason_code: 4, delete: false };
    const answer = await shared.server.call('/v1/endentity/GONE/revoke', { method: 'PUT', body });
    assert.equal(answer.status, 200, answer.text);
    const path = '/v1/certificate/CN=DV,C=SE/5345474F4E453030303031/revocationstatus';
    assert.equal((await shared.server.call(path)).json['revocation_reason'], 'SUPERSEDED');
  });

  it('has as many requests as its profile allows, and one active certificate where it asks for that', async () => {
    const profile = { availableCertificateProfiles: ['Single'], allowedRequests: 2, allowedRequestsUsed: true };
    const single = { singleActiveCertificateConstraint: true };
    await createProfiles(shared.server, 'Single', single, { ...WITH_COUNTRY, ...profile });
    await add('SINGLE', { certificate_profile_name: 'Single', end_entity_profile_name: 'Single' });
    const [first, second, third] = ['1', '2', '3'].map((n) => new CvHolder(`SESINGLE0000${n}`)) as [
      CvHolder,
      CvHolder,
      CvHolder,
    ];
    const renewal = (last: CvHolder, next: CvHolder) =>
      requestOf(next, { certificate_request: last.authenticate(next.request()).toBase64() });
    await enrolled(REQUEST, requestOf(first));
    await enrolled(REQUEST, renewal(first, second));
    const reasonOf = async ({ reference }: CvHolder) => {
      const path = `/v1/certificate/CN=DV,C=SE/${reference.encode().toHex()}/revocationstatus`;
      return (await shared.server.call(path)).json['revocation_reason'];
    };
    assert.deepEqual([await reasonOf(first), await reasonOf(second)], ['SUPERSEDED', 'NOT_REVOKED']);
    assertRefusal(await call(REQUEST, renewal(second, third)), 400, REFUSED);
    assert.equal(rowOf('SINGLE')?.['status'], 40);
  });

  it('gets one certificate for 16 requests at once with one request left', async () => {
    await add('ATONCE');
    const holders = Array.from({ length: 16 }, (_, n) => new CvHolder(`SEATONCE000${String(n).padStart(2, '0')}`));
    const answers = await Promise.all(holders.map((holder) => call(REQUEST, requestOf(holder))));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    assert.ok(
      statuses.every((status) => [200, 400, 429].includes(status)),
      String(statuses),
    );
  });

  it('whose enrollment others have to approve gets its certificate when it is finalized', async () => {
    const { server } = shared;
    const officers = await newOfficers(server);
    await createApprovalProfile(server, 'Four eyes', {});
    await createCvcCa(server, 'GUARDED', { signedBy: 'CVCA', certificateProfile: 'SUBCA', validity: '90d' });
    await editCa(server, 'GUARDED', { approvals: { addEditEndEntity: 'Four eyes' } });
    for (const format of ['DER', 'PEM']) {
      const holder = new CvHolder(`SE${format}WAIT00001`);
      const id = requestIdOf(await call(ENROLL, cvEnrollment(holder, { ca_name: 'GUARDED' })));
      const shown = await server.call(`/v1/approval/${id}`, { as: officers.first });
      assert.match(shown.text, new RegExp(`holder_reference.*${holder.reference.text}`));
      assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
      const path = `/v1/certificate/${id}/finalize`;
      assertRefusal(await call(path, { response_format: format, password: 'wrong' }), 403, REFUSED);
      assertRefusal(await call(path, { response_format: 'P12', password: 'foo123' }), 400, /DER or PEM/);
      const answer = await call(path, { response_format: format, password: 'foo123' });
      assert.equal(answer.status, 201, answer.text);
      const octets = Uint8Array.fromBase64(answer.json['certificate'] as string);
      const der = format === 'DER' ? octets : parsePem(new TextDecoder().decode(octets))[0]!.der;
      assert.equal(CvCertificate.parse(der).holder.text, holder.reference.text);
    }
  });
});

describe('an end entity under a country verifying CA', () => {
  const shared = sharedServer();
  before(async () => {
    await createCvcCa(shared.server, 'CVCA');
    const profile = { availableCertificateProfiles: ['SUBCA'], defaultCertificateProfile: 'SUBCA' };
    await createProfiles(shared.server, 'Verifiers', {}, { ...WITH_COUNTRY, ...profile });
  });
  const record = { ca_name: 'CVCA', certificate_profile_name: 'SUBCA', end_entity_profile_name: 'Verifiers' };

  for (const [reference, role] of [
    ['SEDV00001', 'DV_D'],
    ['DEDV00001', 'DV_F'],
  ] as const) {
    it(`gets the certificate of a document verifier: ${reference}`, async () => {
      const holder = new CvHolder(reference);
      const body = cvEnrollment(holder, { ...record, username: reference });
      const answer = await shared.server.call(ENROLL, { body });
      assert.equal(answer.status, 200, answer.text);
      const [certificate, cvca] = cvChainOf(answer.json) as [CvCertificate, CvCertificate];
      assert.equal(certificate.authorization.role, role);
      verifyCvChain(cvca, [certificate, holder.certify(new CvHolder('SEIS00001'), { effectiveDay: TODAY })], TODAY);
    });
  }

  it('gets none of a terminal', async () => {
    const end = { ca_name: 'CVCA', username: 'terminal' };
    const answer = await shared.server.call(ENROLL, { body: cvEnrollment(new CvHolder('SEIS00001'), end) });
    assertRefusal(answer, 422, /not for document verifiers/);
  });
});
