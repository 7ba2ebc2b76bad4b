/** Enrollments with requests of every form, and what is refused of them for the sake of CA, profile and caller. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  Certificate,
  type GeneralName,
  makeExtension,
  parsePem,
  signatureAlgorithmByName,
  subjectAltName,
} from '@sealwright/pki';
import {
  type CrmfFields,
  makeCrmf,
  makeSpkac,
  signatureProof,
  signingKeyInput,
  spkiOf,
} from '../../../packages/pki/test/crmf-request.ts';
import { crmfFixtures } from '../../../packages/pki/test/request-fixtures.ts';
import type { Administrator } from '../../../packages/server/src/modules/access/index.ts';
import { endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { requireMayVouch } from '../../../packages/server/src/modules/ra/enrollment/checks/vouched-possession.ts';
import { enrollmentOf } from '../../old-databases/fixture.ts';
import { createApprovalProfile, decide, newOfficers } from '../support/setups/approval-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import { createProfiles, editCa, MANAGEMENT_CA_DN, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { enrollForm } from '../support/request-forms.ts';
import type { TestServer } from '../support/test-server.ts';

/** The CA takes each key of one end entity only. */
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('an enrollment', () => {
  const shared = sharedServer();
  let count = 0;

  /** Enrolls a new end entity with a request in CRMF, which names it unless another subject is given. */
  const withCrmf = (fields: CrmfFields, rest: object = {}, key = newKey()) => {
    const username = `crmf${++count}`;
    const certificateRequest = makeCrmf({ subject: `CN=${username}`, ...fields }, key).toBase64();
    return enrollForm(shared.server, username, { certificateRequestType: 'CRMF', certificateRequest, ...rest });
  };

  it('with a request in CRMF has the names of its template', async () => {
    const names: readonly GeneralName[] = [{ type: 'dNSName', value: 'www.example.org' }];
    const extensions = [makeExtension(subjectAltName, names, false)];
    const key = newKey();
    const certificate = await withCrmf(
      { subject: 'CN=named,O=Example', issuer: MANAGEMENT_CA_DN, extensions },
      {},
      key,
    );
    assert.equal(certificate.subject.toString(), 'CN=named,O=Example');
    assert.deepEqual(certificate.extension(subjectAltName), names);
    assert.deepEqual(certificate.publicKey.der, spkiOf(key));
  });

  it('with a request in CRMF takes keys of ML-DSA and EdDSA', async () => {
    await createProfiles(shared.server, 'New keys', { availableKeyAlgorithms: ['ML-DSA-65', 'Ed25519'] });
    for (const name of ['ML-DSA-65', 'Ed25519'] as const) {
      const pair = name === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ml-dsa-65');
      const request = makeCrmf({ subject: `CN=${name}` }, pair, undefined, signatureAlgorithmByName(name));
      const certificate = await enrollForm(shared.server, name, {
        certificateRequestType: 'CRMF',
        certificateRequest: request.toBase64(),
        certificateProfileName: 'New keys',
        endEntityProfileName: 'New keys',
      });
      assert.equal(certificate.publicKey.algorithm.name, name);
    }
  });

  it('for another CA than the request asks for is refused', async () => {
    await assert.rejects(withCrmf({ issuer: 'CN=Other' }), {
      code: 'ra.bad_certificate_request',
      message: /asks for the issuer 'CN=Other'/,
    });
  });

  it('takes the validity that the request asks for, or is refused by the profile', async () => {
    const now = Math.floor(Date.now() / 1000);
    const fields = { notBefore: now, notAfter: now + 86_400 };
    await assert.rejects(withCrmf(fields), { code: 'profile.validity_not_allowed' });
    await createProfiles(shared.server, 'Chosen times', { allowValidityOverride: true });
    const profiles = { certificateProfileName: 'Chosen times', endEntityProfileName: 'Chosen times' };
    assert.equal((await withCrmf(fields, profiles)).notAfter, now + 86_400);
    const earlier = await withCrmf(fields, { ...profiles, notAfter: now + 3600 });
    assert.equal(earlier.notAfter, now + 3600);
    const later = await withCrmf(fields, { ...profiles, notAfter: now + 7 * 86_400 });
    assert.equal(later.notAfter, now + 86_400);
  });

  it('is for whom the possession of the key was proven as', async () => {
    const key = newKey();
    const withSender = (sender: string) => {
      const input = signingKeyInput(sender, spkiOf(key));
      const certificateRequest = makeCrmf({}, key, signatureProof(input, key, undefined, input)).toBase64();
      const subjectDn = 'CN=proven';
      return enrollForm(shared.server, 'proven', { certificateRequestType: 'CRMF', certificateRequest, subjectDn });
    };
    assert.equal((await withSender('CN=proven')).subject.toString(), 'CN=proven');
    await assert.rejects(withSender('CN=somebody else'), {
      code: 'ra.bad_certificate_request',
      message: /proof of possession is of/,
    });
  });

  it('with an SPKAC has the names that stand beside it, or that the caller gives', async () => {
    const certificateRequest = `SPKAC=${makeSpkac(newKey()).toBase64()}\nCN=beside\n`;
    const form = { certificateRequestType: 'SPKAC', certificateRequest } as const;
    assert.equal((await enrollForm(shared.server, 'spkac', form)).subject.toString(), 'CN=beside');
    const given = await enrollForm(shared.server, 'spkac', { ...form, subjectDn: 'CN=given' });
    assert.equal(given.subject.toString(), 'CN=given');
  });

  it('with a public key alone is marked in the audit log', async () => {
    const key = newKey();
    const form = { certificateRequestType: 'PUBLICKEY', certificateRequest: spkiOf(key).toBase64() } as const;
    const certificate = await enrollForm(shared.server, 'vouched', { ...form, subjectDn: 'CN=vouched' });
    assert.deepEqual(certificate.publicKey.der, spkiOf(key));
    const entry = auditRows(shared.server).findLast(({ event }) => event === 'CERT_CREATION');
    assert.match(JSON.stringify(entry), /vouched for/);
  });
});

describe('an enrollment that waits for approval', () => {
  const shared = sharedServer();

  it('is finalized with the form and the MAC that it came with', async () => {
    const { server } = shared;
    const { ra } = server.running.installation;
    const officers = await newOfficers(server);
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, 'Guarded');
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    const clerk = await newAdministrator(server, 'Clerk', { ...ISSUES, ...EDITS });
    const asked = await ra.enrollWithRequest.enroll(clerk, {
      ...enrollmentOf('mac'),
      certificateAuthorityName: 'Guarded',
      certificateRequestType: 'CRMF',
      certificateRequest: crmfFixtures().get('bouncycastle-mac')!.toBase64(),
      subjectDn: 'CN=mac',
      password: 'foo123',
    });
    assert.ok(asked.outcome === 'pending-approval');
    assert.equal((await decide(server, asked.requestId, officers.first)).json['status'], 'APPROVED');
    const finalize = async (password: string) =>
      ra.finalizeEnrollment.finalize(clerk, asked.requestId, { format: 'DER', password });
    await assert.rejects(finalize('foo124'), { code: 'ra.not_authenticated' });
    const finalized = await finalize('foo123');
    assert.ok(finalized.outcome === 'issued');
    assert.equal(Certificate.parse(finalized.certificate.der).subject.toString(), 'CN=mac');
  });
});

describe('who vouches for a key', () => {
  const shared = sharedServer();

  it('may edit the end entity', async () => {
    await requireVouching('Issuers', ISSUES, { code: 'ra.possession_not_proven' });
    await requireVouching('Editors', { ...ISSUES, ...EDITS }, undefined);
  });

  async function requireVouching(
    name: string,
    rules: Readonly<Record<string, 'ALLOW'>>,
    refusal: { readonly code: string } | undefined,
  ): Promise<void> {
    const { server } = shared;
    const { access, ca, configuration } = server.running.installation;
    const administrator = await newAdministrator(server, name, rules);
    const found = await ca.authorities.findByName('ManagementCA');
    const authority = found as unknown as Parameters<typeof requireMayVouch>[1]['authority'];
    const endEntityProfile = await configuration.get(endEntityProfileType, 'EMPTY');
    const existing = undefined;
    const place = { administrator, order: enrollmentOf('alice'), authority, endEntityProfile, existing };
    const vouching = requireMayVouch(access.control, place);
    await (refusal === undefined ? vouching : assert.rejects(vouching, refusal));
  }
});

/** Somebody with these rights, as use cases know an administrator. */
async function newAdministrator(
  server: TestServer,
  name: string,
  rules: Readonly<Record<string, 'ALLOW'>>,
): Promise<Administrator> {
  const { ca, configuration } = server.running.installation;
  const { cert } = await newOfficer(server, name, rules);
  await configuration.refresh();
  const { id: issuerCaId } = (await ca.authorities.findByName('ManagementCA'))!;
  const certificate = Certificate.parse(parsePem(cert)[0]!.der);
  return { kind: 'certificate', certificate, issuerCaId, remoteAddress: '192.0.2.1' };
}

const ISSUES = { '/ca_functionality/create_certificate/': 'ALLOW', '/ca/': 'ALLOW' } as const;
const EDITS = { '/ra_functionality/': 'ALLOW', '/endentityprofilesrules/': 'ALLOW' } as const;
