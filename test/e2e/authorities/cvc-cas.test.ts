/** CVC CAs: country verifying CAs, document verifiers under them, and the terminals that those certify. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  assembleCvCertificate,
  CvCertificate,
  CvPublicKey,
  CvRequest,
  encodeCvCertificateBody,
  oid,
  parsePem,
  rightNames,
  verifyCvChain,
} from '@sealwright/pki';
import { CvHolder } from '../../../packages/pki/test/cv-holder.ts';
import { caType, requireCvc } from '../../../packages/server/src/modules/ca/index.ts';
import { change } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { whileRefusing } from '../support/installations/server-database.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

const HOST = { kind: 'host' } as const;
const today = () => Math.floor(Date.now() / 86_400_000);

describe('a CVC CA', () => {
  const shared = sharedServer();

  it('that signs itself is a country verifying CA, named by its subject', async () => {
    const { status, chain } = await createCa(shared.server, 'CVCA', { subjectDn: 'CN=CVCA,C=SE', validity: '3y' });
    assert.equal(status, 'ACTIVE');
    const [certificate] = chain;
    assert.equal(certificate!.holder.text, 'SECVCA00000');
    assert.ok(certificate!.isSelfSigned);
    assert.equal(certificate!.authorization.role, 'CVCA');
    assert.deepEqual(rightNames(certificate!.authorization), ['READ_DG3', 'READ_DG4']);
    assert.deepEqual([certificate!.effectiveDay, certificate!.expirationDay], [today(), today() + 3 * 365 - 1]);
    assert.equal(certificate!.publicKey.curve?.name, 'P-256');
    verifyCvChain(certificate!, [], today());
  });

  it('takes its first sequence number from SN', async () => {
    const { chain } = await createCa(shared.server, 'Numbered', { subjectDn: 'SN=SE00A,CN=NUMBERED,C=SE' });
    assert.equal(chain[0]!.holder.text, 'SENUMBEREDSE00A');
  });

  it('under another one of the same country is a domestic document verifier', async () => {
    const { chain } = await createCa(shared.server, 'DV', {
      subjectDn: 'CN=DV,C=SE',
      signedBy: 'CVCA',
      certificateProfile: 'SUBCA',
      validity: '90d',
    });
    const [own, root] = chain as [CvCertificate, CvCertificate];
    assert.equal(own.authorization.role, 'DV_D');
    assert.equal(own.publicKey.spellsOutCurve, false);
    verifyCvChain(root, [own], today());
    assert.equal(own.expirationDay, today() + 89);
  });

  it('under another one of another country is a foreign document verifier, and lasts no longer', async () => {
    const { chain } = await createCa(shared.server, 'Foreign DV', {
      subjectDn: 'CN=DV,C=DE',
      signedBy: 'CVCA',
      certificateProfile: 'SUBCA',
      validity: '10y',
    });
    assert.equal(chain[0]!.authorization.role, 'DV_F');
    assert.equal(chain[0]!.expirationDay, chain[1]!.expirationDay);
  });

  it('of elsewhere waits with a request that names it', async () => {
    const { status, id } = await createCa(shared.server, 'Elsewhere', {
      subjectDn: 'CN=DVELSE,C=SE',
      signedBy: 'External CA',
      certificateProfile: 'SUBCA',
    });
    assert.equal(status, 'WAITING_CERTIFICATE_RESPONSE');
    const request = CvRequest.parse((await shared.server.running.installation.ca.states.findState(id))!.request!.der);
    request.verifyProofOfPossession();
    assert.equal(request.holder.text, 'SEDVELSE00000');
  });

  it('has keys of RSA as well', async () => {
    const rsa = { signKeySpec: '2048', signatureAlgorithm: 'SHA256withRSAandMGF1' };
    const { chain } = await createCa(shared.server, 'RSA', { subjectDn: 'CN=RSA,C=SE', ...rsa });
    assert.equal(chain[0]!.publicKey.key.bits, 2048);
    const below = { subjectDn: 'CN=RSADV,C=SE', signedBy: 'RSA', certificateProfile: 'SUBCA', ...rsa };
    const dv = await createCa(shared.server, 'RSA DV', below);
    verifyCvChain(dv.chain[1]!, [dv.chain[0]!], today());
  });

  it('is listed and downloaded like others', async () => {
    const { json } = await shared.server.call('/v1/ca');
    const listed = (json['certificate_authorities'] as Record<string, unknown>[]).find(({ name }) => name === 'DV');
    assert.equal(listed?.['subject_dn'], 'CN=DV,C=SE');
    assert.equal(listed?.['issuer_dn'], 'SN=00000,CN=CVCA,C=SE');
    const { text, status } = await shared.server.call('/v1/ca/CN=DV,C=SE/certificate/download');
    assert.equal(status, 200);
    assert.match(text, /^Subject: SN=00000,CN=DV,C=SE\nIssuer: SN=00000,CN=CVCA,C=SE\n-----BEGIN CERTIFICATE-----/);
    const [own, root] = parsePem(text).map(({ der }) => CvCertificate.parse(der));
    verifyCvChain(root!, [own!], today());
  });

  it('makes no CRLs and answers no enrollment of X.509', async () => {
    const crl = await shared.server.call('/v1/ca/CN=CVCA,C=SE/createcrl', { method: 'POST' });
    assert.equal(crl.status, 422);
    assert.match(String(crl.json['error_message']), /CVCA/);
    assert.equal((await shared.server.call('/v1/ca/CN=CVCA,C=SE/getLatestCrl')).status, 200);
    const body = newRequest({ username: 'x509', subject: 'CN=x509' });
    const options = { method: 'POST', body: { ...body, certificate_authority_name: 'CVCA' } };
    const enrollment = await shared.server.call('/v1/certificate/pkcs10enroll', options);
    assert.equal(enrollment.status, 400);
    assert.match(String(enrollment.json['error_message']), /kind/);
  });

  for (const [what, settings, field] of [
    ['a subject without a country', { subjectDn: 'CN=CVCA' }, 'subjectDn'],
    ['a subject with an organisation', { subjectDn: 'CN=CVCA,O=Police,C=SE' }, 'subjectDn'],
    ['a mnemonic of ten characters', { subjectDn: 'CN=CVCACVCACV,C=SE' }, 'subjectDn'],
    ['a sequence number of four digits', { keySequence: '0001' }, 'subjectDn'],
    ['an algorithm that cards do not know', { signatureAlgorithm: 'Ed25519' }, 'signatureAlgorithm'],
    ['an alternative signature', { alternativeSignatureAlgorithm: 'ML-DSA-65' }, 'alternativeSignatureAlgorithm'],
  ] as const) {
    it(`is not made with ${what}`, async () => {
      const { status, json } = await shared.server.administer('/documents/CA/Impossible', {
        method: 'POST',
        body: { settings: { ...settingsOf('Impossible'), ...settings } },
      });
      assert.equal(status, 400);
      assert.match(String(json['error_message']), new RegExp(field));
    });
  }

  for (const [what, code, settings] of [
    ['a document verifier', 'ca.certificate_refused', { signedBy: 'DV' }],
    ['a CA of X.509', 'ca.wrong_kind', { signedBy: 'ManagementCA' }],
    ['a CA on another curve', 'ca.cv_certificate_refused', { signKeySpec: 'P-384' }],
    ['a CA of another algorithm', 'ca.cv_certificate_refused', { signatureAlgorithm: 'SHA384withECDSA' }],
    ['another one with a profile of root CAs', 'ca.certificate_refused', { certificateProfile: 'ROOTCA' }],
  ] as const) {
    it(`is not initialised under ${what}`, async () => {
      const name = `Under ${what}`;
      const below = { subjectDn: `CN=U${what.length},C=SE`, signedBy: 'CVCA', certificateProfile: 'SUBCA' };
      await assert.rejects(createCa(shared.server, name, { ...below, ...settings }), { code });
    });
  }
});

describe('a terminal', () => {
  const shared = sharedServer();
  before(async () => {
    await createCa(shared.server, 'CVCA', { subjectDn: 'CN=CVCA,C=SE' });
    await createCa(shared.server, 'DV', { subjectDn: 'CN=DV,C=SE', signedBy: 'CVCA', certificateProfile: 'SUBCA' });
  });
  const is = new CvHolder('SEIS00001');
  const next = new CvHolder('SEIS00002');

  it('gets a certificate under a document verifier for its request', async () => {
    const { status, json } = await sign(shared.server, 'DV', is.request().der, { username: 'is-1' });
    assert.equal(status, 200);
    assert.equal(json['holder_reference'], 'SEIS00001');
    assert.equal(json['authority_reference'], 'SEDV00000');
    const [certificate, dv, cvca] = chainOf(json) as [CvCertificate, CvCertificate, CvCertificate];
    const { authorization } = verifyCvChain(cvca, [dv, certificate], today());
    assert.equal(authorization.role, 'TERMINAL');
    assert.deepEqual(rightNames(authorization), ['READ_DG3', 'READ_DG4']);
  });

  it('is audited and found under its holder reference', async () => {
    const serial = is.reference.encode().toHex().toUpperCase();
    const row = auditRows(shared.server).find((each) => each.serial === serial && each.event === 'CERT_CREATION');
    assert.equal(row?.username, 'is-1');
    const path = `/v1/certificate/CN=DV,C=SE/${serial}/revocationstatus`;
    assert.equal((await shared.server.call(path)).json['revoked'], false);
  });

  it('is revoked on record, and its key renews nothing any more', async () => {
    const holder = new CvHolder('SEIR00001');
    const { json } = await sign(shared.server, 'DV', holder.request().der);
    const path = `/v1/certificate/CN=DV,C=SE/${String(json['serial_number'])}`;
    const { status, text } = await shared.server.call(`${path}/revoke?reason=SUPERSEDED`, { method: 'PUT' });
    assert.equal(status, 200, text);
    assert.equal((await shared.server.call(`${path}/revocationstatus`)).json['revoked'], true);
    const renewal = holder.authenticate(new CvHolder('SEIR00002').request());
    const refused = await sign(shared.server, 'DV', renewal);
    assert.equal(refused.status, 400);
    assert.match(String(refused.json['error_message']), /no such certificate of 'DV' in force/);
    assert.equal((await sign(shared.server, 'DV', new CvHolder('SEIR00003').request().der)).status, 200);
  });

  it('gets no second certificate under one reference', async () => {
    const again = new CvHolder('SEIS00001');
    const { status, json } = await sign(shared.server, 'DV', again.request().der);
    assert.equal(status, 409);
    assert.match(String(json['error_message']), /SEIS00001 already/);
  });

  it('renews with an outer signature of the key that it has, and not without', async () => {
    const plain = await sign(shared.server, 'DV', next.request().der);
    assert.equal(plain.status, 400);
    assert.match(String(plain.json['error_message']), /needs an outer signature/);
    const stranger = new CvHolder('SEIS00001');
    assert.equal((await sign(shared.server, 'DV', stranger.authenticate(next.request()))).status, 400);
    const other = new CvHolder('SEOTHER00001');
    assert.equal((await sign(shared.server, 'DV', other.authenticate(next.request()))).status, 400);
    const { status, json } = await sign(shared.server, 'DV', is.authenticate(next.request()));
    assert.equal(status, 200);
    assert.equal(json['holder_reference'], 'SEIS00002');
  });

  it('whose name begins like that of another is another', async () => {
    assert.equal((await sign(shared.server, 'DV', new CvHolder('SEIS000001').request().der)).status, 200);
  });

  for (const [what, status, request] of [
    ['that is not a request', 400, () => Uint8Array.of(1, 2, 3)],
    ['that another key signed', 400, () => is.request({ publicKey: next.publicKey }).der],
    ['that leaves its domain parameters out', 400, () => is.request({ publicKey: is.inheritingKey }).der],
    ['of a key on another curve', 422, () => new CvHolder('SEIY00009', 'secp384r1').request().der],
    [
      'of a key that signs otherwise',
      422,
      () => new CvHolder('SEIX00009', 'prime256v1', 'SHA512withECDSA').request().der,
    ],
  ] as const) {
    it(`gets nothing for a request ${what}`, async () => {
      const answer = await sign(shared.server, 'DV', request());
      assert.equal(answer.status, status, answer.text);
    });
  }

  it('gets nothing of a country verifying CA, of a CA of X.509, or with a profile of CAs', async () => {
    const request = new CvHolder('SEIS10000').request().der;
    assert.equal((await sign(shared.server, 'CVCA', request)).status, 422);
    assert.equal((await sign(shared.server, 'ManagementCA', request)).status, 422);
    assert.equal((await sign(shared.server, 'DV', request, { certificate_profile_name: 'SUBCA' })).status, 422);
    assert.equal((await sign(shared.server, 'Nobody', request)).status, 404);
  });

  it('is recorded before it is signed where the CA wants it, and found when it was never stored', async () => {
    const { server } = shared;
    await createCa(server, 'Recording', {
      subjectDn: 'CN=REC,C=SE',
      signedBy: 'CVCA',
      certificateProfile: 'SUBCA',
      validity: '90d',
      recordBeforeSigning: 'ALWAYS',
    });
    const request = new CvHolder('SEISREC00001').request().der;
    const lost = await whileRefusing(server, 'INSERT', 'certificate', async () => sign(server, 'Recording', request));
    assert.equal(lost.status, 500, lost.text);
    const again = await sign(server, 'Recording', request);
    assert.equal(again.status, 200, 'what was recorded is signed once more');
    const other = new CvHolder('SEISOTH00002').request().der;
    assert.equal(
      (await whileRefusing(server, 'INSERT', 'certificate', async () => sign(server, 'Recording', other))).status,
      500,
    );
    server.clock.advanceSeconds(61);
    const { incompleteIssuances } = server.running.installation.ca;
    const [entry, ...others] = await incompleteIssuances.list(HOST);
    assert.deepEqual([entry?.subjectDn, others], ['SN=00002,CN=ISOTH,C=SE', []]);
    await incompleteIssuances.revoke(HOST, entry!);
    assert.equal((await sign(server, 'Recording', other)).status, 409, 'its reference is taken by now');
  });

  it('gets no reference of a CA above it, whatever its sequence number', async () => {
    for (const reference of ['SEDV00000', 'SEDV00007', 'SECVCA00000', 'SECVCA00009']) {
      const answer = await sign(shared.server, 'DV', new CvHolder(reference).request().der);
      assert.equal(answer.status, 422, `${reference} ${answer.text}`);
      assert.match(String(answer.json['error_message']), /it is the reference of a CA above the holder/);
    }
  });

  it('gets extensions that grant nothing, and no others', async () => {
    const asking = (reference: string, id: string) =>
      new CvHolder(reference).request({ extensions: [{ oid: oid(id), data: Uint8Array.of(0x80, 1, 0xff) }] }).der;
    const described = await sign(shared.server, 'DV', asking('SEISEXT00001', '0.4.0.127.0.7.3.1.3.1'));
    assert.equal(described.status, 200, described.text);
    assert.deepEqual(
      chainOf(described.json)[0]!.extensions.map((extension) => extension.oid),
      ['0.4.0.127.0.7.3.1.3.1'],
    );
    const granted = await sign(shared.server, 'DV', asking('SEISEXT10001', '0.4.0.127.0.7.3.1.2.9.1'));
    assert.equal(granted.status, 422, granted.text);
    assert.match(String(granted.json['error_message']), /asks for the extension 0\.4\.0\.127\.0\.7\.3\.1\.2\.9\.1/);
  });

  it('is not certified under a profile whose certificates others approve', async () => {
    await createApprovalProfile(shared.server, 'Four eyes', {});
    await createProfiles(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    const request = new CvHolder('SEIS30000').request().der;
    const answer = await sign(shared.server, 'DV', request, { certificate_profile_name: 'Guarded' });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /has to be approved by others/);
  });

  it('is not certified under a CA whose enrollments others approve', async () => {
    await createApprovalProfile(shared.server, 'Six eyes', {});
    await createCa(shared.server, 'Guarding', {
      subjectDn: 'CN=GUARDING,C=SE',
      signedBy: 'CVCA',
      certificateProfile: 'SUBCA',
      approvals: { addEditEndEntity: 'Six eyes' },
    });
    const answer = await sign(shared.server, 'Guarding', new CvHolder('SEIS40000').request().der);
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /has to be approved by others/);
  });

  it('is not certified for callers who may not', async () => {
    const request = new CvHolder('SEIS20000').request().der;
    assert.equal((await sign(shared.server, 'DV', request, {}, null)).status, 401);
  });
});

describe('a document verifier elsewhere', () => {
  const shared = sharedServer();
  before(async () => void (await createCa(shared.server, 'CVCA', { subjectDn: 'CN=CVCA,C=SE' })));

  it('gets a certificate of a country verifying CA for its request', async () => {
    const dv = new CvHolder('DEDV00001');
    const profile = { certificate_profile_name: 'SUBCA' };
    const { status, json } = await sign(shared.server, 'CVCA', dv.request().der, profile);
    assert.equal(status, 200);
    const [certificate, cvca] = chainOf(json);
    assert.equal(certificate!.authorization.role, 'DV_F');
    const terminal = dv.certify(new CvHolder('DEIS00001'), { effectiveDay: today() });
    verifyCvChain(cvca!, [certificate!, terminal], today());
  });
});

describe('a country verifying CA that is renewed', () => {
  const shared = sharedServer();
  before(async () => void (await createCa(shared.server, 'CVCA', { subjectDn: 'CN=CVCA,C=SE' })));

  it('has a new key of the next sequence number, and a certificate that links it to the one before', async () => {
    const [old] = await chainAt(shared.server, 'CVCA');
    const answer = await act(shared.server, 'CVCA', 'renew', { new_key: true });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['key_sequence'], '00001');
    const [renewed] = await chainAt(shared.server, 'CVCA');
    assert.equal(renewed!.holder.text, 'SECVCA00001');
    assert.ok(renewed!.isSelfSigned);
    renewed!.verify(renewed!.publicKey);
    const link = await linkAt(shared.server, 'CVCA');
    assert.ok(link.isLink);
    assert.equal(link.authority.text, 'SECVCA00000');
    assert.deepEqual(link.publicKey.der, renewed!.publicKey.der);
    assert.equal(link.expirationDay, renewed!.expirationDay);
    const dv = new CvHolder('SEDV00001');
    const signed = await sign(shared.server, 'CVCA', dv.request().der, { certificate_profile_name: 'SUBCA' });
    const [certificate] = chainOf(signed.json);
    assert.equal(certificate!.authority.text, 'SECVCA00001');
    verifyCvChain(old!, [link, certificate!], today());
  });

  it('is refused the same key again', async () => {
    const answer = await act(shared.server, 'CVCA', 'renew', { new_key: false });
    assert.equal(answer.status, 422);
    assert.match(String(answer.json['error_message']), /new key only/);
  });

  it('signs nothing while it is off line', async () => {
    assert.equal((await act(shared.server, 'CVCA', 'deactivate')).status, 200);
    const request = new CvHolder('SEDVX00001').request().der;
    const body = { certificate_profile_name: 'SUBCA' };
    assert.equal((await sign(shared.server, 'CVCA', request, body)).status, 503);
    assert.equal((await act(shared.server, 'CVCA', 'activate')).status, 200);
    assert.equal((await sign(shared.server, 'CVCA', request, body)).status, 200);
  });
});

describe('a document verifier under a country verifying CA', () => {
  const shared = sharedServer();
  before(async () => {
    await createCa(shared.server, 'CVCA', { subjectDn: 'CN=CVCA,C=SE' });
    await createCa(shared.server, 'DV', { subjectDn: 'CN=DV,C=SE', signedBy: 'CVCA', certificateProfile: 'SUBCA' });
  });

  it('is renewed with the next sequence number under the present key above it', async () => {
    assert.equal((await act(shared.server, 'CVCA', 'renew', { new_key: true })).status, 200);
    assert.equal((await act(shared.server, 'DV', 'renew', { new_key: true })).status, 200);
    const [own, root] = await chainAt(shared.server, 'DV');
    assert.equal(own!.holder.text, 'SEDV00001');
    assert.equal(own!.authority.text, 'SECVCA00001');
    verifyCvChain(root!, [own!], today());
    const { json } = await sign(shared.server, 'DV', new CvHolder('SEIS00001').request().der);
    assert.equal(json['authority_reference'], 'SEDV00001');
  });
});

describe('a document verifier that is signed elsewhere', () => {
  const shared = sharedServer();
  const cvca = new CvHolder('DECVCA00001');
  before(async () => {
    const settings = { subjectDn: 'CN=DV,C=SE', signedBy: 'External CA', certificateProfile: 'SUBCA' };
    await createCa(shared.server, 'DV', settings);
  });

  it('takes the certificate that was made of its request, and certifies terminals', async () => {
    const request = await requestAt(shared.server, 'DV', 'DV key');
    assert.equal(request.outer, undefined);
    assert.equal(request.holder.text, 'SEDV00000');
    const certificates = [certify(cvca, request), cvca.root().der.toBase64()];
    const { status, json, text } = await act(shared.server, 'DV', 'receive', { certificates });
    assert.equal(status, 200, text);
    assert.equal(json['status'], 'ACTIVE');
    const signed = await sign(shared.server, 'DV', new CvHolder('SEIS00001').request().der);
    const [terminal, dv, root] = chainOf(signed.json);
    assert.equal(root!.holder.text, 'DECVCA00001');
    verifyCvChain(cvca.root(), [dv!, terminal!], today());
  });

  it('asks for its next certificate with an outer signature of the key that it has', async () => {
    const [present, root] = await chainAt(shared.server, 'DV');
    const request = await requestAt(shared.server, 'DV');
    assert.equal(request.holder.text, 'SEDV00001');
    assert.equal(request.authority?.text, 'DECVCA00001');
    assert.equal(request.outer?.authority.text, 'SEDV00000');
    request.verifyProofOfPossession();
    request.verifyOuter(present!.publicKey.inheriting(root!.publicKey));
    // The certificate of the country verifying CA is known by now.
    const answer = await act(shared.server, 'DV', 'receive', { certificates: [certify(cvca, request)] });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await chainAt(shared.server, 'DV'))[0]!.holder.text, 'SEDV00001');
  });

  it('gives its request to clients of generatecsr', async () => {
    const options = {
      method: 'PUT',
      body: { key_pair: 'GENERATE_NEW', certificate_chain: [], response_format: 'PEM' },
    };
    const { status, text } = await shared.server.call('/v1/ca/CN=DV,C=SE/generatecsr', options);
    assert.equal(status, 200, text);
    const request = CvRequest.parse(parsePem(text)[0]!.der);
    assert.equal(request.outer?.authority.text, 'SEDV00001');
  });

  for (const [what, message, certificates] of [
    ['of another authority', /did not sign/, (request: CvRequest) => [certify(new CvHolder('DECVCA00001'), request)]],
    [
      'of an authority that is not known',
      /is missing/,
      (request: CvRequest) => [certify(new CvHolder('FRCVCA00001'), request)],
    ],
    [
      'of another key',
      /not for the key/,
      (request: CvRequest) => [certify(cvca, new CvHolder(request.holder.text).request())],
    ],
    ['of somebody else', /None of the certificates/, () => [certify(cvca, new CvHolder('SEOTHER00001').request())]],
    ['that is not one', /neither PEM nor base64/, () => ['nothing?']],
  ] as const) {
    it(`takes no certificate ${what}`, async () => {
      const request = await requestAt(shared.server, 'DV');
      const answer = await act(shared.server, 'DV', 'receive', { certificates: certificates(request) });
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.json['error_message']), message);
    });
  }
});

/** Returns the certificate that a country verifying CA elsewhere makes of a request, base64. */
function certify(cvca: CvHolder, request: CvRequest): string {
  const body = encodeCvCertificateBody({
    authority: cvca.reference,
    holder: request.holder,
    publicKey: CvPublicKey.of(request.publicKey.key, request.publicKey.algorithm, { spellOutCurve: false }),
    authorization: { terminalType: 'IS', role: 'DV_F', rights: 3n },
    effectiveDay: today(),
    expirationDay: today() + 90,
  });
  return assembleCvCertificate(body, cvca.sign(body)).toBase64();
}

/** An act on a CA over the administration interface. */
function act(server: TestServer, name: string, verb: string, body: object = {}): Promise<Answer> {
  return server.administer(`/cas/${name}/${verb}`, { method: 'POST', body });
}

/** The request of a CA, for its key of that alias or its next one. */
async function requestAt(server: TestServer, name: string, alias?: string): Promise<CvRequest> {
  const { json } = await act(server, name, 'csr', alias === undefined ? {} : { key_alias: alias });
  return CvRequest.parse(parsePem(json['certification_request'] as string)[0]!.der);
}

/** The chain of a CA as the administration interface shows it. */
async function chainAt(server: TestServer, name: string): Promise<CvCertificate[]> {
  const { json } = await server.administer(`/cas/${name}`);
  return (json['certificate_chain'] as string[]).map((pem) => CvCertificate.parse(parsePem(pem)[0]!.der));
}

/** The certificate that links its present key to the one before. */
async function linkAt(server: TestServer, name: string): Promise<CvCertificate> {
  const { json } = await server.administer(`/cas/${name}`);
  const further = json['further_certificates'] as { role: string; certificate: string }[];
  const { certificate } = further.find(({ role }) => role === 'new-with-old')!;
  return CvCertificate.parse(parsePem(certificate)[0]!.der);
}

function settingsOf(name: string) {
  return {
    caType: 'CVC',
    subjectDn: 'CN=CVCA,C=SE',
    cryptoToken: 'ManagementCA',
    certSignKey: `${name} key`,
    signKeySpec: 'P-256',
    signatureAlgorithm: 'SHA256withECDSA',
    validity: '1y',
  };
}

/** Makes the document of a CVC CA and initialises it. */
async function createCa(server: TestServer, name: string, settings: Readonly<Record<string, unknown>>) {
  const { installation } = server.running;
  await change(installation, 'CA_CREATION', [
    { kind: 'create', type: caType.token, name, settings: { ...settingsOf(name), ...settings } },
  ]);
  return requireCvc(await installation.ca.initializeCa.initialize(HOST, name));
}

function sign(
  server: TestServer,
  ca: string,
  request: Uint8Array,
  body: Readonly<Record<string, unknown>> = {},
  as?: null,
): Promise<Answer> {
  return server.administer(`/cvc/${ca}/certificaterequest`, {
    method: 'POST',
    body: { certificate_request: request.toBase64(), certificate_profile_name: 'ENDUSER', ...body },
    ...(as === undefined ? {} : { as }),
  });
}

function chainOf(json: Record<string, unknown>): CvCertificate[] {
  const { certificate, certificate_chain: chain } = json as { certificate: string; certificate_chain: string[] };
  return [certificate, ...chain].map((text) => CvCertificate.parse(Uint8Array.fromBase64(text)));
}
