/** CAs of every provenance: roots, sub CAs of CAs here and elsewhere, and certificates only. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  basicConstraints,
  Certificate,
  CertificationRequest,
  checkCaChain,
  crlDistributionPoints,
  Crl,
  formatPem,
  nameConstraints,
  orderCaChain,
  parsePem,
  subjectAltName,
} from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { change, removalOfCa } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { caOf, caSettings, certificateOf, createCa, HOST } from '../support/ca-setup.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import type { TestServer } from '../support/test-server.ts';

const now = () => Math.floor(Date.now() / 1000);

describe('a CA', () => {
  const shared = sharedServer();

  it('begins uninitialised, and cannot sign before it is initialised', async () => {
    const { installation } = shared.server.running;
    const creation = { kind: 'create', type: 'CA', name: 'New', settings: caSettings('New') } as const;
    await change(installation, 'CA_CREATION', [creation]);
    assert.equal((await caOf(shared.server, 'New')).status, 'UNINITIALIZED');
    assert.equal((await enroll(shared.server, 'New', 'early')).status, 503);
    assert.equal((await installation.ca.initializeCa.initialize(HOST, 'New')).status, 'ACTIVE');
    assert.equal((await enroll(shared.server, 'New', 'late')).status, 200);
    await assert.rejects(installation.ca.initializeCa.initialize(HOST, 'New'), { code: 'ca.wrong_status' });
  });

  it('has the extensions that its settings say', async () => {
    await createCa(shared.server, 'Constrained', {
      subjectAlternativeName: 'dNSName=ca.example.com',
      ownCrlDistributionPoints: ['http://example.com/root.crl'],
      nameConstraintsPermitted: ['example.com', '10.0.0.0/8'],
      nameConstraintsExcluded: ['@bad.example.com'],
      validity: '10y',
    });
    const certificate = await certificateOf(shared.server, 'Constrained');
    assert.deepEqual(certificate.extension(subjectAltName), [{ type: 'dNSName', value: 'ca.example.com' }]);
    assert.equal(certificate.extension(crlDistributionPoints)?.length, 1);
    assert.equal(certificate.extension(nameConstraints)?.permittedSubtrees?.length, 2);
    assert.equal(certificate.notAfter - certificate.notBefore, 10 * 365 * 86_400 - 1);
  });

  it('refuses another CA whose subject has the same number, and names both', async () => {
    await createCa(shared.server, 'Aa', { subjectDn: 'CN=Aa' });
    const creation = {
      kind: 'create',
      type: 'CA',
      name: 'BB',
      settings: caSettings('BB', { subjectDn: 'CN=BB' }),
    } as const;
    await assert.rejects(change(shared.server.running.installation, 'CA_CREATION', [creation]), {
      code: 'ca.exists',
      message: "CA 'BB' cannot be created: the CA 'Aa' has another subject with the same CA id.",
    });
  });

  it('keeps what clients know it by', async () => {
    await createCa(shared.server, 'Fixed');
    for (const [member, value] of Object.entries({ subjectDn: 'CN=Other', certSignKey: 'other' })) {
      const settings = caSettings('Fixed', { [member]: value });
      await assert.rejects(
        change(shared.server.running.installation, 'CA_EDITING', [
          { kind: 'change', type: 'CA', name: 'Fixed', settings },
        ]),
        { code: 'ca.fixed_setting' },
      );
    }
  });

  it('is not removed while it is active, and afterwards only when it has issued nothing', async () => {
    const { installation } = shared.server.running;
    await createCa(shared.server, 'Short-lived');
    const remove = () => change(installation, 'CA_DELETION', [removalOfCa('Short-lived')]);
    await assert.rejects(remove(), { code: 'ca.not_offline' });
    await installation.ca.renewCa.renew(HOST, 'Short-lived', { newKey: true });
    await installation.ca.caActivation.deactivate(HOST, 'Short-lived');
    await remove();
    assert.equal(await installation.ca.authorities.findByName('Short-lived'), undefined);
  });
});

describe('a sub CA of a CA here', () => {
  const shared = sharedServer();

  it('is issued by it, and ends no later', async () => {
    await createCa(shared.server, 'Root', { validity: '5y' });
    await createCa(shared.server, 'Sub', { signedBy: 'Root', certificateProfile: 'SUBCA', validity: '10y' });
    const { chain, status } = await caOf(shared.server, 'Sub');
    assert.equal(status, 'ACTIVE');
    assert.deepEqual(
      chain.map(({ subject }) => subject.toString()),
      ['CN=Sub,O=Example', 'CN=Root,O=Example'],
    );
    checkCaChain(orderCaChain(chain[0]!, chain), now());
    assert.equal(chain[0]!.notAfter, chain[1]!.notAfter);
    assert.equal((await enroll(shared.server, 'Sub', 'below')).status, 200);
  });

  it('is found among the certificates of its issuer', async () => {
    const certificate = await certificateOf(shared.server, 'Sub');
    const path = `/v1/certificate/CN=Root,O=Example/${certificate.serialNumberText}/revocationstatus`;
    assert.equal((await shared.server.call(path)).json['revoked'], false);
  });

  it('is downloaded with its chain', async () => {
    const { text } = await shared.server.call('/v1/ca/CN=Sub,O=Example/certificate/download');
    assert.equal(parsePem(text).length, 2);
  });

  it('has a path that is shorter than that of its issuer', async () => {
    await createProfile(shared.server, 'One below', { pathLengthConstraintUsed: true, pathLengthConstraint: 1 });
    await createCa(shared.server, 'One', { signedBy: 'Root', certificateProfile: 'One below' });
    await createCa(shared.server, 'None', { signedBy: 'One', certificateProfile: 'SUBCA' });
    assert.deepEqual((await certificateOf(shared.server, 'None')).extension(basicConstraints), {
      ca: true,
      pathLength: 0,
    });
    await assert.rejects(createCa(shared.server, 'Too deep', { signedBy: 'None', certificateProfile: 'SUBCA' }), {
      code: 'ca.certificate_refused',
    });
  });

  it('is not issued under a profile for roots, nor with an algorithm that its key cannot sign with', async () => {
    await assert.rejects(createCa(shared.server, 'Wrong profile', { signedBy: 'Root' }), {
      code: 'ca.certificate_refused',
    });
    const settings = { signedBy: 'Root', certificateProfile: 'SUBCA', signatureAlgorithm: 'SHA256WithRSA' };
    await assert.rejects(createCa(shared.server, 'Wrong algorithm', settings), { code: 'ca.certificate_refused' });
  });
});

describe('a CA that is signed elsewhere', () => {
  const shared = sharedServer();
  const root = TestCa.root('CN=Elsewhere root');

  it('waits for its certificate, and issues once it has it', async () => {
    const { server } = shared;
    const ca = await createCa(server, 'Signed', { signedBy: 'External CA', certificateProfile: 'SUBCA' });
    assert.equal(ca.status, 'WAITING_CERTIFICATE_RESPONSE');
    const request = await requestOf(server, 'Signed');
    request.verifyProofOfPossession();
    assert.equal(request.subject.toString(), 'CN=Signed,O=Example');
    assert.equal(request.extension(basicConstraints)?.ca, true);
    assert.equal((await enroll(server, 'Signed', 'early')).status, 503);

    await receive(server, 'Signed', [pemOf(root), sign(root, request)]);
    const { status, chain } = await caOf(server, 'Signed');
    assert.equal(status, 'ACTIVE');
    assert.deepEqual(
      chain.map(({ subject }) => subject.toString()),
      ['CN=Signed,O=Example', 'CN=Elsewhere root'],
    );
    assert.equal((await enroll(server, 'Signed', 'late')).status, 200);
  });

  it('takes no certificate of another key, another name, another issuer, of no CA or of another time', async () => {
    const { server } = shared;
    const request = await requestAnew(server, 'Signed');
    const { publicKey } = request;
    const name = 'CN=Signed,O=Example';
    const other = TestCa.root('CN=Elsewhere root');
    const refused: Record<string, readonly string[]> = {
      key: [pemOf(root), pemOf(root.subordinate(name))],
      name: [
        pemOf(root),
        formatPem('CERTIFICATE', root.certify({ subject: 'CN=Other', publicKey: publicKey.der, ca: true }).der),
      ],
      issuer: [pemOf(root), sign(other, request)],
      'no CA': [pemOf(root), formatPem('CERTIFICATE', root.certify({ subject: name, publicKey: publicKey.der }).der)],
      expired: [
        pemOf(root),
        formatPem(
          'CERTIFICATE',
          root.certify({ subject: name, publicKey: publicKey.der, ca: true, notAfter: 1_600_000_000 }).der,
        ),
      ],
      'no chain': [sign(TestCa.root('CN=Unknown'), request)],
      nothing: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
    };
    for (const [what, certificates] of Object.entries(refused)) {
      await assert.rejects(receive(server, 'Signed', certificates), { code: 'ca.certificate_unusable' }, what);
    }
  });

  it('goes on with its key until the certificate of the next one comes, and keeps the one before', async () => {
    const { server } = shared;
    const before = await certificateOf(server, 'Signed');
    const request = await requestAnew(server, 'Signed');
    assert.equal((await enroll(server, 'Signed', 'meanwhile')).status, 200);
    await receive(server, 'Signed', [sign(root, request)]);
    const { keyAlias, chain, id } = await caOf(server, 'Signed');
    assert.equal(keyAlias, 'Signed key00002', 'the second of two requests for a new key');
    assert.notEqual(chain[0]!.publicKey.sha256Fingerprint, before.publicKey.sha256Fingerprint);
    const further = await server.running.installation.ca.states.listFurtherCertificates(id, 10);
    assert.deepEqual(
      further.map(({ role, chain: [der] }) => [role, Buffer.from(der!).toString('hex')]),
      [['former', before.der.toHex()]],
    );
    assert.equal((await enroll(server, 'Signed', 'afterwards')).status, 200);
    await assert.rejects(receive(server, 'Signed', [sign(root, request)]), { code: 'ca.signed_elsewhere' });
  });

  it('is not renewed here, nor is one that is signed here renewed elsewhere', async () => {
    const { installation } = shared.server.running;
    await assert.rejects(installation.ca.renewCa.renew(HOST, 'Signed', { newKey: false }), {
      code: 'ca.signed_elsewhere',
    });
    await assert.rejects(receive(shared.server, 'ManagementCA', [pemOf(root)]), { code: 'ca.signed_elsewhere' });
  });
});

describe('a CA of which only the certificate is here', () => {
  const shared = sharedServer();
  const root = TestCa.root('CN=Far root');
  const sub = root.subordinate('CN=Far sub');

  it('is imported with its chain in any order, and is listed with the external ones', async () => {
    const { server } = shared;
    await importCa(server, 'Far', [pemOf(root), pemOf(sub)]);
    const { status, chain } = await caOf(server, 'Far');
    assert.equal(status, 'EXTERNAL');
    assert.deepEqual(
      chain.map(({ subject }) => subject.toString()),
      ['CN=Far sub', 'CN=Far root'],
    );
    const names = async (query: string) =>
      ((await server.call(`/v1/ca${query}`)).json['certificate_authorities'] as { name: string }[]).map(
        ({ name }) => name,
      );
    assert.deepEqual(await names(''), ['ManagementCA']);
    assert.deepEqual(await names('?includeExternal=true'), ['Far', 'ManagementCA']);
  });

  it('signs nothing', async () => {
    assert.equal((await enroll(shared.server, 'Far', 'nobody')).status, 503);
    assertRefusal(
      await shared.server.call('/v1/ca_management/Far/activate', { method: 'PUT' }),
      422,
      "CA Far must have the status 'offline' in order to be activated",
    );
  });

  it('completes its chain from the CAs here', async () => {
    await importCa(shared.server, 'Far root', [pemOf(root)]);
    await importCa(shared.server, 'Far other', [pemOf(root.subordinate('CN=Far other'))]);
    assert.equal((await caOf(shared.server, 'Far other')).chain.length, 2);
  });

  it('gets another certificate of the same subject, and of no other', async () => {
    const again = root.subordinate('CN=Far sub');
    await importCa(shared.server, 'Far', [pemOf(again)]);
    assert.equal((await certificateOf(shared.server, 'Far')).sha256Fingerprint, again.certificate.sha256Fingerprint);
    await assert.rejects(importCa(shared.server, 'Far', [pemOf(root)]), { code: 'ca.certificate_unusable' });
    await assert.rejects(importCa(shared.server, 'ManagementCA', [pemOf(root)]), { code: 'ca.wrong_status' });
  });

  it('is not made of certificates that are not a chain', async () => {
    const other = TestCa.root('CN=Another');
    for (const certificates of [[pemOf(root), pemOf(other)], [pemOf(TestCa.root('CN=X').subordinate('CN=Y'))]]) {
      await assert.rejects(importCa(shared.server, 'Broken', certificates), { code: 'ca.certificate_unusable' });
    }
    assert.equal(await shared.server.running.installation.ca.authorities.findByName('Broken'), undefined);
  });
});

describe('the renewal of a CA', () => {
  const shared = sharedServer();

  it('keeps its key, and the certificate before', async () => {
    const { server } = shared;
    await createCa(server, 'Renewed');
    const before = await certificateOf(server, 'Renewed');
    server.clock.advanceSeconds(3600);
    await server.running.installation.ca.renewCa.renew(HOST, 'Renewed', { newKey: false });
    const after = await certificateOf(server, 'Renewed');
    assert.equal(after.publicKey.sha256Fingerprint, before.publicKey.sha256Fingerprint);
    assert.equal(after.notAfter - after.notBefore, before.notAfter - before.notBefore);
    assert.ok(after.notAfter >= before.notAfter + 3600);
    assert.deepEqual(await further(server, 'Renewed'), [['former', before.sha256Fingerprint]]);
  });

  it('with a new key links the two keys of a root, and goes on with the numbers of its CRLs', async () => {
    const { server } = shared;
    const { renewCa } = server.running.installation.ca;
    await createCa(server, 'Rolled', { validity: '5y' });
    const old = await certificateOf(server, 'Rolled');
    const first = await crlOf(server, 'Rolled');
    server.clock.advanceSeconds(3600);
    await renewCa.renew(HOST, 'Rolled', { newKey: true });

    const { keyAlias, chain } = await caOf(server, 'Rolled');
    const own = chain[0]!;
    assert.equal(keyAlias, 'Rolled key00001');
    assert.notEqual(own.publicKey.sha256Fingerprint, old.publicKey.sha256Fingerprint);
    const { id } = await caOf(server, 'Rolled');
    const kept = await server.running.installation.ca.states.listFurtherCertificates(id, 10);
    const link = (role: string) => orderedChainOf(kept.find((one) => one.role === role)!.chain);
    const [newWithOld] = link('new-with-old');
    assert.equal(newWithOld!.publicKey.sha256Fingerprint, own.publicKey.sha256Fingerprint);
    assert.equal(newWithOld!.verify(old.publicKey), true);
    const [oldWithNew] = link('old-with-new');
    assert.equal(oldWithNew!.publicKey.sha256Fingerprint, old.publicKey.sha256Fingerprint);
    assert.equal(oldWithNew!.verify(own.publicKey), true);
    assert.deepEqual([newWithOld!.notAfter, oldWithNew!.notAfter], [old.notAfter, old.notAfter]);

    const second = await crlOf(server, 'Rolled');
    assert.equal(second.number, first.number + 1);
    assert.equal(second.crl.verify(own.publicKey), true);
    assert.equal((await enroll(server, 'Rolled', 'under the new key')).status, 200);
    await renewCa.renew(HOST, 'Rolled', { newKey: true });
    assert.equal((await caOf(server, 'Rolled')).keyAlias, 'Rolled key00002');
  });

  it('of a sub CA is signed by its CA, and needs no links', async () => {
    const { server } = shared;
    await createCa(server, 'Sub', { signedBy: 'Rolled', certificateProfile: 'SUBCA' });
    await server.running.installation.ca.renewCa.renew(HOST, 'Sub', { newKey: true });
    const { chain } = await caOf(server, 'Sub');
    assert.equal(chain[0]!.verify((await certificateOf(server, 'Rolled')).publicKey), true);
    assert.deepEqual(
      (await further(server, 'Sub')).map(([role]) => role),
      ['former'],
    );
  });

  it('is on record', () => {
    const events = auditRows(shared.server).filter(({ event }) => event === 'CA_RENEWED');
    assert.equal(events.length, 4);
  });
});

async function enroll(server: TestServer, certificateAuthority: string, username: string) {
  const body = {
    ...newRequest({ username, subject: `CN=${username}` }),
    certificate_authority_name: certificateAuthority,
  };
  return server.call('/v1/certificate/pkcs10enroll', { body });
}

async function createProfile(server: TestServer, name: string, settings: Readonly<Record<string, unknown>>) {
  await change(server.running.installation, 'CERTPROFILE_CREATION', [
    {
      kind: 'create',
      type: 'CERTPROFILE',
      name,
      settings: { type: 'SUB_CA', keyUsage: ['keyCertSign', 'cRLSign'], ...settings },
    },
  ]);
}

/** Returns the request of the CA as it is now. */
async function requestOf(server: TestServer, name: string): Promise<CertificationRequest> {
  const { states } = server.running.installation.ca;
  const { id } = await caOf(server, name);
  return CertificationRequest.parse((await states.findState(id))!.request!.der);
}

/** A request for a new key. */
async function requestAnew(server: TestServer, name: string): Promise<CertificationRequest> {
  const { requestCaCertificate } = server.running.installation.ca;
  return CertificationRequest.parse(
    await requestCaCertificate.request(HOST, { name }, { key: { kind: 'new' }, chain: [] }),
  );
}

function sign(ca: TestCa, { subject, publicKey }: CertificationRequest): string {
  return formatPem('CERTIFICATE', ca.certify({ subject: subject.toString(), publicKey: publicKey.der, ca: true }).der);
}

function pemOf({ certificatePem }: { readonly certificatePem: string }): string {
  return certificatePem;
}

async function receive(server: TestServer, name: string, certificates: readonly string[]): Promise<void> {
  await server.running.installation.ca.receiveCaCertificate.receive(HOST, name, certificates);
}

async function importCa(server: TestServer, name: string, certificates: readonly string[]): Promise<void> {
  await server.running.installation.ca.importExternalCa.import(HOST, name, certificates);
}

async function further(server: TestServer, name: string): Promise<(readonly [role: string, fingerprint: string])[]> {
  const { id } = await caOf(server, name);
  const kept = await server.running.installation.ca.states.listFurtherCertificates(id, 10);
  return kept.map(({ role, chain }) => [role, Certificate.parse(chain[0]!).sha256Fingerprint] as const);
}

function orderedChainOf(ders: readonly Uint8Array[]): readonly Certificate[] {
  const [first, ...others] = ders.map((der) => Certificate.parse(der));
  return orderCaChain(first!, others);
}

/** Makes a CRL and gives it. */
async function crlOf(server: TestServer, name: string): Promise<{ readonly number: number; readonly crl: Crl }> {
  const dn = `CN=${name},O=Example`;
  const made = await server.call(`/v1/ca/${dn}/createcrl`, { method: 'POST' });
  const { json } = await server.call(`/v1/ca/${dn}/getLatestCrl`);
  const crl = Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
  return { number: made.json['latest_crl_version'] as number, crl };
}
