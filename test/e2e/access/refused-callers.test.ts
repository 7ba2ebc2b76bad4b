/** Callers that are not let in, what they are told, and what the audit log and the metrics say of them. */
import {
  asDer,
  assembleCertificate,
  DistinguishedName,
  encodeTbsCertificate,
  formatPem,
  serialNumberFromHex,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { Agent } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { createExternalCa, createRole } from '../support/administration.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { type CallOptions, type ClientIdentity, TestServer } from '../support/test-server.ts';

const DAY = 86_400;
const MANAGEMENT_CA = '/v1/ca/CN=ManagementCA,O=Sealwright';

describe('refused callers', () => {
  let server: TestServer;
  let elsewhere: TestCa;
  const cleanUp: (() => Promise<void> | void)[] = [];

  before(async () => {
    server = await TestServer.start({ after: (done: () => Promise<void>) => void cleanUp.push(done) });
    elsewhere = TestCa.root('CN=Elsewhere');
    await createExternalCa(server.running.installation, 'Elsewhere', elsewhere);
    await createRole(server.running.installation, 'Readers', { '/administrator/': 'ALLOW' }, [
      { issuer: 'Elsewhere', matchKey: 'WITH_COMMONNAME', matchValue: 'reader' },
    ]);
  });
  after(async () => {
    for (const each of cleanUp) await each();
  });

  const reader = (contents: object = {}) =>
    pemOf(elsewhere.issue({ subject: 'CN=reader', purposes: ['clientAuth'], ...contents }));
  const now = () => Math.floor(server.clock.nowMs() / 1000);

  async function refusal(options: CallOptions, target = '/v1/ca'): Promise<string> {
    const { status, json } = await server.call(target, options);
    assert.equal(status, 403);
    assert.equal(json['error_code'], 403);
    return json['error_message'] as string;
  }

  it('lets in the member that the refused ones differ from', async () => {
    assert.equal((await server.call('/v1/ca', { as: reader() })).status, 200);
  });

  it('lets in a member without an extended key usage', async () => {
    assert.equal((await server.call('/v1/ca', { as: reader({ purposes: undefined }) })).status, 200);
  });

  it('refuses a certificate for servers only', async () => {
    assert.match(await refusal({ as: reader({ purposes: ['serverAuth'] }) }), /extended key usage/);
  });

  it('refuses a local certificate for servers only', async () => {
    const keyPair = newKeyPair();
    const body = newRequest({ username: 'server', subject: 'CN=server', keyPair, profile: 'SERVER' });
    const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
    assert.match(await refusal({ as: identityOf(answer, keyPair) }), /extended key usage/);
  });

  it('refuses a certificate of a CA that only has the name of one', async () => {
    const impostor = TestCa.root('CN=ManagementCA,O=Sealwright');
    const serial = server.superAdministratorSerial;
    const contents = { subject: 'CN=SuperAdmin,O=Sealwright', purposes: ['clientAuth'] } as const;
    const identity = impostor.issue({ ...contents, serialNumber: serialNumberFromHex(serial) });
    assert.match(await refusal({ as: pemOf(identity) }), /not issued by a CA that a role names/);
  });

  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`answers each of 200 connections with a certificate of a CA's name and a wrong signature, in ${maxVersion}`, async () => {
      // Without an authority key identifier, so that OpenSSL holds it against the key of the CA in the handshake.
      const identity = withWrongSignature('CN=SuperAdmin,O=Sealwright', 'CN=ManagementCA,O=Sealwright');
      const agent = new Agent({ maxCachedSessions: 0, keepAlive: false, maxVersion });
      for (let round = 0; round < 20; round++) {
        const calls = Array.from({ length: 10 }, () => server.administer('/cas', { as: identity, agent }));
        for (const { status, json } of await Promise.all(calls)) {
          assert.equal(status, 401);
          assert.match(JSON.stringify(json), /not issued by a CA that a role names/);
        }
      }
    });
  }

  it('refuses a certificate of an unknown CA', async () => {
    const identity = TestCa.root('CN=Nobody').issueClient('reader');
    assert.match(await refusal({ as: pemOf(identity) }), /not issued by a CA that a role names/);
  });

  it('refuses a certificate that a sub CA of a known CA has issued', async () => {
    const identity = elsewhere.subordinate('CN=Below').issueClient('reader');
    assert.match(await refusal({ as: pemOf(identity) }), /not issued by a CA that a role names/);
  });

  it('refuses a certificate that is not valid yet, and one that no longer is', async () => {
    assert.match(await refusal({ as: reader({ notBefore: now() + DAY, notAfter: now() + 2 * DAY }) }), /not valid yet/);
    assert.match(await refusal({ as: reader({ notBefore: now() - 2 * DAY, notAfter: now() - DAY }) }), /has expired/);
  });

  it('refuses a certificate that was signed with SHA-1', async () => {
    // The client's OpenSSL would not even show it.
    const agent = new Agent({ ciphers: 'DEFAULT@SECLEVEL=0', maxCachedSessions: 0 });
    assert.match(
      await refusal({ as: signedWithSha1('CN=reader', elsewhere), agent }),
      /not issued by a CA that a role names/,
    );
  });

  it('refuses a local certificate that the CA does not know', async () => {
    const { installation } = server.running;
    const local = TestCa.root('CN=Local');
    await createExternalCa(installation, 'Local', local, 'ACTIVE');
    const member = { issuer: 'Local', matchKey: 'WITH_COMMONNAME', matchValue: 'reader' };
    await createRole(installation, 'Local readers', { '/': 'ALLOW' }, [member]);
    assert.match(await refusal({ as: pemOf(local.issueClient('reader')) }), /not in the records of the CA/);
  });

  it('names the missing rule to a certificate that is in no role', async () => {
    assert.match(
      await refusal({ as: pemOf(elsewhere.issueClient('stranger')) }),
      /no role of the caller allows '\/administrator\/'/,
    );
  });

  it('shows a CRL to callers who have access to its CA, and to others that there may be none', async () => {
    assert.equal((await server.call(`${MANAGEMENT_CA}/createcrl`, { method: 'POST' })).status, 200);
    const shown = async (as?: ClientIdentity, path = MANAGEMENT_CA) => {
      const { status, json } = await server.call(`${path}/getLatestCrl`, as === undefined ? {} : { as });
      assert.equal(status, 200);
      return json['crl'];
    };
    assert.notEqual(await shown(), null);
    for (const other of [reader(), pemOf(elsewhere.issueClient('stranger'))]) {
      assert.equal(await shown(other), null);
      assert.equal(await shown(other, '/v1/ca/CN=Nobody'), null, 'as if there were no such CA');
    }
  });

  it('lets callers without a role, or without the right to be one, search and find nothing', async () => {
    const { installation } = server.running;
    await createRole(installation, 'Not administrators', { '/': 'ALLOW', '/administrator/': 'DENY' }, [
      { issuer: 'Elsewhere', matchKey: 'WITH_COMMONNAME', matchValue: 'shut out' },
    ]);
    const anything = { property: 'QUERY', value: 'CN=', operation: 'LIKE' };
    const ofCa = { property: 'CA', value: 'ManagementCA', operation: 'EQUAL' };
    const page = { pagination: { page_size: 10, current_page: 1 } };
    const cases: readonly (readonly [path: string, body: object | undefined, answer: unknown])[] = [
      ['/v1/certificate/search', { max_number_of_results: 10 }, [{ certificates: [], more_results: false }]],
      ['/v2/certificate/search', {}, { certificates: [], pagination_summary: { total_certs: 0 } }],
      ['/v2/certificate/search', page, { certificates: [], pagination_summary: { page_size: 10, current_page: 1 } }],
      ['/v1/endentity/search', { max_number_of_results: 10 }, { end_entities: [], more_results: false }],
      ['/v2/endentity/search', { max_number_of_results: 10 }, { end_entities: [], more_results: false }],
      ['/v2/endentity/profiles/authorized', undefined, { end_entitie_profiles: [] }],
    ];
    for (const name of ['stranger', 'shut out']) {
      const as = pemOf(elsewhere.issueClient(name));
      for (const [path, asked, answer] of cases) {
        const body = asked === undefined ? {} : { body: { ...asked, criteria: [anything] } };
        const { status, json } = await server.call(path, { as, ...body });
        assert.deepEqual([status, json], [200, answer], `${name}: ${path}`);
        if (asked === undefined) continue;
        const hidden = await server.call(path, { as, body: { ...asked, criteria: [ofCa] } });
        assert.equal(hidden.json['error_message'], 'Invalid search criteria content, unknown CA.');
      }
      assert.equal((await server.call('/v2/endentity/profile/EMPTY', { as })).status, 404);
      assert.equal((await server.call('/v2/certificate/profile/ENDUSER', { as })).status, 400);
    }
  });

  it('still asks callers without a role for one where rights are needed', async () => {
    const as = pemOf(elsewhere.issueClient('stranger'));
    for (const path of ['/v2/certificate/count', '/v1/certificate/expire?days=1', '/v1/ca'])
      assert.match(await refusal({ as }, path), /allows '\/administrator\/'/);
  });

  it('refuses who shows nothing', async () => {
    assert.match(await refusal({ as: null }), /No client certificate or OAuth token was received/);
  });

  it('refuses a bearer token', async () => {
    const headers = { authorization: 'Bearer abc.def.ghi' };
    assert.match(await refusal({ as: null, headers }), /bearer tokens are not accepted/);
  });

  it('looks at the certificate alone when a token comes with it', async () => {
    const headers = { authorization: 'Bearer abc.def.ghi' };
    assert.equal((await server.call('/v1/ca', { as: reader(), headers })).status, 200);
  });

  it('refuses a malformed Authorization header', async () => {
    const headers = { authorization: 'Bearer a b' };
    assert.equal((await server.call('/v1/ca', { as: null, headers })).status, 400);
  });

  it('refuses them before the body is read', async () => {
    const answer = await server.call('/v1/certificate/pkcs10enroll', { as: null, rawBody: '{' });
    assert.equal(answer.status, 403);
  });

  it('records a refused act of a known caller with the resource', async () => {
    const body = newRequest({ username: 'mallory', subject: 'CN=mallory' });
    const as = reader();
    const message = await refusal({ as, body }, '/v1/certificate/pkcs10enroll');
    assert.match(message, /'\/ra_functionality\/create_end_entity\/'/);
    const row = auditRows(server).findLast(({ event }) => event === 'ACCESS_CONTROL')!;
    assert.deepEqual([row.outcome, row.actor], ['FAILURE', 'CN=reader']);
    assert.deepEqual(detailsOf(row), { resource: '/ra_functionality/create_end_entity/' });
    const { actor } = JSON.parse(row.record) as { actor: Record<string, string> };
    assert.deepEqual([actor['issuer'], actor['remoteAddress']], ['CN=Elsewhere', '127.0.0.1']);
  });

  it('counts refusals of unknown callers, and records them once a minute for each address', async () => {
    const records = () => auditRows(server).filter(({ event }) => event === 'AUTHENTICATION');
    server.clock.advanceSeconds(61);
    const before = records().length;
    const counted = await metric(server, 'sealwright_unknown_callers_refused_total');
    for (let count = 0; count < 5; count++) await refusal({ as: null });
    assert.equal(records().length, before + 1);
    server.clock.advanceSeconds(61);
    await refusal({ as: null, headers: { authorization: 'Bearer x' } });
    const [row, ...further] = records().slice(before + 1);
    assert.deepEqual([row!.outcome, row!.actor, further.length], ['FAILURE', 'public', 0]);
    assert.deepEqual(detailsOf(row!), { reason: 'bearer-not-supported', refusedSinceLastRecord: 4 });
    assert.equal(await metric(server, 'sealwright_unknown_callers_refused_total'), counted + 6);
  });
});

function pemOf({ certificatePem, privateKeyPem }: TestIdentity): ClientIdentity {
  return { cert: certificatePem, key: privateKeyPem };
}

async function metric(server: TestServer, name: string): Promise<number> {
  const text = await (await server.fetchOps('/metrics')).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1]);
}

/** Everything is right about it but the hash. */
function signedWithSha1(subject: string, ca: TestCa): ClientIdentity {
  return bare(subject, { issuer: ca.certificate.subject, privateKey: ca.privateKey, hash: 'sha1' });
}

/** It says that a CA has issued it, whose key has not signed it. */
function withWrongSignature(subject: string, issuer: string): ClientIdentity {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return bare(subject, { issuer: DistinguishedName.parse(issuer), privateKey, hash: 'sha256' });
}

/** A certificate without extensions. */
function bare(
  subject: string,
  signer: { readonly issuer: DistinguishedName; readonly privateKey: KeyObject; readonly hash: 'sha1' | 'sha256' },
): ClientIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signatureAlgorithm = signatureAlgorithmByName(`${signer.hash.toUpperCase()}withECDSA`);
  const tbs = encodeTbsCertificate({
    serialNumber: serialNumberFromHex('0102030405060708'),
    signatureAlgorithm,
    issuer: signer.issuer.der,
    notBefore: Date.UTC(2020) / 1000,
    notAfter: Date.UTC(2100) / 1000,
    subject: DistinguishedName.parse(subject).der,
    publicKey: asDer<'SubjectPublicKeyInfo'>(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))),
    extensions: [],
  });
  const signature = new Uint8Array(sign(signer.hash, tbs, signer.privateKey));
  return {
    cert: formatPem('CERTIFICATE', assembleCertificate(tbs, signatureAlgorithm, signature)),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
  };
}
