/** Nobody becomes a member of a role by the name that they have a certificate enrolled under. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { createRole } from '../support/administration.ts';
import { caSettings, createCa, HOST } from '../support/ca-setup.ts';
import { assertRefusal, createProfiles, editCa, ENROLL, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { identityOf, newKeyPair } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker } from '../support/setups/signing-setup.ts';
import type { ClientIdentity } from '../support/test-server.ts';

const SYSTEM = { kind: 'system' } as const;
/** Has every right to enroll, and none beside. */
const RA_OFFICER = {
  '/ca/': 'ALLOW',
  '/ca_functionality/': 'ALLOW',
  '/cryptotoken/': 'ALLOW',
  '/ra_functionality/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
  '/signing/edit/': 'ALLOW',
} as const;

describe('a name that members of a role go by', () => {
  const shared = sharedServer();
  let officer: ClientIdentity;

  before(async () => {
    const { server } = shared;
    const { installation } = server.running;
    await createProfiles(server, 'Anybody', {}, { subjectAlternativeName: { RFC822NAME: [{ use: true }] } });
    await makeSigningToken(server, 'Signers', { key: ['EC', 'P-256'] });
    const member = (matchKey: string, matchValue: string) => ({ issuer: 'ManagementCA', matchKey, matchValue });
    await createRole(installation, 'Bosses', { '/': 'ALLOW' }, [
      member('WITH_COMMONNAME', 'boss'),
      member('WITH_RFC822NAME', 'boss@example.com'),
      member('WITH_FULLDN', 'CN=chief,O=Example'),
    ]);
    await createRole(installation, 'Readers', { '/administrator/': 'ALLOW', '/ra_functionality/': 'ALLOW' }, [
      member('WITH_ORGANIZATION', 'Readers'),
    ]);
    officer = await newOfficer(server, 'officer', RA_OFFICER);
  });

  let number = 0;
  const enrollAs = async (as: ClientIdentity | undefined, subject: string, more: object = {}) => {
    const keyPair = newKeyPair();
    const body = { ...requestUnder('Anybody', { username: `user${++number}`, subject, keyPair }), ...more };
    return { keyPair, answer: await shared.server.call(ENROLL, { body, ...(as === undefined ? {} : { as }) }) };
  };

  it('is refused to an RA administrator with less rights than the role, who would take them over', async () => {
    const { answer } = await enrollAs(officer, 'CN=boss');
    assertRefusal(answer, 403, /^CA 'ManagementCA' reserves the names that members of roles go by/);
    assertRefusal((await enrollAs(officer, 'CN=chief,O=Example')).answer, 403, /reserves/);
    assertRefusal((await enrollAs(officer, 'CN=harmless', { subject_dn: 'CN=boss' })).answer, 403, /reserves/);
  });

  it('is issued to somebody with all rights of the role', async () => {
    const { answer, keyPair } = await enrollAs(undefined, 'CN=boss');
    assert.equal(answer.status, 200, answer.text);
    const as = identityOf(answer, keyPair);
    assert.equal((await shared.server.administer('/documents/ROLE', { as })).status, 200);
    const { answer: reader } = await enrollAs(officer, 'CN=x,O=Readers');
    assert.equal(reader.status, 200, reader.text);
  });

  it('is free at another CA, and in other spellings, which no role goes by', async () => {
    await createCa(shared.server, 'Elsewhere');
    const elsewhere = await enrollAs(officer, 'CN=boss', { certificate_authority_name: 'Elsewhere' });
    assert.equal(elsewhere.answer.status, 200, elsewhere.answer.text);
    assert.equal((await enrollAs(officer, 'CN=Boss,O=Other spelling')).answer.status, 200);
  });

  it('is not what a worker is certified under, by an administrator without the rights or by the program', async () => {
    const { server } = shared;
    const { certifyWorker } = server.running.installation.signing;
    await makeWorker(server, 'Signer', {
      IMPLEMENTATION_CLASS: 'PlainSigner',
      CRYPTOTOKEN: 'Signers',
      DEFAULTKEY: 'key',
    });
    const issuer = { ca: 'ManagementCA', certificate_profile: 'Anybody', end_entity_profile: 'Anybody' };
    const body = { ...issuer, subject_dn: 'CN=boss,O=Signers' };
    const answer = await server.administer('/workers/Signer/certificate', { method: 'POST', body, as: officer });
    assertRefusal(answer, 403, /reserves/);
    const named = {
      ca: 'ManagementCA',
      certificateProfile: 'Anybody',
      endEntityProfile: 'Anybody',
      subjectDn: 'CN=boss,O=Signers',
    };
    await assert.rejects(certifyWorker.certify(SYSTEM, 'Signer', named), { code: 'ca.reserved_name' });
    await certifyWorker.certify(HOST, 'Signer', named);
    await certifyWorker.certify(SYSTEM, 'Signer', named);
  });

  for (const [what, names] of [
    ['subject', { subjectDn: 'CN=boss' }],
    ['alternative name', { subjectAlternativeName: 'rfc822Name=boss@example.com' }],
  ] as const)
    it(`is not the ${what} of a CA below, from an administrator without the rights`, async () => {
      const settings = { ...caSettings('Below'), ...names, signedBy: 'ManagementCA', certificateProfile: 'SUBCA' };
      const made = await shared.server.administer('/cas/Below', { method: 'POST', body: { settings }, as: officer });
      assertRefusal(made, 403, /reserves/);
    });

  it('stays reserved when a CA administrator with less rights than the role says otherwise', async () => {
    const path = '/documents/CA/ManagementCA';
    const { json } = await shared.server.administer(path, { as: officer });
    const settings = { ...(json['settings'] as object), reserveNamesOfRoles: false };
    const body = { version: json['version'], settings };
    const answer = await shared.server.administer(path, { method: 'PUT', body, as: officer });
    assertRefusal(answer, 403, /no role of the caller allows '\/'/);
    assertRefusal((await enrollAs(officer, 'CN=boss,O=Another')).answer, 403, /reserves/);
  });

  it('is issued by a CA that does not reserve it', async () => {
    await editCa(shared.server, 'ManagementCA', { reserveNamesOfRoles: false });
    assert.equal((await enrollAs(officer, 'CN=boss,O=Example')).answer.status, 200);
    await editCa(shared.server, 'ManagementCA', { reserveNamesOfRoles: true });
  });
});

it('reserves no names at a CA that an earlier release has made', () => {
  const { reserveNamesOfRoles } = caType.upgrade!({ subjectDn: 'CN=Old' }, 5) as { reserveNamesOfRoles?: boolean };
  assert.equal(reserveNamesOfRoles, false);
});
