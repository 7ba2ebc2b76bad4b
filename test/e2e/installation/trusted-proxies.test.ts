/** A server behind a proxy that ends TLS. The proxy of these tests comes from 127.0.0.2, everybody else from 127.0.0.1. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { actorIn, auditRows, detailsOf } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { type CallOptions, TestServer } from '../support/test-server.ts';
import { assertRefused } from '../support/setups/worker-setup.ts';

const SECRET = '5ecret0fTheProxy5ecret0fTheProxy';

const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-proxies-'));
const secretFile = path.join(directory, 'proxy.secret');
writeFileSync(secretFile, `${SECRET}\n`, { mode: 0o600 });
after(() => rmSync(directory, { recursive: true }));

describe('a server behind a proxy that ends TLS', () => {
  const shared = sharedServer({
    trustedProxies: { addresses: ['127.0.0.2'], secretFile, addressHeader: 'x-forwarded-for' },
  });
  const proxy = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.0.0.2' });
  after(() => proxy.destroy());

  /** A request of somebody at `address`, as the proxy sends it. Its own certificate is nobody's unless given. */
  const behind = (address: string, headers: Readonly<Record<string, string>> = {}, more: CallOptions = {}) => ({
    as: null,
    agent: proxy,
    headers: { 'sealwright-proxy-secret': SECRET, 'x-forwarded-for': address, ...headers },
    ...more,
  });
  const superAdministrator = () => ({
    'client-cert': `:${new X509Certificate(shared.server.superAdministrator.cert).raw.toString('base64')}:`,
  });

  it('knows the caller of each request on one connection by what the proxy says', async () => {
    const { server } = shared;
    const first = await server.call('/v1/ca', behind('192.0.2.1', superAdministrator()));
    const second = await server.call('/v1/ca', behind('192.0.2.2'));
    const third = await server.call('/v1/ca', behind('192.0.2.3', superAdministrator()));
    assert.deepEqual([first.status, second.status, third.status], [200, 403, 200]);
    assert.deepEqual([second.keptAlive, third.keptAlive], [true, true]);
  });

  it('never takes the certificate of the proxy for that of a caller', async () => {
    const { server } = shared;
    const agent = new Agent({ localAddress: '127.0.0.2' });
    const { status } = await server.call('/v1/ca', { ...behind('192.0.2.1'), as: server.superAdministrator, agent });
    assert.equal(status, 403);
  });

  it('refuses a proxy without its secret before anything else, whatever its own certificate is', async () => {
    const { server } = shared;
    const agent = new Agent({ localAddress: '127.0.0.2' });
    for (const headers of [{}, { 'sealwright-proxy-secret': SECRET.toLowerCase() }])
      for (const target of ['/v1/ca', '/v1/ca/status', '/no/such/path']) {
        const { status, text: said } = await server.call(target, {
          agent,
          headers: { ...headers, ...superAdministrator() },
        });
        assert.equal(status, 403);
        assert.match(said, /Sealwright-Proxy-Secret/);
      }
  });

  it('refuses an invalid certificate with 400, and a caller without an address', async () => {
    const { server } = shared;
    assert.equal((await server.call('/v1/ca', behind('192.0.2.1', { 'client-cert': ':AAAA:' }))).status, 400);
    assert.equal((await server.call('/v1/ca', behind('unknown', superAdministrator()))).status, 400);
  });

  it('takes the headers of anybody else for nothing', async () => {
    const { server } = shared;
    const headers = { 'sealwright-proxy-secret': SECRET, 'x-forwarded-for': '192.0.2.1', ...superAdministrator() };
    assert.equal((await server.call('/v1/ca', { as: null, headers })).status, 403);
    // With a certificate of its own it is who that says.
    assert.equal((await server.call('/v1/ca', { headers: { ...headers, 'client-cert': ':AAAA:' } })).status, 200);
  });

  it('records the address of the caller, and logs it with that of the proxy, and never the secret', async () => {
    const { server } = shared;
    const target = '/v1/ca/CN=ManagementCA,O=Sealwright/createcrl';
    const made = await server.call(target, { ...behind('192.0.2.44', superAdministrator()), method: 'POST' });
    assert.equal(made.status, 200, made.text);
    await server.call('/v1/ca', behind('192.0.2.45'));
    const addresses = auditRows(server).map((row) => JSON.stringify(actorIn(row)));
    assert.ok(
      addresses.some((actor) => actor.includes('192.0.2.45')),
      addresses.join('\n'),
    );
    const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const logged = lines.filter(({ remoteAddress }) => remoteAddress === '192.0.2.44');
    assert.deepEqual(
      logged.map(({ proxy: from }) => from),
      ['127.0.0.2'],
    );
    assert.ok(!server.log.join('').includes(SECRET));
  });

  it('does not administer without TLS for a proxy either, and tells one that sends its secret there', async () => {
    const url = new URL('/ejbca/ejbca-rest-api/v1/ca', shared.server.running.urls[1]);
    const statusWith = async (headers: Readonly<Record<string, string>>) => {
      const outgoing = requestPlain(url, { headers, localAddress: '127.0.0.2' }).end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      return [response.statusCode, await text(response)];
    };
    assert.equal((await statusWith(superAdministrator()))[0], 401);
    const [status, body] = await statusWith({ 'sealwright-proxy-secret': SECRET, ...superAdministrator() });
    assert.equal(status, 400);
    assert.match(String(body), /new secret/);
  });

  describe('lets workers see the address of the caller', () => {
    const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Signing', DEFAULTKEY: 'ec' };
    const worker = (name: string, properties: Readonly<Record<string, string>>) =>
      makeWorker(shared.server, name, { ...PLAIN, ...properties });
    const ask = (name: string, options: CallOptions) =>
      signing(shared.server, `/workers/${name}/process`, { body: { data: 'x' }, ...options });
    before(() => makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] }));

    it('that lets in by address', async () => {
      await worker('Near', { AUTHTYPE: 'org.signserver.server.RemoteAddressAuthorizer', ALLOW_FROM: '192.0.2.1' });
      assert.equal((await ask('Near', behind('6.6.6.6, 192.0.2.1'))).status, 200);
      assertRefused(await ask('Near', behind('192.0.2.1, 192.0.2.2')), 401, 'Remote address not authorized');
    });

    it('and has settings of its own for proxies, which see what they saw before', async () => {
      await worker('ByList', {
        AUTHTYPE: 'org.signserver.server.ListBasedAddressAuthorizer',
        WHITELISTED_DIRECT_ADDRESSES: '127.0.0.2',
        WHITELISTED_FORWARDED_ADDRESSES: '192.0.2.1',
      });
      assert.equal((await ask('ByList', behind('6.6.6.6, 192.0.2.1'))).status, 200);
      assertRefused(await ask('ByList', behind('192.0.2.2')), 401, 'Forwarded address not athorized');
    });

    it('and record it with each request, whichever came before with the same certificate', async () => {
      const { server } = shared;
      await worker('ByCertificate', { AUTHTYPE: 'CLIENTCERT' });
      const target = '/documents/WORKER/ByCertificate';
      const { json } = await server.administer(target);
      const rules = [{ subjectValue: 'SuperAdmin', issuer: 'O=Sealwright,CN=ManagementCA' }];
      const settings = { ...(json['settings'] as object), rules };
      assert.equal((await server.administer(target, { method: 'PUT', body: { settings } })).status, 200);
      const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.1'];
      for (const address of addresses)
        assert.equal((await ask('ByCertificate', behind(address, superAdministrator()))).status, 200);
      const rows = auditRows(server).filter((row) => detailsOf(row)['transaction'] !== undefined);
      const recorded = rows.filter((row) => detailsOf(row)['worker'] === 'ByCertificate').map((row) => actorIn(row));
      assert.deepEqual(
        recorded.map(({ remoteAddress }) => remoteAddress),
        addresses,
      );
    });

    it('and counts wrong passwords for the caller, not for the proxy', async () => {
      await worker('ByPassword', {
        AUTHTYPE: 'org.signserver.server.UsernamePasswordAuthorizer',
        'USER.ALICE': 'right',
      });
      const as = (address: string, password: string) =>
        ask('ByPassword', behind(address, { authorization: `Basic ${btoa(`alice:${password}`)}` }));
      let last = await as('192.0.2.8', 'wrong');
      for (let tries = 0; tries < 20 && last.status === 401; tries++) last = await as('192.0.2.8', 'wrong');
      assert.notEqual((await as('192.0.2.8', 'right')).status, 200);
      assert.equal((await as('192.0.2.9', 'right')).status, 200);
    });
  });
});

describe('a server that cannot keep the secret of proxies', () => {
  for (const [name, mode, written, said] of [
    ['a file that others may read', 0o640, SECRET, /chmod 600/],
    ['a secret that is too short', 0o600, 'short', /openssl rand/],
    ['three secrets', 0o600, [SECRET, SECRET, SECRET].join('\n'), /two in two lines/],
    ['an empty file', 0o600, '\n', /openssl rand/],
  ] as const) {
    it(`does not start with ${name}`, async (t) => {
      const file = path.join(directory, name.replaceAll(' ', '-'));
      writeFileSync(file, written);
      chmodSync(file, mode);
      const trustedProxies = { addresses: ['127.0.0.2'], secretFile: file, addressHeader: 'forwarded' } as const;
      await assert.rejects(TestServer.start(t, { trustedProxies }), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'installation.proxy_secret');
        assert.match(error.message, said);
        return !error.message.includes(SECRET);
      });
    });
  }
});
