/** CAs that have issued elsewhere and go on here, with their keys. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
  assembleCrl,
  Certificate,
  Crl,
  crlNumber,
  CrlEntryWriter,
  encodeTbsCrl,
  DistinguishedName,
  makeExtension,
  nameConstraints,
  signatureAlgorithmByName,
  writePkcs12,
} from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { Canaries } from '../support/canaries.ts';
import { assertRefusal, ENROLL, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { ocspAnswer, ocspRequest, ocspStatus, postOcsp } from '../support/ocsp-requests.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer, CallOptions, TestServer } from '../support/test-server.ts';

const PASSWORD = 'keystore password';
/** Names of directories below O=Example only. */
const PERMITTING = makeExtension(
  nameConstraints,
  { permittedSubtrees: [{ base: { type: 'directoryName', value: DistinguishedName.parse('O=Example') }, minimum: 0 }] },
  true,
);
const dnOf = (subject: string) => encodeURIComponent(subject);

/** The CA as PKCS#12, with everything above it. */
async function keystoreOf(
  { certificate, chain, privateKey }: Pick<TestCa, 'certificate' | 'chain'> & { readonly privateKey: KeyObject },
  password = PASSWORD,
): Promise<Buffer> {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
  const above = chain.slice(1).map(({ der }) => der);
  const random = (octets: number) => new Uint8Array(randomBytes(octets));
  const options = { privateKey: pkcs8, certificate: certificate.der, chain: above, password, random, iterations: 1000 };
  return Buffer.from(await writePkcs12(options));
}

const importKeys = async (
  server: TestServer,
  name: string,
  { settings = {}, source }: { readonly settings?: object; readonly source: object },
  options: CallOptions = {},
): Promise<Answer> =>
  server.administer(`/cas/${encodeURIComponent(name)}/import-keys`, {
    ...options,
    body: { settings: { cryptoToken: 'ManagementCA', certSignKey: `${name} key`, ...settings }, source },
  });
const fromKeystore = (octets: Buffer, password = PASSWORD) => ({
  source: { keystore: octets.toString('base64'), password },
});

const issue = async (server: TestServer, ca: string, username: string): Promise<Certificate> => {
  const body = { ...newRequest({ username, subject: `CN=${username}` }), certificate_authority_name: ca };
  const answer = await server.call(ENROLL, { body });
  assert.equal(answer.status, 200, answer.text);
  return Certificate.parse(Uint8Array.fromBase64(answer.json['certificate'] as string));
};

describe('a CA that is imported with its key', () => {
  const shared = sharedServer();

  it('goes on here: it issues, renews itself, and makes CRLs', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Moved,O=Example', 'P-384');
    const answer = await importKeys(server, 'Moved', fromKeystore(await keystoreOf(elsewhere)));
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual([answer.json['status'], answer.json['key_alias']], ['ACTIVE', 'Moved key']);
    const leaf = await issue(server, 'Moved', 'moved leaf');
    assert.ok(leaf.verify(elsewhere.certificate.publicKey));
    assert.ok(leaf.issuer.equals(elsewhere.certificate.subject));
    const renewed = await server.administer('/cas/Moved/renew', { body: { new_key: true } });
    assert.deepEqual([renewed.status, renewed.json['key_alias']], [200, 'Moved key00001'], renewed.text);
    const [record] = auditRows(server).filter(({ event, outcome }) => event === 'CA_IMPORT' && outcome === 'SUCCESS');
    assert.equal(detailsOf(record!)['name'], 'Moved');
  });

  it('has an OCSP responder from its first second, which knows nothing of what it has issued elsewhere, and lacks a CRL', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Answering,O=Example');
    const { certificate: unknown } = elsewhere.issue({ subject: 'CN=elsewhere' });
    assert.equal((await importKeys(server, 'Answering', fromKeystore(await keystoreOf(elsewhere)))).status, 201);
    const ca = elsewhere.certificate;
    const url = server.running.urls[1]!;
    const answer = await ocspAnswer(await postOcsp(url, ocspRequest([[unknown, ca]])));
    assert.ok(typeof answer !== 'string');
    const responder = Certificate.parse(answer.certificates[0]!);
    assert.ok(responder.verify(ca.publicKey) && answer.verify(responder.publicKey));
    // It may be revoked there.
    assert.equal(answer.responses[0]!.certificateStatus.status, 'unknown');
    assert.equal(await ocspStatus(url, await issue(server, 'Answering', 'answering leaf'), ca), 'good');
    const { json } = await server.administer('/cas');
    const cas = json['cas'] as { name: string; crls: object; ocsp_responder: { missing: number } }[];
    const listed = cas.find(({ name }) => name === 'Answering')!;
    assert.deepEqual([listed.crls, listed.ocsp_responder.missing], [{ missing: 1 }, 0], 'status warns of it');
  });

  it('counts its CRLs on from the one that it made last', async () => {
    const { server } = shared;
    const elsewhere = TestCa.root('CN=Counting,O=Example');
    assert.equal((await importKeys(server, 'Counting', fromKeystore(await keystoreOf(elsewhere)))).status, 201);
    const path = `/v1/ca/${dnOf('CN=Counting,O=Example')}/getLatestCrl?deltaCrl=false&crlPartitionIndex=0`;
    assert.equal((await server.call(path)).json['crl'], null, 'nothing that it has revoked counts as good meanwhile');
    await issue(server, 'Counting', 'counted leaf');
    const updater = '/v1/system/service/CRL%20Updater/run';
    await server.call(updater, { method: 'PUT' });
    assert.equal((await server.call(path)).json['crl'], null, 'nor does the CRL Updater make a CRL of it');
    const form = new FormData();
    form.set('crlPartitionIndex', '0');
    form.set('crlFile', new Blob([crlOf(elsewhere, 41)]), 'last.crl');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const imported = await server.call(`/v1/ca/${dnOf('CN=Counting,O=Example')}/importcrl`, {
      rawBody: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type')! },
    });
    assert.equal(imported.status, 200, imported.text);
    const made = await server.call(`/v1/ca/${dnOf('CN=Counting,O=Example')}/createcrl`, { method: 'POST' });
    assert.equal(made.json['latest_crl_version'], 42);
    const { json } = await server.call(path);
    const crl = Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
    assert.equal(crl.extension(crlNumber), 42n);
    assert.ok(crl.verify(elsewhere.certificate.publicKey));
  });

  it('has the chain above it in order, whatever the order of the file', async () => {
    const { server } = shared;
    const root = TestCa.root('CN=Above');
    const middle = root.subordinate('CN=Between');
    const low = middle.subordinate('CN=Low,O=Example', 'RSA-2048');
    const shuffled = { certificate: low.certificate, privateKey: low.privateKey };
    const chain = [low.certificate, root.certificate, middle.certificate];
    const answer = await importKeys(server, 'Low', fromKeystore(await keystoreOf({ ...shuffled, chain })));
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      (await caOf(server, 'Low')).chain.map(({ subject }) => subject.toString()),
      ['CN=Low,O=Example', 'CN=Between', 'CN=Above'],
    );
    assert.equal((await server.administer('/cas/Low/renew', { body: {} })).status, 422, 'it is signed elsewhere');
    await issue(server, 'Low', 'low leaf');
  });

  it('is refused with a name, a subject, a number or an alias that is taken, and leaves nothing', async () => {
    const { server } = shared;
    const moved = fromKeystore(await keystoreOf(TestCa.root('CN=Moved,O=Example')));
    const fresh = fromKeystore(await keystoreOf(TestCa.root('CN=Fresh,O=Example')));
    await createCa(server, 'Aa', { subjectDn: 'CN=Aa' });
    const sameNumber = fromKeystore(await keystoreOf(TestCa.root('CN=BB')));
    const cases: readonly [name: string, given: Parameters<typeof importKeys>[2], message: RegExp][] = [
      ['Moved', fresh, /'Moved'.* exists/],
      ['Other', moved, /cannot be created: the CA 'Moved' has the same subject/],
      ['BB', sameNumber, /cannot be created: the CA 'Aa' has another subject with the same CA id/],
      ['Fresh', { ...fresh, settings: { certSignKey: 'Moved key' } }, /Moved key/],
    ];
    for (const [name, given, message] of cases) {
      const answer = await importKeys(server, name, given);
      assertRefusalOf(answer, 409, message);
    }
    assert.equal((await server.administer('/cas/Fresh')).status, 404);
    const keys = await server.administer('/cryptotokens/ManagementCA/keys?limit=1000');
    const aliases = (keys.json['keys'] as { alias: string }[]).map(({ alias }) => alias);
    assert.deepEqual(
      aliases.filter((alias) => /^(Other|Fresh|BB)/.test(alias)),
      [],
    );
  });

  it('is refused when keystore, key and certificates do not fit', async () => {
    const { server } = shared;
    const root = TestCa.root('CN=Unfit,O=Example');
    const { privateKey: weak } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const sub = root.subordinate('CN=Unfit sub');
    const notCa = root.issueClient('not a CA');
    const good = await keystoreOf(root);
    const cases: readonly [what: string, octets: Buffer, password: string, status: number, message: RegExp][] = [
      ['a wrong password', good, 'wrong', 400, /keystore cannot be used: the MAC does not fit/],
      ['no PKCS#12', Buffer.from('nothing of the kind'), PASSWORD, 400, /keystore cannot be used/],
      [
        'another key',
        await keystoreOf({ ...copy(root), privateKey: sub.privateKey }),
        PASSWORD,
        400,
        /for the private key/,
      ],
      ['a weak key', await keystoreOf({ ...copy(root), privateKey: weak }), PASSWORD, 400, /for the private key/],
      [
        'no root',
        await keystoreOf({ ...copy(sub), chain: [sub.certificate] }),
        PASSWORD,
        400,
        /certificate cannot be used/,
      ],
      [
        'a name that its root does not permit',
        await keystoreOf(
          TestCa.root('CN=Permitting,O=Example', 'P-256', [PERMITTING]).subordinate('CN=Not permitted,O=Other'),
        ),
        PASSWORD,
        400,
        /is not within what the CA 'CN=Permitting,O=Example' permits/,
      ],
      [
        'no CA',
        await keystoreOf({ ...notCa, chain: [notCa.certificate, root.certificate] }),
        PASSWORD,
        400,
        /certificate cannot be used/,
      ],
    ];
    for (const [what, octets, password, status, message] of cases) {
      assertRefusalOf(await importKeys(server, 'Unfit', fromKeystore(octets, password)), status, message, what);
    }
    assert.equal((await server.administer('/cas/Unfit')).status, 404);
    const algorithm = await importKeys(server, 'Unfit', {
      ...fromKeystore(good),
      settings: { signatureAlgorithm: 'SHA256WithRSA' },
    });
    assertRefusalOf(algorithm, 422, /does not sign with SHA256WithRSA/);
  });

  it('takes callers who may add CAs, use the token and put keys into it', async () => {
    const { server } = shared;
    const given = fromKeystore(await keystoreOf(TestCa.root('CN=Entitled,O=Example')));
    const rules = {
      '/ca_functionality/add_ca/': 'ALLOW',
      '/cryptotoken/use/ManagementCA/': 'ALLOW',
      '/cryptotoken/keys/generate/ManagementCA/': 'ALLOW',
    } as const;
    for (const missing of Object.keys(rules)) {
      const officer = await newOfficer(server, `without ${missing}`, { ...rules, [missing]: 'DENY' });
      const answer = await importKeys(server, 'Entitled', given, { as: officer });
      assertRefusalOf(answer, 403, new RegExp(`'${missing}'`));
    }
    const entitled = await newOfficer(server, 'entitled', rules);
    assert.equal((await importKeys(server, 'Entitled', given, { as: entitled })).status, 201);
  });

  it('leaves neither its password nor its key anywhere', async () => {
    const { server } = shared;
    const canaries = new Canaries();
    const root = TestCa.root('CN=Silent,O=Example');
    const password = canaries.make('the password of the keystore');
    const { d } = root.privateKey.export({ format: 'jwk' });
    canaries.watch('the private key', Buffer.from(d!, 'base64url'));
    const octets = await keystoreOf(root, password);
    const wrong = await importKeys(server, 'Silent', fromKeystore(octets, canaries.make('a wrong password')));
    assert.equal(wrong.status, 400);
    assert.equal((await importKeys(server, 'Silent', fromKeystore(octets, password))).status, 201);
    const texts = [...server.log, JSON.stringify(auditRows(server)), wrong.text];
    assert.deepEqual(canaries.foundIn(texts.join('\n')), []);
    assert.deepEqual(canaries.foundUnder(server.home, []), []);
  });
});

describe('a CA whose key is in its token already', () => {
  const shared = sharedServer();

  it('is imported with its certificates', async () => {
    const { server } = shared;
    const { installation } = server.running;
    const made = await server.call('/v1/cryptotoken/ManagementCA/generatekeys', {
      body: { key_pair_alias: 'held', key_alg: 'EC', key_spec: 'P-256' },
    });
    assert.equal(made.status, 200, made.text);
    const { cryptoTokenId } = (await caOf(server, 'ManagementCA')).settings;
    const { publicKey } = await installation.tokens.cryptoTokens.getKeyPair(cryptoTokenId!, 'held');
    const root = TestCa.root('CN=Root of held');
    const certificate = root.certify({ subject: 'CN=Held,O=Example', publicKey: publicKey as never, ca: true });
    const certificates = [root.certificatePem, certificate.der.toBase64()];
    const settings = { certSignKey: 'held' };
    const other = await importKeys(server, 'Held', { settings: { certSignKey: 'signKey' }, source: { certificates } });
    assertRefusalOf(other, 409, /'signKey' is that of the CA 'ManagementCA'/);
    const unknown = await importKeys(server, 'Held', { settings: { certSignKey: 'none' }, source: { certificates } });
    assert.equal(unknown.status, 404);
    const answer = await importKeys(server, 'Held', { settings, source: { certificates } });
    assert.equal(answer.status, 201, answer.text);
    assert.ok((await issue(server, 'Held', 'held leaf')).verify(certificate.publicKey));
  });
});

describe('sealwright ca import', () => {
  const shared = sharedServer();

  it('takes a CA over with its keystore, whose password is in a file', async () => {
    const { home, running } = shared.server;
    const root = TestCa.root('CN=By command');
    const keystore = path.join(home, 'ca.p12');
    const passwordFile = path.join(home, 'ca.password');
    writeFileSync(keystore, await keystoreOf(root));
    writeFileSync(passwordFile, `${PASSWORD}\n`);
    const url = running.urls[0]!.replace('127.0.0.1', 'localhost');
    const cli = async (...args: readonly string[]) =>
      run(['--server', url, '--home', home, 'ca', 'import', 'By command', ...args]);
    assert.equal((await cli('--p12-password-file', passwordFile)).code, 2);
    assert.equal((await cli('--token', 'ManagementCA', keystore)).code, 2);
    const { code, out, error } = await cli('--p12', keystore, '--p12-password-file', passwordFile);
    assert.equal(code, 0, error);
    assert.match(out, /^status +ACTIVE$/m);
    assert.match(out, /^key +By command signKey$/m);
  });
});

function copy({ certificate, chain, privateKey }: TestCa) {
  return { certificate, chain, privateKey };
}

function assertRefusalOf(answer: Answer, status: number, message: RegExp, what?: string): void {
  assert.equal(answer.status, status, `${what ?? ''} ${answer.text}`);
  assertRefusal(answer, status, message);
}

/** An empty CRL as the CA made it elsewhere. */
function crlOf({ certificate, privateKey }: TestCa, number: number): Uint8Array<ArrayBuffer> {
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  const now = Math.floor(Date.now() / 1000);
  const tbs = encodeTbsCrl({
    signatureAlgorithm: algorithm,
    issuer: certificate.subject.der,
    thisUpdate: now - 3600,
    nextUpdate: now + 3600,
    entries: new CrlEntryWriter().finish(),
    extensions: [makeExtension(crlNumber, BigInt(number), false)],
  });
  return new Uint8Array(assembleCrl(tbs, algorithm, sign('sha256', tbs, privateKey)));
}
