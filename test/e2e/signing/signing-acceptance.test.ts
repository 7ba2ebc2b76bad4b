/** Demands of the specification of the signing interface on every process request (§28), as it is documented and as SignServer has it. */
import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { assertRefused, workers } from '../support/setups/worker-setup.ts';

const PLAIN = { IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner', AUTHTYPE: 'NOAUTH' };
const FIXTURES = new URL('../../../packages/pki/src/keystore/fixtures/', import.meta.url);
const NO_HEADER = { 'x-keyfactor-requested-with': '' };

for (const { mode, settings, withoutHeader, badEncoding, disabled, texts } of [
  {
    mode: 'documented',
    settings: { signingCompatibility: 'documented', requestedWith: 'all' },
    withoutHeader: 403,
    badEncoding: 400,
    disabled: [500, 'The server was unable to process the request (see server logs)'],
    texts: { token: 'Crypto Token not available', header: 'Access is forbidden', accept: 'Not Acceptable' },
  },
  {
    mode: 'signserver',
    settings: { signingCompatibility: 'signserver', requestedWith: 'admin-and-multipart' },
    withoutHeader: 200,
    badEncoding: 500,
    disabled: [503, 'Error Signer : Worker{name: Off} is disabled and cannot perform any signature operations'],
    texts: {
      token: 'Crypto token not available',
      header: 'Access is forbidden!',
      accept: 'Specify application/json in Accept header',
    },
  },
] as const) {
  describe(`a process request, compatible with ${mode}`, () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-acceptance-'));
    after(() => rmSync(directory, { recursive: true }));
    const shared = sharedServer({ ...settings, keystoreDirectories: [directory] });
    const ca = TestCa.root('CN=Root');
    let certificate: X509Certificate;

    before(async () => {
      const { server } = shared;
      await makeSigningToken(server, 'Signing', { ec: ['EC', 'P-256'] });
      const chain = await certifyKey(server, ca, 'Signing', 'ec', { subject: 'CN=Signer' });
      certificate = new X509Certificate(chain);
      const signer = { ...PLAIN, CRYPTOTOKEN: 'Signing', DEFAULTKEY: 'ec', SIGNERCERTCHAIN: chain };
      await makeWorker(server, 'Plain', signer);
      await makeWorker(server, 'Off', { ...signer, DISABLED: 'TRUE' });
    });

    const process = (body: object, options: object = {}, worker = 'Plain') =>
      signing(shared.server, `/workers/${worker}/process`, { body, ...options });

    it('is answered 503 by a signer whose keystore password is not configured (case 55)', async () => {
      const KEYSTOREPATH = path.join(directory, 'closed.jks');
      copyFileSync(new URL('jdk17-jks.jks', FIXTURES), KEYSTOREPATH);
      const CRYPTOTOKEN_IMPLEMENTATION_CLASS = 'org.signserver.server.cryptotokens.JKSCryptoToken';
      await makeWorker(shared.server, 'Closed', {
        ...PLAIN,
        CRYPTOTOKEN_IMPLEMENTATION_CLASS,
        KEYSTOREPATH,
        DEFAULTKEY: 'fixture',
        CHECKCERTVALIDITY: 'FALSE',
      });
      assertRefused(await process({ data: 'x' }, {}, 'Closed'), 503, texts.token);
      const activation = { method: 'POST', body: { authentication_code: 'foo123' } };
      assert.equal((await shared.server.administer('/workers/Closed/activate', activation)).status, 204);
      assert.equal((await process({ data: 'x' }, {}, 'Closed')).status, 200);
    });

    it('is answered by a worker that is disabled with another status in each mode (case 61)', async () => {
      const [status, message] = disabled;
      assertRefused(await process({ data: 'x' }, {}, 'Off'), status, message);
    });

    it('has to accept the answer, or is told so as the mode says (case 81)', async () => {
      const form = new FormData();
      form.append('file', new File(['x'], 'x'));
      const target = new URL('/signserver/rest/v1/workers/Plain/process', shared.server.running.urls[1]);
      const headers = { accept: '*/*', 'x-keyfactor-requested-with': 'x' };
      const answer = await fetch(target, { method: 'POST', body: form, headers });
      assert.deepEqual([answer.status, await errorOf(answer)], [406, texts.accept]);
    });

    it('may spell its metadata as the specification does, where that decides', async () => {
      const worker = 'Hashing';
      await makeWorker(shared.server, worker, { ...PLAIN, CRYPTOTOKEN: 'Signing', DEFAULTKEY: 'ec' });
      const metadata = { USING_CLIENTSUPPLIED_HASH: 'true', CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA-256' };
      const refused = [400, 'Client-side hashing requested but not allowed'] as const;
      assertRefused(await process({ data: 'x', metaData: metadata }, {}, worker), ...refused);
      const answer = await process({ data: 'x', metadata }, {}, worker);
      if (mode === 'documented') assertRefused(answer, ...refused);
      else assert.equal(answer.status, 200, answer.text);
    });

    it('has one of two encodings, and base64 where it says so (cases 63, 64)', async () => {
      assertRefused(await process({ data: '***', encoding: 'BASE64' }), badEncoding);
      for (const encoding of ['base64', 'HEX']) assertRefused(await process({ data: 'QQ==', encoding }), badEncoding);
    });

    it('without the header is for the mode to answer, and one of any vendor will do (cases 69 to 71, 82)', async () => {
      assert.equal((await process({ data: 'x' }, { headers: NO_HEADER })).status, withoutHeader);
      const vendor = { ...NO_HEADER, 'x-vendor-requested-with': 'x' };
      assert.equal((await process({ data: 'x' }, { headers: vendor })).status, 200);
      const target = new URL('/signserver/rest/v1/workers/Plain/process', shared.server.running.urls[1]);
      const post = (body: string | FormData, headers: Record<string, string>) =>
        fetch(target, { method: 'POST', body, headers: { accept: 'application/json', ...headers } });
      const json = { 'content-type': 'application/json', 'x-keyfactor-requested-with': '' };
      assert.equal((await post('{"data":"x"}', json)).status, withoutHeader);
      const form = new FormData();
      form.append('file', new File(['x'], 'x'));
      const refused = await post(form, {});
      assert.deepEqual([refused.status, await errorOf(refused)], [403, texts.header]);
    });

    it('may name the character set of its type (case 72)', async () => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      const answer = await signing(shared.server, '/workers/Plain/process', {
        rawBody: JSON.stringify({ data: 'Grüße' }),
        headers,
      });
      assert.equal(answer.status, 200, answer.text);
      assert.ok(verify('sha256', Buffer.from('Grüße'), certificate.publicKey, signatureIn(answer.json)));
    });

    it('is answered with exactly the members that clients know (case 73)', async () => {
      const { status, json, text, headers } = await process({ data: 'x', metaData: { name1: 'value1' } });
      assert.equal(status, 200, text);
      assert.equal(headers['content-type'], 'application/json');
      assert.deepEqual(Object.keys(json).toSorted(), [
        'archiveId',
        'data',
        'metaData',
        'requestId',
        'signerCertificate',
      ]);
      const requestId = json['requestId'] as string;
      assert.match(requestId, /^(?:0|-?[1-9]\d{0,9})$/);
      assert.equal(Number(requestId), Number(requestId) | 0);
      assert.deepEqual(json['metaData'], {});
      assert.match(json['archiveId'] as string, /^[0-9a-f]{40}$/);
      assert.deepEqual(Buffer.from(json['signerCertificate'] as string, 'base64'), certificate.raw);
      assert.ok(verify('sha256', Buffer.from('x'), certificate.publicKey, signatureIn(json)));
    });

    it('as a form is answered with the same members, when it asks for JSON (case 76)', async () => {
      const form = new FormData();
      form.append('txt', new File(['Some text'], 'HelloDeb.txt'));
      const target = new URL('/signserver/rest/v1/workers/Plain/process', shared.server.running.urls[1]);
      const headers = { accept: 'application/json', 'x-keyfactor-requested-with': '1' };
      const json = (await (await fetch(target, { method: 'POST', body: form, headers })).json()) as Record<
        string,
        unknown
      >;
      assert.deepEqual(Object.keys(json).toSorted(), [
        'archiveId',
        'data',
        'metaData',
        'requestId',
        'signerCertificate',
      ]);
      assert.ok(verify('sha256', Buffer.from('Some text'), certificate.publicKey, signatureIn(json)));
    });

    it('has no signer certificate in its answer when there is none', async () => {
      const bare = { ...PLAIN, CRYPTOTOKEN: 'Signing', DEFAULTKEY: 'ec' };
      await makeWorker(shared.server, 'Bare', bare);
      const { json } = await process({ data: 'x' }, {}, 'Bare');
      assert.equal(json['signerCertificate'] ?? null, null);
    });

    it('gets an id of its own, and so does its answer in the archive (case 74)', async () => {
      const answers = [];
      for (let times = 0; times < 5; times++) answers.push((await process({ data: 'the same' })).json);
      for (const member of ['requestId', 'archiveId'])
        assert.equal(new Set(answers.map((json) => json[member])).size, answers.length, member);
    });

    it('is a POST: every other method is answered with an error in JSON (case 75)', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await signing(shared.server, '/workers/Plain/process', { method });
        assertRefused(answer, 405);
        assert.equal(answer.headers['allow'], 'POST, OPTIONS', method);
      }
    });

    it('to an invalid path is answered with an error in JSON', async () => {
      for (const [target, status] of [
        ['/nothing', 404],
        ['/workers/%zz/process', 400],
        [`/workers/${'a'.repeat(5000)}/process`, 414],
      ] as const)
        assertRefused(await signing(shared.server, target, { body: { data: 'x' } }), status);
    });

    it('does not get as far as the worker without JSON, with a header or without (cases 16, 22)', async () => {
      assertRefused(await workers(shared.server, '/1', { headers: NO_HEADER }), 403, texts.header);
      const plain = new URL('/signserver/rest/v1/workers', shared.server.running.urls[1]);
      const answer = await fetch(plain, { method: 'POST' });
      assert.deepEqual([answer.status, await errorOf(answer)], [403, texts.header]);
    });
  });
}

function signatureIn(json: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(json['data'] as string, 'base64');
}

async function errorOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { readonly error: unknown }).error;
}
