/** Nobody gets the rights of a role, or past the rules of a worker, by another certificate or key of the CA that they go by. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { change, createExternalCa, createRole } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import type { ClientIdentity } from '../support/test-server.ts';
import { workers } from '../support/setups/worker-setup.ts';

/** Has every right to CAs, and none to roles or workers. */
const CA_OFFICER = {
  '/ca/': 'ALLOW',
  '/ca_functionality/': 'ALLOW',
  '/cryptotoken/': 'ALLOW',
} as const;

describe('the certificate of a CA elsewhere whose clients have a role', () => {
  const shared = sharedServer();
  const importing = (name: string, ca: TestCa, as?: ClientIdentity) =>
    shared.server.administer(`/cas/${name}/import`, {
      method: 'POST',
      body: { certificates: [pemOf(ca)] },
      ...(as === undefined ? {} : { as }),
    });
  const officer = (name: string, rules: Readonly<Record<string, 'ALLOW' | 'DENY'>> = {}) =>
    newOfficer(shared.server, name, { ...CA_OFFICER, ...rules });
  /** A CA elsewhere, and a role with these rules for its client `boss`. */
  const newIssuer = async (name: string, rules: Readonly<Record<string, string>>): Promise<TestCa> => {
    const { installation } = shared.server.running;
    const ca = TestCa.root(`CN=${name}`);
    await createExternalCa(installation, name, ca);
    await createRole(installation, `Clients of ${name}`, rules, [bossOf(name)]);
    return ca;
  };

  it('is not replaced by an attacker who wants the rights of the role', async () => {
    const genuine = await newIssuer('Ext', { '/': 'ALLOW' });
    const attacker = await newOfficer(shared.server, 'attacker', {
      '/ca/Ext/': 'ALLOW',
      '/ca_functionality/add_ca/': 'ALLOW',
      '/ca_functionality/renew_ca/': 'ALLOW',
    });
    const impostor = TestCa.root('CN=Ext');
    assertRefusal(await importing('Ext', impostor, attacker), 403, /no role of the caller allows '\/'/);
    assert.equal((await shared.server.administer('/documents/ROLE', { as: boss(impostor) })).status, 401);
    assert.equal((await shared.server.administer('/documents/ROLE', { as: boss(genuine) })).status, 200);
    const tried = auditRows(shared.server).findLast(({ actor }) => actor === 'CN=attacker')!;
    assert.deepEqual([tried.event, tried.outcome], ['ACCESS_CONTROL', 'FAILURE']);
  });

  it('is not replaced by one of its own key that outlives it', async () => {
    const ca = await newIssuer('Ending', { '/services/': 'ALLOW' });
    const { subject, publicKeyDer } = ca.certificate;
    const longer = ca.certify({ subject: subject.toString(), publicKey: publicKeyDer, ca: true, notAfter: FAR });
    const answer = await shared.server.administer('/cas/Ending/import', {
      method: 'POST',
      body: { certificates: [formatPem('CERTIFICATE', longer.der)] },
      as: await officer('prolonger'),
    });
    assertRefusal(answer, 403, /'\/services\/'/);
  });

  it('is replaced by callers who have everything that the role allows', async () => {
    await newIssuer('Rolling', { '/services/': 'ALLOW', '/services/edit/': 'DENY' });
    const next = TestCa.root('CN=Rolling');
    const answer = await importing('Rolling', next, await officer('roller', { '/services/view/': 'ALLOW' }));
    assertRefusal(answer, 403, /'\/services\/'/);
    const entitled = await officer('entitled', { '/services/': 'ALLOW' });
    assert.equal((await importing('Rolling', next, entitled)).status, 200);
    const { status } = await shared.server.administer('/documents/ROLE', { as: boss(next) });
    assert.equal(status, 403, 'let in, without the right to see roles');
  });

  it('may be given again by callers who have no more than the right to renew it', async () => {
    const ca = await newIssuer('Same', { '/': 'ALLOW' });
    assert.equal((await importing('Same', ca, await officer('repeater'))).status, 200);
  });

  it('is not brought by an attacker when the CA of the role has none yet', async () => {
    const { installation } = shared.server.running;
    const settings = { subjectDn: 'CN=Announced', signedBy: 'External CA' };
    await change(installation, 'CA_CREATION', [{ kind: 'create', type: 'CA', name: 'Announced', settings }]);
    await createRole(installation, 'Clients of Announced', { '/': 'ALLOW' }, [bossOf('Announced')]);
    assertRefusal(await importing('Announced', TestCa.root('CN=Announced'), await officer('early')), 403, /'\/'/);
  });

  it('does not change with the removal of the CA, which the role holds fast', async () => {
    await newIssuer('Held', { '/': 'ALLOW' });
    const as = await officer('remover', { '/ra_functionality/': 'ALLOW' });
    const answer = await shared.server.administer('/documents/CA/Held', { method: 'DELETE', as });
    assertRefusal(answer, 409, /used by something that you may not see/);
  });

  it('is not that of another CA which takes its name', async () => {
    await newIssuer('Renamed', { '/services/': 'ALLOW' });
    const as = await officer('renamer');
    const path = '/documents/CA/Renamed/rename';
    assert.equal((await shared.server.administer(path, { method: 'POST', body: { new_name: 'Old' }, as })).status, 200);
    const settings = { subjectDn: 'CN=Impostor', signedBy: 'External CA' };
    const made = await shared.server.administer('/documents/CA/Renamed', { method: 'POST', body: { settings }, as });
    assert.equal(made.status, 201, made.text);
    const impostor = TestCa.root('CN=Impostor');
    assert.equal((await importing('Renamed', impostor, as)).status, 200);
    assert.equal((await shared.server.administer('/documents/ROLE', { as: boss(impostor) })).status, 401);
  });
});

describe('the key of a CA here whose clients have a role', () => {
  const shared = sharedServer();

  it('is renewed by callers who have no right of the role, and lets nobody in whom the CA has not issued to', async () => {
    await createCa(shared.server, 'Staff');
    await createRole(shared.server.running.installation, 'Staff', { '/': 'ALLOW' }, [bossOf('Staff')]);
    const as = await newOfficer(shared.server, 'renewer', CA_OFFICER);
    const body = { new_key: true };
    const renewed = await shared.server.administer('/cas/Staff/renew', { method: 'POST', body, as });
    assert.equal(renewed.status, 200, renewed.text);
    const impostor = TestCa.root('CN=Staff,O=Example');
    assert.equal((await shared.server.administer('/documents/ROLE', { as: boss(impostor) })).status, 401);
  });

  it('stays that of its request when a foreign CA certifies it', async () => {
    const name = 'Branch';
    await createCa(shared.server, name, { signedBy: 'External CA', certificateProfile: 'SUBCA' });
    await createRole(shared.server.running.installation, name, { '/': 'ALLOW' }, [bossOf(name)]);
    const as = await newOfficer(shared.server, 'receiver', CA_OFFICER);
    const foreign = TestCa.root('CN=Foreign');
    const receive = (certificates: readonly string[]) =>
      shared.server.administer(`/cas/${name}/receive`, { method: 'POST', body: { certificates }, as });
    const asked = await shared.server.administer(`/cas/${name}/csr`, { method: 'POST', body: {}, as });
    assert.equal(asked.status, 200, asked.text);
    const own = foreign.subordinate(`CN=${name},O=Example`);
    assertRefusal(await receive([pemOf(own), pemOf(foreign)]), 400, /None of the certificates is for the key/);
    assert.equal((await caOf(shared.server, name)).chain.length, 0);
  });
});

describe('a worker whose rules name a CA', () => {
  const shared = sharedServer();
  const SUBJECT = 'CN=Clients,O=Elsewhere';
  const importing = (name: string, ca: TestCa, as: ClientIdentity) =>
    shared.server.administer(`/cas/${name}/import`, {
      method: 'POST',
      body: { certificates: [pemOf(ca)] },
      as,
    });
  let officer: ClientIdentity;
  let signer: ClientIdentity;

  before(async () => {
    await makeSigningToken(shared.server, 'Signers', { ec: ['EC', 'P-256'] });
    await makeWorker(shared.server, 'Guarded', {
      IMPLEMENTATION_CLASS: 'PlainSigner',
      CRYPTOTOKEN: 'Signers',
      DEFAULTKEY: 'ec',
      NOCERTIFICATES: 'TRUE',
      AUTHTYPE: 'CLIENTCERT',
    });
    const { json } = await shared.server.administer('/documents/WORKER/Guarded');
    // As X.500 writes names.
    const rules = [{ subjectValue: 'boss', issuer: 'O=Elsewhere,CN=Clients' }];
    const settings = { ...(json['settings'] as object), rules };
    const changed = await shared.server.administer('/documents/WORKER/Guarded', { method: 'PUT', body: { settings } });
    assert.equal(changed.status, 200, changed.text);
    officer = await newOfficer(shared.server, 'officer', CA_OFFICER);
    signer = await newOfficer(shared.server, 'signer', { ...CA_OFFICER, '/signing/edit/': 'ALLOW' });
  });

  it('lets nobody make a CA of that subject without the right to change workers', async () => {
    const refused = /no role of the caller allows '\/signing\/edit\/'/;
    assertRefusal(await importing('Clients', TestCa.root(SUBJECT), officer), 403, refused);
    const settings = { subjectDn: SUBJECT, signedBy: 'External CA' };
    const document = { method: 'POST', body: { settings }, as: officer } as const;
    assertRefusal(await shared.server.administer('/documents/CA/Clients', document), 403, refused);
    const withKeys = {
      method: 'POST',
      body: {
        settings: { cryptoToken: 'ManagementCA', certSignKey: 'signKey' },
        source: { certificates: [pemOf(TestCa.root(SUBJECT))] },
      },
      as: officer,
    } as const;
    assertRefusal(await shared.server.administer('/cas/Clients/import-keys', withKeys), 403, refused);
  });

  it('takes the CA, and its next key, from who may change workers', async () => {
    const first = TestCa.root(SUBJECT);
    assert.equal((await importing('Clients', first, signer)).status, 200);
    const sign = (as: ClientIdentity) =>
      signing(shared.server, '/workers/Guarded/process', { body: { data: 'x' }, as });
    assert.equal((await sign(boss(first))).status, 200);
    const impostor = TestCa.root(SUBJECT);
    assertRefusal(await importing('Clients', impostor, officer), 403, /'\/signing\/edit\/'/);
    assert.equal((await sign(boss(impostor))).status, 400);
    const next = TestCa.root(SUBJECT);
    assert.equal((await importing('Clients', next, signer)).status, 200);
    assert.equal((await sign(boss(next))).status, 200);
    assert.equal((await sign(boss(first))).status, 400);
  });

  it('is changed in whom it lets in, and in what it trusts, by nobody without that right', async () => {
    const { json } = await shared.server.administer('/documents/WORKER/Guarded');
    const { id } = json as { id: number };
    for (const properties of [
      { AUTHTYPE: 'NOAUTH' },
      { TRUSTANCHORS: pemOf(TestCa.root('CN=Mine')) },
      { 'AUTHSERVER0.PUBLICKEY': 'AAAA' },
      { SIGNERCERTCHAIN: pemOf(TestCa.root('CN=Mine')) },
      { 'ISSUER1.CERTCHAIN': pemOf(TestCa.root('CN=Mine')) },
    ]) {
      const patched = await workers(shared.server, `/${id}`, { method: 'PATCH', body: { properties }, as: officer });
      assert.equal(patched.status, 401, patched.text);
      const body = { settings: { ...(json['settings'] as object), properties } };
      const put = await shared.server.administer('/documents/WORKER/Guarded', { method: 'PUT', body, as: officer });
      assertRefusal(put, 403, /Not authorized/);
    }
  });
});

function bossOf(issuer: string) {
  return { issuer, matchKey: 'WITH_COMMONNAME', matchValue: 'boss' };
}

function boss(ca: TestCa): ClientIdentity {
  return identityOf(ca.issueClient('boss'));
}

function identityOf({ certificatePem, privateKeyPem }: TestIdentity): ClientIdentity {
  return { cert: certificatePem, key: privateKeyPem };
}

function pemOf({ certificate }: TestCa): string {
  return formatPem('CERTIFICATE', certificate.der);
}

/** 2200-01-01. */
const FAR = 7_258_118_400;
