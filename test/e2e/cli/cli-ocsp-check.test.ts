/** `sealwright ocsp check` against the responder of a server, responders that lie, and servers of TLS. */
import { formatPem, parseOcspResponse } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { describe, it, type TestContext } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { certificatePath, createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../support/ca-setup.ts';
import { newKeyPair } from '../support/enrollment.ts';
import { ocspRequest, postOcsp } from '../support/ocsp-requests.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

function signatureIn(octets: Uint8Array): Uint8Array {
  const response = parseOcspResponse(octets);
  assert.ok(response.status === 'successful');
  return response.basic.signature;
}

describe('sealwright ocsp check', () => {
  const shared = sharedServer();
  const file = (name: string) => path.join(shared.server.home, name);
  const address = (of = '/ocsp') => new URL(of, shared.server.running.urls[1]).href;
  const check = (...args: readonly string[]) =>
    run(['--home', shared.server.home, 'ocsp', 'check', ...args], { now: () => shared.server.clock.nowMs() });
  const pem = (name: string, ...ders: readonly Uint8Array[]) => {
    writeFileSync(file(name), ders.map((der) => formatPem('CERTIFICATE', der)).join(''));
    return file(name);
  };
  let last = 0;

  /** A certificate, in a file, that names responder and CA certificate. */
  async function issued() {
    const { server } = shared;
    const name = `ocsp ${++last}`;
    await createProfiles(server, name, {
      authorityInformationAccessUsed: true,
      ocspServiceLocatorUrl: address(),
      ocspIssuerUrls: [new URL('/certificates/ManagementCA.crt', address()).href],
    });
    const keyPair = newKeyPair();
    const certificate = await enroll(server, requestUnder(name, { username: name, subject: `CN=${name}`, keyPair }));
    return { certificate, keyPair, at: pem(`${name}.pem`, certificate.der) };
  }

  async function revoke(certificate: Parameters<typeof certificatePath>[0]): Promise<void> {
    const where = `${certificatePath(certificate, 'revoke')}?reason=KEY_COMPROMISE`;
    assert.equal((await shared.server.call(where, { method: 'PUT' })).status, 200);
  }

  async function listening(t: TestContext, server: ReturnType<typeof createHttpServer> | tls.Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => server.close());
    return (server.address() as AddressInfo).port;
  }

  it('says the status, its times and who has signed it, by what the certificate names', async () => {
    const { at, certificate } = await issued();
    const good = await check(at);
    assert.deepEqual([good.code, good.error], [0, ''], good.out);
    assert.match(good.out, /^status +good$/m);
    assert.match(good.out, /^next update +\S+Z, in 11 h 59 min$/m);
    assert.match(good.out, /^signature +good, by CN=.+, which the CA has certified$/m);
    assert.match(good.out, /^nonce +repeated$/m);
    await revoke(certificate);
    const revoked = await check(at, '--json');
    assert.equal(revoked.code, 1);
    const json = JSON.parse(revoked.out) as Record<string, unknown>;
    assert.deepEqual(
      [json['status'], json['revocation_reason'], json['signer'], json['responder'], json['problems']],
      ['revoked', 'KEY_COMPROMISE', 'delegated', address(), ['the certificate is revoked']],
    );
  });

  it('asks the responder of --url about a certificate that names none, with the CA of --issuer', async () => {
    await createCa(shared.server, 'Signs itself', { ocspResponder: 'CA' });
    const ca = await certificateOf(shared.server, 'Signs itself');
    const at = pem('self.pem', ca.der);
    assert.equal((await check(at)).code, 5);
    const { code, out, error } = await check(at, '--url', address());
    assert.equal(code, 0, error);
    assert.match(out, /^signature +good, by the CA itself$/m);
    const wrong = pem('other.pem', TestCa.root(ca.subject.toString()).certificate.der);
    assert.equal((await check(at, '--url', address(), '--issuer', wrong)).code, 4);
    assert.equal((await check(at, '--url', address(), '--issuer', file('missing.pem'))).code, 4);
    assert.equal((await check(at, '--url', 'ftp://localhost/')).code, 2);
    assert.equal((await check(at, '--url', 'http://127.0.0.1:1/')).code, 3);
    assert.equal((await check(at, '--url', address('/crls/ManagementCA.crl'))).code, 1);
  });

  it('fails where the responder refuses, or does not know the certificate', async () => {
    const foreign = TestCa.root('CN=Foreign');
    const { certificate } = foreign.issue({ subject: 'CN=foreign' });
    const both = pem('foreign.pem', certificate.der, foreign.certificate.der);
    const refused = await check(both, '--url', address());
    assert.deepEqual([refused.code, /unauthorized/.test(refused.error)], [1, true], refused.error);
    assert.match(refused.out, /^status +none that can be relied on$/m);
  });

  it('relies on no answer of another certificate, of an earlier request, with another signature, or of the past', async (t) => {
    const { at, certificate } = await issued();
    const other = await issued();
    const ca = await certificateOf(shared.server, 'ManagementCA');
    const answerAbout = async (about: typeof certificate, nonce?: Uint8Array) => {
      const request = ocspRequest([[about, ca]], nonce === undefined ? {} : { nonce });
      const answer = await postOcsp(shared.server.running.urls[1]!, request);
      return new Uint8Array(await answer.arrayBuffer());
    };
    let octets = await answerAbout(certificate);
    const port = await listening(
      t,
      createHttpServer((request, response) => request.resume().on('end', () => response.end(octets))),
    );
    const ask = () => check(at, '--url', `http://127.0.0.1:${port}/`);
    const withoutNonce = await ask();
    assert.deepEqual([withoutNonce.code, /^nonce +not in the answer$/m.test(withoutNonce.out)], [0, true]);
    const damaged = await answerAbout(certificate);
    damaged[Buffer.from(damaged).indexOf(signatureIn(damaged)) + 10]! ^= 1;
    for (const [name, sent, said] of [
      ['another certificate', await answerAbout(other.certificate), /says nothing of the certificate/],
      ['another nonce', await answerAbout(certificate, new Uint8Array(32)), /another nonce/],
      ['another signature', damaged, /no responder of the CA of the certificate has signed/],
    ] as const) {
      octets = sent;
      const { code, error, out } = await ask();
      assert.deepEqual([code, said.test(error)], [1, true], `${name}: ${error}${out}`);
    }
    octets = new TextEncoder().encode('hello');
    assert.equal((await ask()).code, 5);
    octets = await answerAbout(certificate);
    shared.server.clock.advanceSeconds(86_400);
    const old = await ask();
    shared.server.clock.advanceSeconds(-86_400);
    assert.deepEqual([old.code, /too old/.test(old.error)], [1, true], old.error);
  });

  it('checks what a TLS server staples beside what the responder says', async (t) => {
    const { certificate, keyPair } = await issued();
    const ca = await certificateOf(shared.server, 'ManagementCA');
    const answer = await postOcsp(shared.server.running.urls[1]!, ocspRequest([[certificate, ca]]));
    const staple = Buffer.from(await answer.arrayBuffer());
    const web = tls.createServer({
      cert: formatPem('CERTIFICATE', certificate.der) + formatPem('CERTIFICATE', ca.der),
      key: keyPair.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    });
    web.on('OCSPRequest', (_certificate: Buffer, _issuer: Buffer, give: (error: null, der: Buffer) => void) =>
      give(null, staple),
    );
    const where = `127.0.0.1:${await listening(t, web)}`;
    const good = await check(where);
    assert.deepEqual([good.code, /^stapled +the staple of 127/m.test(good.out)], [0, true], good.error + good.out);
    await revoke(certificate);
    const { code, out } = await check(where, '--json');
    const json = JSON.parse(out) as { readonly status: string; readonly stapled: { readonly status: string } };
    assert.deepEqual([code, json.status, json.stapled.status], [1, 'revoked', 'good']);
  });
});
