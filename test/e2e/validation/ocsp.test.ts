/** The OCSP responder over HTTP: who signs, what is answered, and what is refused. */
import {
  archiveCutoff,
  type BasicOcspResponse,
  Certificate,
  extendedKeyUsage,
  extendedRevoke,
  hashAlgorithmByName,
  KEY_PURPOSES,
  ocspNoCheck,
  ocspNonce,
  oid,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../eventually.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { certificatePath, editCa, enroll, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { type AskOptions, ocspAnswer, ocspRequest, ocspStatus, postOcsp } from '../support/ocsp-requests.ts';
import type { TestServer } from '../support/test-server.ts';

let last = 0;
const newCertificate = (server: TestServer) =>
  enroll(server, newRequest({ username: `ocsp ${++last}`, subject: `CN=ocsp ${last}` }));

async function revoke(server: TestServer, certificate: Certificate, reason: string): Promise<void> {
  const path = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
  const { status, text } = await server.call(path, { method: 'PUT' });
  assert.equal(status, 200, text);
}

/** Asks about certificates of one CA and returns the answer, which has to be signed. */
async function ask(
  server: TestServer,
  certificates: readonly Certificate[],
  issuer: Certificate,
  options: AskOptions = {},
): Promise<BasicOcspResponse> {
  const request = ocspRequest(
    certificates.map((certificate) => [certificate, issuer]),
    options,
  );
  const answer = await ocspAnswer(await postOcsp(server.running.urls[1]!, request, options.path));
  if (typeof answer === 'string') assert.fail(answer);
  return answer;
}

const statusesOf = ({ responses }: BasicOcspResponse) => responses.map(({ certificateStatus }) => certificateStatus);

describe('the OCSP responder of a CA', () => {
  const shared = sharedServer();
  const url = () => shared.server.running.urls[1]!;

  it('answers good, revoked and unknown from the first second, with a responder that the CA has certified', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    const [good, revoked, held] = [
      await newCertificate(server),
      await newCertificate(server),
      await newCertificate(server),
    ];
    await revoke(server, revoked, 'KEY_COMPROMISE');
    await revoke(server, held, 'CERTIFICATE_HOLD');
    const never = { ...pick(ca), serialNumberBytes: Uint8Array.of(5) } as Certificate;
    const answer = await ask(server, [good, revoked, held, never], ca);
    const [one, two, three, four] = statusesOf(answer);
    assert.deepEqual([one, four], [{ status: 'good' }, { status: 'unknown' }]);
    assert.ok(two?.status === 'revoked' && two.reason === 'KEY_COMPROMISE' && two.revokedAt <= answer.producedAt);
    assert.ok(three?.status === 'revoked' && three.reason === 'CERTIFICATE_HOLD');
    const responder = Certificate.parse(answer.certificates[0]!);
    assert.ok(responder.verify(ca.publicKey) && answer.verify(responder.publicKey));
    assert.deepEqual(responder.extension(extendedKeyUsage), [KEY_PURPOSES.OCSPSigning]);
    assert.equal(responder.extension(ocspNoCheck), true);
    assert.equal(answer.responderId.type, 'key');
    assert.deepEqual(answer.responses[0]!.nextUpdate! - answer.producedAt, 12 * 3600 - 1);
    await revoke(server, held, 'REMOVE_FROM_CRL');
    assert.equal(await ocspStatus(url(), held, ca), 'good');
  });

  it('answers identifiers by SHA-1 and by SHA-2', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    const certificate = await newCertificate(server);
    for (const name of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const)
      assert.equal(await ocspStatus(url(), certificate, ca, { hash: hashAlgorithmByName(name) }), 'good', name);
    assert.equal(await ocspStatus(url(), certificate, ca, { hash: hashAlgorithmByName('SHA3-256') }), 'unauthorized');
  });

  it('repeats a nonce of 1 to 128 octets, and refuses another one (RFC 9654)', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    for (const octets of [1, 32, 128]) {
      const nonce = new Uint8Array(octets).fill(7);
      const answer = await ask(server, [ca], ca, { nonce });
      assert.deepEqual(answer.extension(ocspNonce), nonce);
    }
    for (const value of [
      Uint8Array.of(4, 0),
      Uint8Array.of(4, 0x81, 129, ...new Uint8Array(129)),
      Uint8Array.of(5, 0),
    ]) {
      const request = ocspRequest([[ca, ca]], { extensions: [{ oid: ocspNonce.oid, critical: false, value }] });
      assert.equal(await ocspAnswer(await postOcsp(url(), request)), 'malformedRequest');
    }
  });

  it('refuses what is not a request, and critical extensions that it does not know', async () => {
    const ca = await certificateOf(shared.server, 'ManagementCA');
    const unknown = { oid: oid('1.3.6.1.4.1.99999.1'), value: Uint8Array.of(5, 0) };
    const statusWith = async (critical: boolean) => {
      const request = ocspRequest([[ca, ca]], { extensions: [{ ...unknown, critical }] });
      return ocspAnswer(await postOcsp(url(), request));
    };
    assert.equal(await statusWith(true), 'malformedRequest');
    assert.notEqual(typeof (await statusWith(false)), 'string');
    for (const serialNumberBytes of [Uint8Array.of(0), Uint8Array.of(0x80, 1), new Uint8Array(21).fill(1)]) {
      const impossible = ocspRequest([[{ ...pick(ca), serialNumberBytes } as Certificate, ca]]);
      assert.equal(await ocspAnswer(await postOcsp(url(), impossible)), 'malformedRequest', 'no serial number');
    }
    for (const octets of [new Uint8Array(), Uint8Array.of(0x30, 0), new TextEncoder().encode('hello')])
      assert.equal(await ocspAnswer(await postOcsp(url(), octets)), 'malformedRequest');
  });

  it('knows certificates of its own CAs alone, and of one key in each message', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    await createCa(server, 'Other OCSP');
    const other = await certificateOf(server, 'Other OCSP');
    const foreign = TestCa.root('CN=Foreign');
    const { certificate } = foreign.issue({ subject: 'CN=foreign' });
    assert.equal(await ocspStatus(url(), certificate, foreign.certificate), 'unauthorized');
    const mixed = ocspRequest([
      [ca, ca],
      [other, other],
    ]);
    assert.equal(await ocspAnswer(await postOcsp(url(), mixed)), 'unauthorized');
    assert.equal(await ocspStatus(url(), other, other), 'good');
    const path = '/ocsp/Other%20OCSP';
    assert.equal(await ocspStatus(url(), other, other, { path }), 'good');
    assert.equal(await ocspStatus(url(), ca, ca, { path }), 'unauthorized');
    assert.equal((await postOcsp(url(), mixed, '/ocsp/Nobody')).status, 404);
    assert.equal(await ocspStatus(url(), ca, ca, { path: '/ejbca/publicweb/status/ocsp' }), 'good');
  });

  it('refuses messages of too many certificates, and of too many octets, with 413', async () => {
    const ca = await certificateOf(shared.server, 'ManagementCA');
    const foreign = TestCa.root('CN=Foreign');
    const many = Array.from({ length: 101 }, () => [ca, ca] as const);
    assert.equal((await postOcsp(url(), ocspRequest(many))).status, 413);
    const thousand = Array.from({ length: 1000 }, () => [foreign.certificate, ca] as const);
    assert.equal((await postOcsp(url(), ocspRequest(thousand))).status, 413);
  });

  it('takes requests in the path, whose slashes are characters like others', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    const get = async (path: string) => {
      const response = await server.fetchPlain(path);
      assert.equal(response.status, 200, path);
      const answer = await ocspAnswer(response);
      return typeof answer === 'string' ? answer : answer.responses[0]!.certificateStatus.status;
    };
    let [doubled, ended] = [false, false];
    for (let turn = 0; turn < 10_000 && !(doubled && ended); turn++) {
      const serial = crypto.getRandomValues(new Uint8Array(16));
      const request = ocspRequest([
        [{ ...pick(ca), serialNumberBytes: Uint8Array.of(0x11, ...serial) } as Certificate, ca],
      ]);
      const text = request.toBase64();
      const isDoubled = text.includes('//');
      const isEnded = text.endsWith('/');
      if ((!isDoubled || doubled) && (!isEnded || ended)) continue;
      doubled ||= isDoubled;
      ended ||= isEnded;
      for (const sent of [text, encodeURIComponent(text)])
        for (const address of ['/ocsp', '/ocsp/ManagementCA', '/ejbca/publicweb/status/ocsp'])
          assert.equal(await get(`${address}/${sent}`), 'unknown', sent);
    }
    assert.ok(doubled && ended);
    assert.equal(await get('/ocsp/no%20request'), 'malformedRequest');
    assert.equal((await server.fetchPlain('/ocsp')).status, 405);
  });

  it('lets caches keep what has no nonce until the answer is asked for anew', async () => {
    const { server } = shared;
    const ca = await certificateOf(server, 'ManagementCA');
    const certificate = await newCertificate(server);
    const path = `/ocsp/${encodeURIComponent(ocspRequest([[certificate, ca]]).toBase64())}`;
    const first = await server.fetchPlain(path);
    assert.equal(first.headers.get('content-type'), 'application/ocsp-response');
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60, no-transform');
    const etag = first.headers.get('etag')!;
    const dates = ['last-modified', 'expires'].map((name) => Date.parse(first.headers.get(name)!));
    assert.equal(dates[1]! - dates[0]!, 60_000);
    const address = new URL(path, url());
    assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304);
    assert.equal((await fetch(address, { method: 'HEAD' })).headers.get('etag'), etag);
    await revoke(server, certificate, 'SUPERSEDED');
    const after = await fetch(address, { headers: { 'if-none-match': etag } });
    assert.equal(after.status, 200);
    const answer = await ocspAnswer(after);
    assert.ok(typeof answer !== 'string' && answer.responses[0]!.certificateStatus.status === 'revoked');
    const withNonce = ocspRequest([[certificate, ca]], { nonce: new Uint8Array(8) }).toBase64();
    const live = await server.fetchPlain(`/ocsp/${encodeURIComponent(withNonce)}`);
    assert.equal(live.headers.get('cache-control'), 'no-store');
    assert.equal((await postOcsp(url(), Uint8Array.of(0))).headers.get('cache-control'), 'no-store');
  });
});

/** The members of a certificate that an identifier is made of. */
function pick({ issuer }: Certificate): Pick<Certificate, 'issuer'> {
  return { issuer };
}

describe('the settings of a CA about OCSP', () => {
  const shared = sharedServer();
  const url = () => shared.server.running.urls[1]!;

  it('let the CA sign itself, name signers by name, or have nobody answer', async () => {
    const { server } = shared;
    await createCa(server, 'Own', { ocspResponder: 'CA', ocspResponderIdType: 'NAME' });
    const ca = await certificateOf(server, 'Own');
    const own = await ask(server, [ca], ca);
    assert.ok(own.verify(ca.publicKey) && own.certificates.length === 0);
    assert.ok(own.responderId.type === 'name' && own.responderId.name.equals(ca.subject));
    await editCa(server, 'Own', { ocspResponder: 'NONE' });
    assert.equal(await ocspStatus(url(), ca, ca), 'unauthorized');
    await editCa(server, 'Own', { ocspResponder: 'DELEGATED' });
    assert.equal(await ocspStatus(url(), ca, ca), 'tryLater');
    // Asking has the task run at once.
    await eventually('the responder', async () => (await ocspStatus(url(), ca, ca)) === 'good');
    const delegated = await ask(server, [ca], ca);
    assert.ok(delegated.responderId.type === 'name' && !delegated.responderId.name.equals(ca.subject));
  });

  it('say what was never issued, how long an answer counts, and for how long after their end certificates are known', async () => {
    const { server } = shared;
    await createCa(server, 'Settings', {
      ocspNeverIssued: 'REVOKED',
      ocspResponseValidity: '1h',
      ocspMaxAge: '0m',
      ocspArchiveCutoff: '365d',
      ocspResponderKeySpec: 'P-384',
    });
    const ca = await certificateOf(server, 'Settings');
    const never = { ...pick(ca), serialNumberBytes: Uint8Array.of(5) } as Certificate;
    const answer = await ask(server, [never, ca], ca);
    const reason = 'CERTIFICATE_HOLD';
    assert.deepEqual(statusesOf(answer), [{ status: 'revoked', revokedAt: 0, reason }, { status: 'good' }]);
    assert.equal(answer.extension(extendedRevoke), true);
    assert.equal(answer.responses[1]!.nextUpdate! - answer.producedAt, 3599);
    const { extensions } = answer.responses[1]!;
    assert.deepEqual(
      extensions.map(({ oid: type }) => type),
      [archiveCutoff.oid],
    );
    assert.equal(Certificate.parse(answer.certificates[0]!).publicKey.specification, 'P-384');
  });

  it('are refused where they contradict themselves', async () => {
    const { server } = shared;
    const refused = async (settings: object, pattern: RegExp) => {
      await assert.rejects(editCa(server, 'ManagementCA', settings as never), (error: Error) =>
        pattern.test(error.message),
      );
    };
    await refused({ ocspMaxAge: '2d' }, /ocspMaxAge.*longer than ocspResponseValidity/s);
    await refused({ ocspResponderKeySpec: 'RSA' }, /ocspResponderKeySpec/);
    await refused({ ocspResponderValidity: '1s' }, /ocspResponderValidity/);
    const tls = { crlBaselineRequirements: 'TLS' };
    await refused({ ...tls, ocspResponseValidity: '8h' }, /ocspResponseValidity.*more than 8h/s);
    await refused({ ...tls, ocspResponseValidity: '11d' }, /ocspResponseValidity.*at most 10d/s);
    await refused({ ...tls, ocspResponderValidity: '6h' }, /ocspResponderValidity.*three times/s);
  });
});
