/** Callers that may have a worker process documents. */
import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { printedSerialNumber } from '@sealwright/pki';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { createExternalCa } from '../support/administration.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import { enroll, MANAGEMENT_CA_DN, sharedServer } from '../support/ca-rest-setup.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import type { Answer, ClientIdentity, TestServer } from '../support/test-server.ts';
import { assertRefused } from '../support/setups/worker-setup.ts';

const SERVER_PACKAGE = 'org.signserver.server.';
const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Signing',
  DEFAULTKEY: 'ec',
};

describe('a client', () => {
  const shared = sharedServer();

  before(() => makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] }));

  /** Has a worker sign; its properties are those of the plain signer and these. */
  const worker = (name: string, properties: Readonly<Record<string, string>>) =>
    makeWorker(shared.server, name, { ...PLAIN, ...properties });
  const ask = (name: string, headers: Readonly<Record<string, string>> = {}, as: ClientIdentity | null = null) =>
    signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' }, headers, as });
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });

  describe('with a certificate', () => {
    before(async () => {
      await createExternalCa(shared.server.running.installation, 'Elsewhere', TestCa.root('CN=Unused,O=Elsewhere'));
    });

    const rule = (subjectValue: string, more: object = {}) => ({ subjectValue, issuer: MANAGEMENT_CA_DN, ...more });

    it('is let in by a rule that names it and its issuer, and recorded as who it is', async () => {
      await authorized(shared.server, 'ByName', [rule('alice')]);
      const { identity, certificate } = await client(shared.server, 'alice');
      assert.equal((await ask('ByName', {}, identity)).status, 200);
      const { record } = auditRows(shared.server).findLast(({ event }) => event === 'PROCESS')!;
      const { actor } = JSON.parse(record) as { actor: Record<string, string> };
      assert.equal(actor['name'], 'CN=alice');
      assert.equal(actor['serial'], certificate.serialNumber);
      const { identity: other } = await client(shared.server, 'bob');
      const refused = await ask('ByName', {}, other);
      assertRefused(refused, 400);
      assert.match(
        refused.json['error'] as string,
        /^Authorization failed: Worker \d+: Client is not authorized: "CN=bob", "[0-9A-F]+, CN=ManagementCA,O=Sealwright"$/,
      );
    });

    it('is let in by its serial number as OpenSSL prints it, and by an issuer that is spelled otherwise', async () => {
      const { identity, certificate } = await client(shared.server, 'carol');
      const bySerial = { subjectField: 'CERTIFICATE_SERIALNO' };
      const serial = printedSerialNumber(certificate.serialNumber)
        .toLowerCase()
        .replaceAll(/(?<=..)(?=(?:..)+$)/g, ':');
      await authorized(shared.server, 'BySerial', [
        rule(serial, { ...bySerial, issuer: 'o=SEALWRIGHT, cn=managementca' }),
      ]);
      assert.equal((await ask('BySerial', {}, identity)).status, 200);
      await authorized(shared.server, 'OtherIssuer', [rule(serial, { ...bySerial, issuer: 'CN=Other,O=Sealwright' })]);
      assertRefused(await ask('OtherIssuer', {}, identity), 400);
    });

    it('is not let in by one that nobody here has issued, whatever stands in it', async () => {
      await authorized(shared.server, 'Genuine', [rule('alice'), { subjectValue: 'alice', issuer: 'CN=alice' }]);
      for (const [impostor, issuer] of [
        [TestCa.root(MANAGEMENT_CA_DN).issueClient('alice'), MANAGEMENT_CA_DN],
        [TestCa.root('CN=alice'), 'CN=alice'],
      ] as const) {
        const refused = await ask('Genuine', {}, pemOf(impostor));
        assertRefused(refused, 400);
        assert.match(refused.json['error'] as string, NOT_AUTHORIZED);
        assert.ok((refused.json['error'] as string).endsWith(`, ${issuer}"`));
      }
    });

    it('is let in by one of another CA that is known here, for clients and while it is valid', async () => {
      const known = TestCa.root('CN=Known CA');
      await createExternalCa(shared.server.running.installation, 'Known', known);
      await authorized(shared.server, 'Foreign', [rule('dave', { issuer: 'CN=Known CA' })]);
      const now = Math.floor(shared.server.clock.nowMs() / 1000);
      const issue = (contents: object) =>
        pemOf(known.issue({ subject: 'CN=dave', purposes: ['clientAuth'], ...contents }));
      assert.equal((await ask('Foreign', {}, issue({}))).status, 200);
      for (const contents of [{ notAfter: now - 60 }, { notBefore: now + 600 }, { purposes: ['serverAuth'] }])
        assertRefused(await ask('Foreign', {}, issue(contents)), 400);
    });

    it('is not let in once it is revoked', async () => {
      await authorized(shared.server, 'Revoking', [rule('erin')]);
      const { identity, certificate } = await client(shared.server, 'erin');
      assert.equal((await ask('Revoking', {}, identity)).status, 200);
      const path = `/v1/certificate/${encodeURIComponent(MANAGEMENT_CA_DN)}/${certificate.serialNumber}/revoke`;
      const revoked = await shared.server.call(`${path}?reason=KEY_COMPROMISE`, { method: 'PUT' });
      assert.equal(revoked.status, 200, revoked.text);
      const refused = await ask('Revoking', {}, identity);
      assertRefused(refused, 400);
      assert.match(refused.json['error'] as string, /: "CN=erin", "[0-9A-F]+, CN=ManagementCA,O=Sealwright"$/);
    });

    it('has to send it', async () => {
      await authorized(shared.server, 'Needed', [rule('alice')]);
      assertRefused(await ask('Needed'), 400, 'Authorization failed: Error, client authentication is required.');
    });

    it('is not let in by a rule whose issuer is not a name', async () => {
      await authorized(shared.server, 'Misruled', [rule('alice', { issuer: 'nobody' })]);
      assertRefused(await ask('Misruled'), 500);
    });
  });

  it('with the password of a user is let in, and with no other', async () => {
    const hashed = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
    await worker('Passwords', {
      AUTHTYPE: `${SERVER_PACKAGE}UsernamePasswordAuthorizer`,
      'USER.ALICE': 'foo123',
      'USER.BOB': `${hashed('sha1', 'bar456')}:SHA1`,
      'USER.CAROL': `${hashed('sha256', 'bäz789salt')}:SHA-256:salt`,
    });
    for (const [user, password] of [
      ['Alice', 'foo123'],
      ['bob', 'bar456'],
      ['carol', 'bäz789'],
    ] as const)
      assert.equal((await ask('Passwords', basic(user, password))).status, 200, user);
    const denied = [
      ['alice', 'foo12'],
      ['alice', ''],
      ['bob', hashed('sha1', 'bar456')],
      ['bob', `${hashed('sha1', 'bar456')}:SHA1`],
      ['carol', 'bäz789salt'],
      ['nobody', ''],
      ['', ''],
    ] as const;
    for (const [user, password] of denied)
      assertRefused(await ask('Passwords', basic(user, password)), 401, 'Authentication denied');
    const none = await ask('Passwords');
    assertRefused(none, 401, 'Username/password authentication required');
    assert.equal(none.headers['www-authenticate'], undefined);
    for (const authorization of ['Basic !', 'Digest x', 'Basic'])
      assertRefused(await ask('Passwords', { authorization }), 401);
    const told = [...auditRows(shared.server).map(({ record }) => record), ...shared.server.log].join('\n');
    for (const secret of ['foo123', 'bar456', 'bäz789']) assert.ok(!told.includes(secret));
  });

  it('that tries wrong passwords again and again has to wait, and learns nothing meanwhile', async () => {
    await worker('Guessed', { AUTHTYPE: `${SERVER_PACKAGE}UsernamePasswordAuthorizer`, 'USER.ALICE': 'right' });
    // Whatever was tried in other tests.
    moveWaits(shared.server, -300);
    for (const password of ['1', '2', '3', '4', '5'])
      assert.equal((await ask('Guessed', basic('alice', password))).status, 401, password);
    moveWaits(shared.server, 60);
    assert.equal((await ask('Guessed', basic('alice', 'right'))).status, 429);
    moveWaits(shared.server, -300);
    assert.equal((await ask('Guessed', basic('alice', 'right'))).status, 200);
  });

  it('keeps nobody else at its address out, known or not, and counts as the signing service is told to', async () => {
    const users = { 'USER.ALICE': 'right', 'USER.BOB': 'builds' };
    await worker('Shared', { AUTHTYPE: `${SERVER_PACKAGE}UsernamePasswordAuthorizer`, ...users });
    moveWaits(shared.server, -600);
    const settings = { wrongPasswordsPerUser: 2 };
    const target = '/documents/SIGNINGCONFIG/signing-configuration';
    const changed = await shared.server.administer(target, { method: 'PUT', body: { settings } });
    assert.equal(changed.status, 200, changed.text);
    for (const name of ['alice', 'nobody']) {
      for (const password of ['1', '2'])
        assert.equal((await ask('Shared', basic(name, password))).status, 401, password);
      moveWaits(shared.server, 60);
      assert.equal((await ask('Shared', basic(name, '3'))).status, 429);
    }
    const refused = await ask('Shared', basic('alice', 'right'));
    assert.equal(refused.status, 429);
    assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/);
    assert.equal((await ask('Shared', basic('bob', 'builds'))).status, 200);
    const usual = await shared.server.administer(target, { method: 'PUT', body: { settings: {} } });
    assert.equal(usual.status, 200, usual.text);
  });

  it('meets no user whose password is hashed as nobody can check it', async () => {
    const md5 = createHash('md5').update('x').digest('hex');
    for (const [index, password] of [`${md5}:MD5`, 'abc:SHA256', 'a:b'].entries()) {
      const name = `Unhashed${index}`;
      await worker(name, { AUTHTYPE: `${SERVER_PACKAGE}UsernamePasswordAuthorizer`, 'USER.ALICE': password });
      assertRefused(await ask(name, basic('alice', 'x')), 500);
    }
  });

  it('is taken at its word where a worker accepts names', async () => {
    const AUTHTYPE = `${SERVER_PACKAGE}UsernameAuthorizer`;
    await worker('Names', { AUTHTYPE, ACCEPT_USERNAMES: 'alice; bob' });
    await worker('AllNames', { AUTHTYPE, ACCEPT_ALL_USERNAMES: 'true' });
    await worker('NoNames', { AUTHTYPE });
    assert.equal((await ask('Names', basic('bob', 'anything'))).status, 200);
    assert.equal((await ask('AllNames', basic('anybody', ''))).status, 200);
    assertRefused(await ask('Names', basic('carol', '')), 401, 'Authentication denied');
    assertRefused(await ask('Names'), 401, 'Username required');
    assertRefused(await ask('AllNames', basic('', 'x')), 401, 'Username required');
    assert.equal((await ask('AllNames', basic('ö'.repeat(255), 'p\0'))).status, 200);
    for (const name of ['e\0ve', 'e\nve', 'e\u0085ve', 'e'.repeat(256)])
      assertRefused(await ask('AllNames', basic(name, 'x')), 401, 'Username required');
    const latin1 = Buffer.from('müller:x', 'latin1').toString('base64');
    assertRefused(await ask('AllNames', { authorization: `Basic ${latin1}` }), 401, 'Username required');
    assertRefused(await ask('NoNames', basic('alice', '')), 500);
  });

  it('is let in by the address that it comes from', async () => {
    const AUTHTYPE = `${SERVER_PACKAGE}RemoteAddressAuthorizer`;
    await worker('Here', { AUTHTYPE, ALLOW_FROM: '192.0.2.1, 127.0.0.1' });
    await worker('Network', { AUTHTYPE, ALLOW_FROM: '127.0.0.0/8' });
    await worker('Elsewhere', { AUTHTYPE, ALLOW_FROM: '192.0.2.1' });
    await worker('Nowhere', { AUTHTYPE, ALLOW_FROM: 'localhost' });
    for (const name of ['Here', 'Network']) assert.equal((await ask(name)).status, 200);
    const forged = { 'x-forwarded-for': '192.0.2.1' };
    assertRefused(await ask('Elsewhere', forged), 401, 'Remote address not authorized');
    assertRefused(await ask('Nowhere'), 500);
  });

  it('is let in by the last addresses that proxies forward for, and by no more than are said to count', async () => {
    const AUTHTYPE = `${SERVER_PACKAGE}ListBasedAddressAuthorizer`;
    const direct = { AUTHTYPE, WHITELISTED_DIRECT_ADDRESSES: '127.0.0.1' };
    await worker('OneProxy', { ...direct, WHITELISTED_FORWARDED_ADDRESSES: '1.2.3.4, 42.42.42.42' });
    await worker('TwoProxies', {
      ...direct,
      WHITELISTED_FORWARDED_ADDRESSES: '1.2.3.4, 42.42.42.42',
      MAX_FORWARDED_ADDRESSES: '2',
    });
    await worker('Denying', { ...direct, BLACKLISTED_FORWARDED_ADDRESSES: '1.2.3.4' });
    const from = (addresses: string) => ({ 'x-forwarded-for': addresses });
    const wrong = 'Forwarded address not athorized';
    assert.equal((await ask('OneProxy', from('1.2.3.4'))).status, 200);
    assert.equal((await ask('OneProxy', from('6.6.6.6, 1.2.3.4'))).status, 200);
    assertRefused(await ask('OneProxy', from('1.2.3.4, 6.6.6.6')), 401, wrong);
    assertRefused(await ask('OneProxy'), 401, 'No forwarded address in request');
    assert.equal((await ask('TwoProxies', from('6.6.6.6, 1.2.3.4, 42.42.42.42'))).status, 200);
    assertRefused(await ask('TwoProxies', from('6.6.6.6, 1.2.3.4')), 401, wrong);
    assert.equal((await ask('Denying')).status, 200);
    assert.equal((await ask('Denying', from('1.2.3.5'))).status, 200);
    for (const addresses of ['1.2.3.4', '::ffff:1.2.3.4', 'unknown'])
      assertRefused(await ask('Denying', from(addresses)), 401, wrong);
    await worker('NotHere', {
      AUTHTYPE,
      BLACKLISTED_DIRECT_ADDRESSES: '127.0.0.1',
      BLACKLISTED_FORWARDED_ADDRESSES: '',
    });
    assertRefused(await ask('NotHere'), 500);
    await worker('Barred', {
      AUTHTYPE,
      BLACKLISTED_DIRECT_ADDRESSES: '127.0.0.1',
      BLACKLISTED_FORWARDED_ADDRESSES: '::',
    });
    assertRefused(await ask('Barred'), 401, 'Remote address not authorized');
  });

  it('finds a worker misconfigured whose address lists contradict each other', async () => {
    const AUTHTYPE = `${SERVER_PACKAGE}ListBasedAddressAuthorizer`;
    const given = { BLACKLISTED_DIRECT_ADDRESSES: '1.2.3.4', BLACKLISTED_FORWARDED_ADDRESSES: '1.2.3.4' };
    for (const [index, properties] of [
      { BLACKLISTED_FORWARDED_ADDRESSES: '1.2.3.4' },
      { BLACKLISTED_DIRECT_ADDRESSES: '1.2.3.4' },
      { ...given, WHITELISTED_DIRECT_ADDRESSES: '127.0.0.1' },
      { ...given, MAX_FORWARDED_ADDRESSES: '0' },
    ].entries()) {
      await worker(`Contradicting${index}`, { AUTHTYPE, ...properties });
      assertRefused(await ask(`Contradicting${index}`), 500);
    }
  });

  it('does not reach a worker that other workers use, and one whose authorizer does not exist', async () => {
    await worker('Behind', { AUTHTYPE: `${SERVER_PACKAGE}DispatchedAuthorizer`, AUTHORIZEALLDISPATCHERS: 'TRUE' });
    const refused = await ask('Behind');
    assertRefused(refused, 400);
    assert.match(
      refused.json['error'] as string,
      /^Authorization failed: Error, client is not authorized to worker with id \d+$/,
    );
    await worker('Unknown', { AUTHTYPE: 'com.example.Authorizer' });
    assertRefused(await ask('Unknown'), 500);
  });

  it('leaves its cookies in the log of a worker that asks for them', async () => {
    const AUTHTYPE = `${SERVER_PACKAGE}CookieAuthorizer`;
    await worker('Cookies', { AUTHTYPE, ALLOW_ANY: 'TRUE', REQUEST_COOKIES_PREFIX: 'X-' });
    assert.equal((await ask('Cookies', { cookie: 'X-User=alice; session=secret-cookie' })).status, 200);
    assert.ok(shared.server.log.some((line) => line.includes('"COOKIE_X-User":"alice"')));
    assert.ok(!shared.server.log.some((line) => line.includes('secret-cookie')));
  });

  describe('with a token', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ed = generateKeyPairSync('ed25519');
    const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
    const claims = (more: object = {}) => {
      const now = Math.floor(shared.server.clock.nowMs() / 1000);
      return {
        iss: 'https://id.example',
        sub: 'alice',
        aud: 'signing',
        groups: ['a', 'signers'],
        exp: now + 60,
        ...more,
      };
    };
    const token = (header: object, payload: object, signature: (text: string) => Buffer) => {
      const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return { authorization: `Bearer ${text}.${signature(text).toString('base64url')}` };
    };
    const rs256 = (text: string) => sign('sha256', Buffer.from(text), rsa.privateKey);
    const RS256 = { alg: 'RS256', typ: 'JWT' };
    const server0 = { 'AUTHSERVER0.ISSUER': 'https://id.example', 'AUTHSERVER0.PUBLICKEY': spki(rsa.publicKey) };
    const rules = {
      AUTHTYPE: `${SERVER_PACKAGE}jwtauth.JwtAuthorizer`,
      'AUTHJWT0.ISSUER': 'https://id.example',
      'AUTHJWT0.CLAIM.NAME': 'groups',
      'AUTHJWT0.CLAIM.VALUE': 'signers',
      ACCEPTED_AUDIENCES: 'other, signing',
    };

    before(() => worker('Tokens', { ...rules, ...server0, 'AUTHSERVER0.KEYALG': 'RSA' }));

    it('of an authorization server is let in when a claim is what a rule says', async () => {
      const answer = await ask('Tokens', token(RS256, claims(), rs256));
      assert.equal(answer.status, 200, answer.text);
      const { record } = auditRows(shared.server).findLast(({ event }) => event === 'PROCESS')!;
      assert.equal((JSON.parse(record) as { actor: { name: string } }).actor.name, 'alice');
      assert.equal((await ask('Tokens', token({ ...RS256, typ: 'at+jwt' }, claims(), rs256))).status, 200);
      assertRefused(await ask('Tokens'), 401, 'Bearer token required');
    });

    it('signed with elliptic curves is let in as well', async () => {
      const keys = [
        ['ES256', ec, { dsaEncoding: 'ieee-p1363' as const }],
        ['EdDSA', ed, {}],
      ] as const;
      for (const [alg, { publicKey, privateKey }, options] of keys) {
        const server = { 'AUTHSERVER3.ISSUER': 'https://id.example', 'AUTHSERVER3.PUBLICKEY': spki(publicKey) };
        await worker(`Tokens ${alg}`, { ...rules, ...server });
        const digest = alg === 'EdDSA' ? null : 'sha256';
        const given = token({ alg, typ: 'JWT' }, claims(), (text) =>
          sign(digest, Buffer.from(text), { key: privateKey, ...options }),
        );
        assert.equal((await ask(`Tokens%20${alg}`, given)).status, 200, alg);
        assertRefused(await ask(`Tokens%20${alg}`, token(RS256, claims(), rs256)), 401);
      }
    });

    it('that is wrong in any way is not let in', async () => {
      const now = Math.floor(shared.server.clock.nowMs() / 1000);
      const hmacWithPublicKey = (key: string | Buffer) => (text: string) =>
        createHmac('sha256', key).update(text).digest();
      const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' });
      const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        none: token({ alg: 'none', typ: 'JWT' }, claims(), () => Buffer.alloc(0)),
        'algorithm confusion': token({ alg: 'HS256', typ: 'JWT' }, claims(), hmacWithPublicKey(pem)),
        'algorithm confusion in DER': token(
          { alg: 'HS256', typ: 'JWT' },
          claims(),
          hmacWithPublicKey(rsa.publicKey.export({ format: 'der', type: 'spki' })),
        ),
        'a key of its own': token({ ...RS256, jwk: ed.publicKey.export({ format: 'jwk' }) }, claims(), (text) =>
          sign(null, Buffer.from(text), ed.privateKey),
        ),
        'an object for a name': token(RS256, claims({ sub: { a: 1 } }), rs256),
        'a number for a name': token(RS256, claims({ sub: 5 }), rs256),
        'null for a name': token(RS256, claims({ sub: null }), rs256),
        'a name with control characters': token(RS256, claims({ sub: 'a\n\0b' }), rs256),
        'a name without end': token(RS256, claims({ sub: 'a'.repeat(9000) }), rs256),
        'another signature': token(RS256, claims(), () => Buffer.alloc(256)),
        expired: token(RS256, claims({ exp: now - 60 }), rs256),
        'not yet': token(RS256, claims({ nbf: now + 120 }), rs256),
        'no end': token(RS256, claims({ exp: undefined }), rs256),
        'other issuer': token(RS256, claims({ iss: 'https://other.example' }), rs256),
        'other audience': token(RS256, claims({ aud: ['elsewhere'] }), rs256),
        'no audience': token(RS256, claims({ aud: undefined }), rs256),
        'other claim': token(RS256, claims({ groups: 'signers2' }), rs256),
        'no claim': token(RS256, claims({ groups: undefined }), rs256),
        'no type': token({ alg: 'RS256' }, claims(), rs256),
        'other type': token({ ...RS256, typ: 'logout+jwt' }, claims(), rs256),
        'critical extension': token({ ...RS256, crit: ['x'], x: 1 }, claims(), rs256),
        'no token': { authorization: 'Bearer abc' },
        'five parts': { authorization: 'Bearer a.b.c.d.e' },
      };
      for (const [what, headers] of Object.entries(refused)) {
        const answer = await ask('Tokens', headers);
        assert.deepEqual([what, answer.status, answer.json['error']], [what, 401, 'Authentication denied']);
      }
    });

    it('without a type is let in where the type is optional', async () => {
      await worker('Untyped', { ...rules, ...server0, OPTIONAL_TYPE: 'TRUE' });
      assert.equal((await ask('Untyped', token({ alg: 'RS256' }, claims(), rs256))).status, 200);
      assertRefused(await ask('Untyped', token({ alg: 'RS256', typ: 'logout+jwt' }, claims(), rs256)), 401);
    });

    it('finds a worker misconfigured whose keys or rules are invalid', async () => {
      const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
      for (const [index, properties] of [
        rules,
        { ...rules, ...server0, 'AUTHSERVER0.PUBLICKEY': 'x' },
        { ...rules, ...server0, 'AUTHSERVER0.PUBLICKEY': spki(small) },
        { ...rules, ...server0, 'AUTHSERVER0.KEYALG': 'EC' },
        { ...server0, AUTHTYPE: rules.AUTHTYPE },
      ].entries()) {
        await worker(`Keyless${index}`, properties);
        assertRefused(await ask(`Keyless${index}`, token(RS256, claims(), rs256)), 500);
      }
    });
  });

  it('that is refused again and again is recorded, and does not fill the audit log', async () => {
    shared.server.clock.advanceSeconds(61);
    await worker('Quiet', { AUTHTYPE: `${SERVER_PACKAGE}UsernameAuthorizer`, ACCEPT_USERNAMES: 'x' });
    const before = auditRows(shared.server).length;
    for (let count = 0; count < 20; count++) assert.equal((await ask('Quiet')).status, 401);
    const records = auditRows(shared.server).slice(before);
    assert.deepEqual(
      records.map((record) => [record.event, record.outcome, detailsOf(record)['reason']]),
      [['PROCESS', 'FAILURE', 'not-authenticated']],
    );
  });
});

/** A worker that asks for certificates, with rules. */
async function authorized(server: TestServer, name: string, rules: readonly object[]): Promise<void> {
  const made: Answer = await server.administer(`/documents/WORKER/${name}`, {
    method: 'POST',
    body: { settings: { properties: PLAIN, rules } },
  });
  assert.equal(made.status, 201, made.text);
}

/** Somebody with a certificate of the management CA. */
async function client(server: TestServer, name: string) {
  const keyPair = newKeyPair();
  const body = newRequest({
    username: name,
    subject: `CN=${name}`,
    keyPair,
    profile: 'ENDUSER',
  });
  const certificate = await enroll(server, body);
  return { certificate, identity: identityOf({ json: { certificate: certificate.der.toBase64() } }, keyPair) };
}

function pemOf({ certificatePem: cert, privateKeyPem: key }: TestIdentity): ClientIdentity {
  return { cert, key };
}

/** Moves the ends of waits: before now for those who are to wait no more, and far ahead where the next request may be slow to arrive. */
function moveWaits(server: TestServer, seconds: number): void {
  const statement = 'UPDATE activation_attempt SET not_before_ms = not_before_ms + ?';
  withDatabase(server, (database) => database.prepare(statement).run(seconds * 1000));
}

/** To somebody who calls themselves alice. */
const NOT_AUTHORIZED = /^Authorization failed: Worker \d+: Client is not authorized: "CN=alice", "[0-9A-F]+, /;
