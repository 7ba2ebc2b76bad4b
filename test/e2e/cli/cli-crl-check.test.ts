/** `sealwright crl check` against a server, files, and servers of TLS. */
import { crlDistributionPoints, formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { TestCa } from '../../pki/test-pki.ts';
import {
  createProfiles,
  enroll,
  latestCrl,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { certificateOf, createCa } from '../support/ca-setup.ts';
import { newKeyPair } from '../support/enrollment.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

describe('sealwright crl check', () => {
  const shared = sharedServer();
  const file = (name: string) => path.join(shared.server.home, name);
  const check = (...args: readonly string[]) =>
    run(
      [
        '--server',
        shared.server.running.urls[0]!.replace('127.0.0.1', 'localhost'),
        '--home',
        shared.server.home,
        'crl',
        'check',
        ...args,
      ],
      { now: () => shared.server.clock.nowMs() },
    );
  const pem = (name: string, label: string, der: Uint8Array) => {
    writeFileSync(file(name), formatPem(label, der));
    return file(name);
  };
  const published = (name: string) => new URL(`/crls/${name}.crl`, shared.server.running.urls[1]).href;

  it('says whose CRL it is, its number, its times, and that the signature holds', async () => {
    const { code, out, error } = await check('ManagementCA');
    assert.deepEqual([code, error], [0, ''], out);
    assert.match(out, /^issuer +CN=ManagementCA,O=Sealwright$/m);
    assert.match(out, /^number +0$/m);
    assert.match(out, /^next update +\S+Z, in 23 h \d+ min$/m);
    assert.match(out, /^signature +good, by a certificate that was found with it$/m);
    const json = JSON.parse((await check('ManagementCA', '--json')).out) as Record<string, unknown>;
    assert.deepEqual([json['signature'], json['entries'], json['problems']], ['good', 0, []]);
    assert.ok((json['seconds_left'] as number) > 80_000);
  });

  it('takes a file in PEM and DER, and a URL, with the certificate that is given', async () => {
    const issuer = pem('m.pem', 'CERTIFICATE', (await certificateOf(shared.server, 'ManagementCA')).der);
    const { der } = await latestCrl(shared.server);
    writeFileSync(file('m.crl'), der);
    for (const crl of [file('m.crl'), pem('m.crl.pem', 'X509 CRL', der), published('ManagementCA')]) {
      const { code, out, error } = await check(crl, '--issuer', issuer);
      assert.equal(code, 0, error);
      assert.match(out, /^signature +good, by the certificate of --issuer$/m, crl);
    }
  });

  it('fails where the signature is wrong or cannot be verified', async () => {
    const other = TestCa.root(MANAGEMENT_CA_DN);
    const wrong = await check(file('m.crl'), '--issuer', pem('other.pem', 'CERTIFICATE', other.certificate.der));
    assert.deepEqual([wrong.code, /its signature is not that of its issuer/.test(wrong.error)], [1, true], wrong.error);
    const unknown = await check(file('m.crl'));
    assert.deepEqual([unknown.code, /was not verified/.test(unknown.error)], [1, true], unknown.error);
    const foreign = pem('foreign.pem', 'CERTIFICATE', TestCa.root('CN=Foreign').certificate.der);
    assert.equal((await check(file('m.crl'), '--issuer', foreign)).code, 1);
    const damaged = readFileSync(file('m.crl'));
    damaged[damaged.length - 1]! ^= 1;
    writeFileSync(file('damaged.crl'), damaged);
    assert.equal((await check(file('damaged.crl'), '--issuer', file('m.pem'))).code, 1);
  });

  it('fails where the CRL has ended, or is not valid yet', async () => {
    const { server } = shared;
    server.clock.advanceSeconds(2 * 86_400);
    const ended = await check(file('m.crl'), '--issuer', file('m.pem'));
    assert.deepEqual([ended.code, /it has ended, at /.test(ended.error)], [1, true], ended.error);
    server.clock.advanceSeconds(-3 * 86_400);
    const early = await check(file('m.crl'), '--issuer', file('m.pem'));
    assert.deepEqual([early.code, /it is valid from /.test(early.error)], [1, true], early.error);
    server.clock.advanceSeconds(86_400);
  });

  it('refuses what is not a CRL, and what cannot be had', async () => {
    const { port } = new URL(shared.server.running.urls[1]!);
    assert.equal((await check(file('m.pem'))).code, 5);
    assert.equal((await check(published('Nobody'))).code, 1);
    assert.equal((await check('Nobody')).code, 1);
    assert.equal((await check('http://127.0.0.1:1/x.crl')).code, 3);
    assert.equal((await check('127.0.0.1:1')).code, 3);
    assert.equal((await check(`127.0.0.1:${port}`, '--timeout', '20')).code, 3, 'is not a TLS server');
    assert.equal((await check(file('m.crl'), '--issuer', file('missing.pem'))).code, 4);
    assert.equal((await check('ManagementCA', '--partition', 'x')).code, 2);
  });

  it('follows a few redirections, and no more', async (t) => {
    let target = published('ManagementCA');
    const redirecting = createHttpServer((_request, response) => {
      response.writeHead(302, { location: target }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => redirecting.close());
    const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/a.crl`;
    assert.equal((await check(url, '--issuer', file('m.pem'))).code, 0);
    target = url;
    assert.equal((await check(url)).code, 5);
    target = 'file:///etc/passwd';
    assert.equal((await check(url)).code, 2);
  });

  it('asks a server of TLS for its certificate, and says whether that is revoked', async (t) => {
    const { server } = shared;
    await createCa(server, 'Web CA');
    const address = published('Web%20CA');
    await createProfiles(server, 'Web', {
      extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'],
      crlDistributionPointUsed: true,
      crlDistributionPointUri: address,
    });
    const keyPair = newKeyPair();
    const certificate = await enroll(server, {
      ...requestUnder('Web', { username: 'web', subject: 'CN=localhost', keyPair }),
      certificate_authority_name: 'Web CA',
    });
    assert.ok(certificate.extension(crlDistributionPoints));
    const issuer = await certificateOf(server, 'Web CA');
    const web = tls.createServer({
      cert: formatPem('CERTIFICATE', certificate.der) + formatPem('CERTIFICATE', issuer.der),
      key: keyPair.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => web.close());
    const where = `127.0.0.1:${(web.address() as AddressInfo).port}`;
    const good = await check(where);
    assert.deepEqual([good.code, /^certificate +not on the CRL$/m.test(good.out)], [0, true], good.error + good.out);
    const revoked = await server.call(
      `/v1/certificate/${encodeURIComponent('CN=Web CA,O=Example')}/${certificate.serialNumber}/revoke?reason=SUPERSEDED`,
      {
        method: 'PUT',
      },
    );
    assert.equal(revoked.status, 200, revoked.text);
    assert.equal((await server.administer('/cas/Web%20CA/crls', { body: {} })).status, 200);
    const bad = await check(where);
    assert.deepEqual([bad.code, /^certificate +revoked$/m.test(bad.out)], [1, true], bad.error);
    assert.match(bad.error, /lists the certificate of 127\.0\.0\.1:\d+ as revoked/);
  });
});
