import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { before, describe, it, type TestContext } from 'node:test';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { change } from '../support/administration.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { assertRefusal, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker, publicKeyOf, signing } from '../support/setups/signing-setup.ts';
import { createSshCa } from '../support/setups/ssh-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Tokens', AUTHTYPE: 'NOAUTH' };
const ISSUER = { ca: 'ManagementCA', certificate_profile: 'Signer', end_entity_profile: 'Signer' };
const P256 = { algorithm: 'EC', specification: 'P-256' };

describe('the certificate of a worker', () => {
  const shared = sharedServer();

  before(async () => {
    await makeSigningToken(shared.server, 'Tokens', { own: ['EC', 'P-256'], next: ['EC', 'P-256'] });
  });

  const propertiesOf = async (name: string) => {
    const { json } = await shared.server.administer(`/documents/WORKER/${encodeURIComponent(name)}`);
    return (json['settings'] as { readonly properties: Record<string, string> }).properties;
  };
  const chainOf = async (name: string) =>
    ((await propertiesOf(name))['SIGNERCERTCHAIN'] ?? '')
      .split(/(?<=-----END CERTIFICATE-----\n)/)
      .filter((pem) => pem !== '')
      .map((pem) => new X509Certificate(pem));
  const post = (target: string, body: object, options = {}) =>
    shared.server.administer(`/workers/${target}`, { method: 'POST', body, ...options });
  const signedBy = async (name: string) => {
    const answer = await signing(shared.server, `/workers/${encodeURIComponent(name)}/process`, {
      body: { data: 'x' },
    });
    assert.equal(answer.status, 200, answer.text);
    const certificate = new X509Certificate(Buffer.from(answer.json['signerCertificate'] as string, 'base64'));
    const signature = Buffer.from(answer.json['data'] as string, 'base64');
    assert.ok(verify('sha256', Buffer.from('x'), certificate.publicKey, signature));
    return certificate;
  };

  it('comes from a CA here in one step, with a key of its own', async () => {
    await makeWorker(shared.server, 'One Step', PLAIN);
    const answer = await post('One%20Step/certificate', { ...ISSUER, key: P256 });
    assert.equal(answer.status, 204, answer.text);
    const certificate = await signedBy('One Step');
    assert.equal(certificate.subject, 'CN=One Step');
    const [leaf, root] = await chainOf('One Step');
    assert.equal(leaf!.fingerprint256, certificate.fingerprint256);
    assert.ok(leaf!.verify(root!.publicKey));
    assert.equal((await propertiesOf('One Step'))['DEFAULTKEY'], 'One Step');
  });

  it('comes with a key of another name, whatever numbers others have', async () => {
    await makeWorker(shared.server, 'Numbered', PLAIN);
    const named: string[] = [];
    for (const planted of ['Numbered', 'Numbered 1000000007', 'Numbered 7', 'Numbered 999999999', 'Numbered 5']) {
      assert.ok((await post('Numbered/keys', { ...P256, alias: planted })).status < 300);
      const answer = await post('Numbered/certificate', { ...ISSUER, key: P256 });
      assert.equal(answer.status, 204, answer.text);
      named.push((await propertiesOf('Numbered'))['DEFAULTKEY']!);
    }
    assert.deepEqual(named, ['Numbered 2', 'Numbered 3', 'Numbered 8', 'Numbered 4', 'Numbered 6']);
  });

  it('that is refused leaves no key', async () => {
    const { server } = shared;
    await createProfiles(server, 'RSA alone', { availableKeyAlgorithms: ['RSA'] });
    await createProfiles(server, 'Unstored', { useCertificateStorage: false });
    await makeWorker(server, 'Refused', PLAIN);
    const mayNotInstall = await newOfficer(server, 'may not renew', {
      '/signing/edit/': 'ALLOW',
      '/cryptotoken/use/Tokens/': 'ALLOW',
      '/cryptotoken/keys/generate/Tokens/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
      '/ca_functionality/create_certificate/': 'ALLOW',
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Signer/create_end_entity/': 'ALLOW',
    });
    const records = (event: string) => auditRows(server).filter((row) => row.event === event).length;
    const [made, issued] = [records('CRYPTOTOKEN_GEN_KEYPAIR'), records('CERT_CREATION')];
    const refused = async (changed: object, status: number, message: RegExp, options = {}) =>
      assertRefusal(await post('Refused/certificate', { ...ISSUER, key: P256, ...changed }, options), status, message);
    await refused({ ca: 'No such CA' }, 404, /No such CA/);
    await refused({ certificate_profile: 'No such profile' }, 404, /No such profile/);
    await refused({ certificate_profile: 'Unstored', end_entity_profile: 'Unstored' }, 422, /useCertificateStorage/);
    await refused({ subject_dn: 'no name' }, 400, /not a distinguished name/);
    await refused({ subject_dn: 'CN=ManagementCA,O=Sealwright' }, 422, /subject DN is that of a CA/);
    await refused({ subject_dn: 'CN=Refused,C=SE' }, 422, /subjectDn.C must be absent/);
    await refused({}, 403, /edit_end_entity/, { as: mayNotInstall });
    assert.equal(records('CRYPTOTOKEN_GEN_KEYPAIR'), made);
    // What only the key itself shows.
    await refused({ certificate_profile: 'RSA alone', end_entity_profile: 'RSA alone' }, 422, /algorithm/);
    assert.equal(records('CRYPTOTOKEN_GEN_KEYPAIR'), made + 1);
    const { json } = await server.administer('/workers/Refused/keys');
    assert.deepEqual(
      (json['keys'] as readonly { readonly alias: string }[]).filter(({ alias }) => alias.startsWith('Refused')),
      [],
    );
    assert.equal(records('CERT_CREATION'), issued);
  });

  describe('that is refused, when something has changed since the key was made', () => {
    /** Refused by the CA, after `meanwhile`. */
    const refusedAfter = async ({ mock }: TestContext, name: string, meanwhile: () => Promise<void>) => {
      const { enrollAtOnce } = shared.server.running.installation.ra;
      const enroll = enrollAtOnce.enroll.bind(enrollAtOnce);
      mock.method(enrollAtOnce, 'enroll', async (...enrollment: Parameters<typeof enroll>) => {
        await meanwhile();
        return enroll(...enrollment);
      });
      const issuer = { ...ISSUER, certificate_profile: 'No EC', end_entity_profile: 'No EC' };
      assertRefusal(await post(`${name}/certificate`, { ...issuer, key: P256 }), 422, /algorithm/);
    };

    before(async () => {
      await createProfiles(shared.server, 'No EC', { availableKeyAlgorithms: ['RSA'] });
    });

    it('leaves no key, and takes none from the token that the worker has by then', async (t) => {
      const { server } = shared;
      await makeSigningToken(server, 'Others', { Moved: ['EC', 'P-256'] });
      await makeWorker(server, 'Moved', PLAIN);
      await refusedAfter(t, 'Moved', async () => {
        const settings = { properties: { ...PLAIN, CRYPTOTOKEN: 'Others' } };
        const moved = await server.administer('/documents/WORKER/Moved', { method: 'PUT', body: { settings } });
        assert.equal(moved.status, 200, moved.text);
      });
      await publicKeyOf(server, 'Others', 'Moved');
      await assert.rejects(publicKeyOf(server, 'Tokens', 'Moved'), { code: 'crypto_token.unknown_alias' });
      const removed = auditRows(server).findLast(({ event }) => event === 'CRYPTOTOKEN_DELETE_ENTRY')!;
      assert.deepEqual(detailsOf(removed), { token: 'Tokens', worker: 'Moved', alias: 'Moved' });
    });

    it('takes away no key that somebody has made in place of that one', async (t) => {
      const { server } = shared;
      await makeWorker(server, 'Replaced', PLAIN);
      let present: Uint8Array | undefined;
      await refusedAfter(t, 'Replaced', async () => {
        const removed = await server.administer('/workers/Replaced/keys/Replaced', { method: 'DELETE' });
        assert.ok(removed.status < 300, removed.text);
        assert.ok((await post('Replaced/keys', { ...P256, alias: 'Replaced' })).status < 300);
        present = await publicKeyOf(server, 'Tokens', 'Replaced');
      });
      assert.deepEqual(await publicKeyOf(server, 'Tokens', 'Replaced'), present);
    });
  });

  it('cannot wait for approval: nothing is asked for', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createProfiles(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    await makeWorker(server, 'Waiting', PLAIN);
    const issuer = { ...ISSUER, certificate_profile: 'Guarded', end_entity_profile: 'Guarded' };
    const answer = await post('Waiting/certificate', { ...issuer, key: P256 });
    assertRefusal(answer, 422, /has to be approved by others/);
    const found = await server.call('/v1/approval/search', { body: { searching_waiting: true } });
    assert.deepEqual(found.json['approvals'], []);
  });

  it('comes from a CA elsewhere by a request and an installation', async () => {
    await makeWorker(shared.server, 'Elsewhere', { ...PLAIN, DEFAULTKEY: 'own', REQUESTDN: 'CN=Elsewhere,O=Test' });
    const { json } = await post('Elsewhere/certificaterequest', {});
    const enrolled = await shared.server.call('/v1/certificate/pkcs10enroll', {
      body: {
        certificate_request: json['certificate_request'],
        certificate_profile_name: 'Signer',
        end_entity_profile_name: 'Signer',
        certificate_authority_name: 'ManagementCA',
        username: 'elsewhere',
        password: 'elsewhere',
        include_chain: true,
      },
    });
    assert.equal(enrolled.status, 200, enrolled.text);
    const certificates = [enrolled.json['certificate'] as string, ...(enrolled.json['certificate_chain'] as string[])]
      .map((der) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`)
      .toReversed();
    const installed = await shared.server.administer('/workers/Elsewhere/certificates', {
      method: 'PUT',
      body: { certificates: certificates.join('') },
    });
    assert.equal(installed.status, 204, installed.text);
    assert.equal((await signedBy('Elsewhere')).subject, 'O=Test\nCN=Elsewhere');
    const refused = await shared.server.administer(`/workers/${encodeURIComponent('One Step')}/certificates`, {
      method: 'PUT',
      body: { certificates: certificates.join('') },
    });
    assertRefusal(refused, 400, /none of them is for a key of the worker/);
  });

  it('is requested with the name of its curve alone', async () => {
    await makeWorker(shared.server, 'Explicit', { ...PLAIN, DEFAULTKEY: 'own', EXPLICITECC: 'TRUE' });
    assertRefusal(await post('Explicit/certificaterequest', {}), 400, /EXPLICITECC is TRUE/);
  });

  it('of the next key makes that the default', async () => {
    await makeWorker(shared.server, 'Next', { ...PLAIN, DEFAULTKEY: 'own', NEXTCERTSIGNKEY: 'next' });
    const request = await post('Next/certificaterequest', { key_alias: 'next' });
    const enrolled = await shared.server.call('/v1/certificate/pkcs10enroll', {
      body: {
        certificate_request: request.json['certificate_request'],
        certificate_profile_name: 'Signer',
        end_entity_profile_name: 'Signer',
        certificate_authority_name: 'ManagementCA',
        username: 'next',
        password: 'next',
      },
    });
    const pem = `-----BEGIN CERTIFICATE-----\n${String(enrolled.json['certificate'])}\n-----END CERTIFICATE-----\n`;
    const body = { certificates: pem };
    assert.equal((await shared.server.administer('/workers/Next/certificates', { method: 'PUT', body })).status, 204);
    assert.equal((await propertiesOf('Next'))['DEFAULTKEY'], 'next');
    await signedBy('Next');
    assert.ok(auditRows(shared.server).some(({ event }) => event === 'KEYSELECTED'));
  });

  it('is renewed with another key when it is to end soon, by the service', async () => {
    await createProfiles(shared.server, 'Short', { validity: '18m' });
    await makeWorker(shared.server, 'Renewed', PLAIN);
    const issuer = { ...ISSUER, certificate_profile: 'Short', end_entity_profile: 'Short' };
    assert.equal((await post('Renewed/certificate', { ...issuer, key: P256 })).status, 204);
    const first = await signedBy('Renewed');
    const run = () => shared.server.call('/v1/system/service/Signer%20Renewal/run', { method: 'PUT' });
    assertRefusal(await run(), 409, /nothing to do/);
    const early = { RENEW_MINREMAININGSIGNINGVALIDITY: '800d' };
    await shared.server.administer('/documents/WORKER/Renewed', {
      method: 'PUT',
      body: { settings: { properties: { ...(await propertiesOf('Renewed')), ...early } } },
    });
    assert.equal((await run()).status, 200);
    const second = await signedBy('Renewed');
    assert.notEqual(second.fingerprint256, first.fingerprint256);
    assert.notDeepEqual(second.publicKey.export({ format: 'jwk' }), first.publicKey.export({ format: 'jwk' }));
    assert.equal((await propertiesOf('Renewed'))['DEFAULTKEY'], 'Renewed 2');
  });

  it('is not for a key of a CA, present or former, and no worker signs with one', async () => {
    await makeWorker(shared.server, 'Thief', { ...PLAIN, CRYPTOTOKEN: 'ManagementCA', DEFAULTKEY: 'signKey' });
    const signed = await signing(shared.server, '/workers/Thief/process', { body: { data: 'x' } });
    assert.equal(signed.status, 503);
    assert.match(signed.json['error'] as string, /certification authority/);
    assertRefusal(await post('Thief/certificaterequest', {}), 409, /no key of its own/);
  });

  it('nor with one that an SSH CA had two renewals ago', async () => {
    await createSshCa(shared.server, 'Hosts');
    const { keyAlias } = (await shared.server.running.installation.ca.authorities.findByName('Hosts'))!;
    for (let times = 0; times < 2; times++) {
      const renewed = await shared.server.administer('/cas/Hosts/renew', { method: 'POST', body: { new_key: true } });
      assert.equal(renewed.status, 200, renewed.text);
    }
    await makeWorker(shared.server, 'Former', { ...PLAIN, CRYPTOTOKEN: 'Hosts', DEFAULTKEY: keyAlias });
    const signed = await signing(shared.server, '/workers/Former/process', { body: { data: 'x' } });
    assert.equal(signed.status, 503, signed.text);
    assert.match(signed.json['error'] as string, /certification authority/);
  });

  it('nor with the former RSA key of a CVC CA', async () => {
    const { installation } = shared.server.running;
    const settings = {
      caType: 'CVC',
      subjectDn: 'CN=CVCA,C=SE',
      cryptoToken: 'ManagementCA',
      certSignKey: 'cvc key',
      signKeySpec: '2048',
      signatureAlgorithm: 'SHA256withRSA',
    };
    await change(installation, 'CA_CREATION', [{ kind: 'create', type: caType.token, name: 'CVCA', settings }]);
    const { keyAlias } = await installation.ca.initializeCa.initialize({ kind: 'host' }, 'CVCA');
    const renewed = await shared.server.administer('/cas/CVCA/renew', { method: 'POST', body: { new_key: true } });
    assert.equal(renewed.status, 200, renewed.text);
    await makeWorker(shared.server, 'Former RSA', { ...PLAIN, CRYPTOTOKEN: 'ManagementCA', DEFAULTKEY: keyAlias });
    const signed = await signing(shared.server, '/workers/Former%20RSA/process', { body: { data: 'x' } });
    assert.equal(signed.status, 503, signed.text);
    assert.match(signed.json['error'] as string, /certification authority/);
  });

  it('and its key need the right to use the token, for the caller who configures the worker', async () => {
    const as = await newOfficer(shared.server, 'worker officer', {
      '/signing/edit/': 'ALLOW',
      '/signing/view/': 'ALLOW',
    });
    const create = (name: string, CRYPTOTOKEN: string) =>
      shared.server.administer(`/documents/WORKER/${name}`, {
        method: 'POST',
        body: { settings: { properties: { ...PLAIN, CRYPTOTOKEN } } },
        as,
      });
    assertRefusal(await create('Mine', 'Tokens'), 403, /cryptotoken/);
    assertRefusal(await create('Mine', 'not there yet'), 403, /cryptotoken/);
  });

  it('is renewed for nobody who could not issue it, and calls no worker whose key its maker may not use', async () => {
    const { server } = shared;
    const as = await newOfficer(server, 'mallory', {
      '/signing/edit/': 'ALLOW',
      '/signing/view/': 'ALLOW',
      '/cryptotoken/use/Tokens/': 'ALLOW',
    });
    const create = (name: string, properties: object) =>
      server.administer(`/documents/WORKER/${name}`, {
        method: 'POST',
        body: { settings: { properties: { ...PLAIN, ...properties } } },
        as,
      });
    assert.equal((await create('Fair', {})).status, 201);
    assertRefusal(await create('Foul', { RENEWCA: 'ManagementCA', RENEWENDENTITYPROFILE: 'EMPTY' }), 403, /./);
    assertRefusal(await create('Caller', { WORKERS: 'Fair, CMSSigner' }), 403, /cryptotoken/);
    assertRefusal(await create('Stamped', { TSA_WORKER: 'TimeStampSigner' }), 403, /cryptotoken/);
    // A worker in place of a token is not taken for it.
    assert.equal((await create('SigningService', {})).status, 201);
    assertRefusal(await create('Through', { CRYPTOTOKEN: 'SigningService' }), 403, /cryptotoken/);
  });

  it('protects its key from removal', async () => {
    const answer = await shared.server.call('/v1/cryptotoken/Tokens/own/removekeys', { method: 'POST' });
    assertRefusal(answer, 422, /used by the? ?worker '/);
  });

  it('is there from the first start, for each of the workers that there are then', async () => {
    for (const name of ['PlainSigner', 'CMSSigner', 'PDFSigner', 'XMLSigner', 'TimeStampSigner']) {
      const [leaf] = await chainOf(name);
      assert.equal(leaf?.subject, `CN=${name}`);
    }
    const [stamper] = await chainOf('TimeStampSigner');
    assert.deepEqual(stamper!.keyUsage, ['1.3.6.1.5.5.7.3.8']);
  });
});
