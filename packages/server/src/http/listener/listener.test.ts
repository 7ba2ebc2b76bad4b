import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { eventually } from '../../../../../test/eventually.ts';
import { ListenerConfigError } from '../errors/http-errors.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import type { HttpInterface } from '../interface/http-interface.ts';
import { parseAddress, Listeners } from './listener.ts';
import { Spool } from '../uploads/index.ts';
import { type Call, type CaRestFixture, startCaRest, TestError } from '../../../test/http/ca-rest-fixture.ts';
import { send } from '../../../test/http/request.ts';
import { makeCa, tlsMaterial } from '../../../test/http/test-pki.ts';

describe('a TLS listener', () => {
  let rest: CaRestFixture;
  before(async () => {
    rest = await startCaRest();
  });
  after(async () => rest.stop());
  beforeEach(() => {
    rest.calls.length = 0;
    rest.refusal = undefined;
    rest.inRole = true;
    rest.disabled = [];
    rest.answers = { listCas: () => [], latestCrl: () => undefined };
  });

  const withoutCertificate = () => ({ ca: rest.ca.certificate });
  const lastCaller = (): Call => rest.calls.at(-1)!;

  it('hands the certificate that the client proved to hold to authentication', async () => {
    assert.equal((await rest.ask('/v1/ca')).status, 200);
    const { credentials } = lastCaller();
    assert.ok(credentials.kind === 'certificate');
    assert.deepEqual(credentials.der, rest.client.der);
    assert.equal(credentials.remoteAddress, '127.0.0.1');
  });

  it('also takes a certificate of a CA that it did not name: whether it is good is decided elsewhere', async () => {
    const stranger = makeCa('Stranger').issue('stranger');
    await rest.ask('/v1/ca', { tls: { key: stranger.key, cert: stranger.certificate } });
    const { credentials } = lastCaller();
    assert.ok(credentials.kind === 'certificate');
    assert.deepEqual(credentials.der, stranger.der);
  });

  it('answers 403 without credentials, and the status operations need none', async () => {
    const { status, json } = await send(`${rest.url}/v1/ca`, { tls: withoutCertificate() });
    assert.equal(status, 403);
    assert.match((json() as { error_message: string }).error_message, /No client certificate or OAuth token/);
    assert.equal((await send(`${rest.url}/v1/ca/status`, { tls: withoutCertificate() })).status, 200);
    assert.deepEqual(rest.calls, []);
  });

  it('refuses a caller without reading the body', async () => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', body: '{ no json', headers, tls: withoutCertificate() };
    assert.equal((await send(`${rest.url}/v1/certificate/pkcs10enroll`, options)).status, 403);
  });

  it('takes a bearer token, and no malformed one', async () => {
    const ask = async (authorization: string) =>
      send(`${rest.url}/v1/ca`, { tls: withoutCertificate(), headers: { authorization } });
    assert.equal((await ask('bearer abc.DEF-_~+/==')).status, 200);
    assert.deepEqual(lastCaller().credentials, { kind: 'bearer', token: 'abc.DEF-_~+/==', remoteAddress: '127.0.0.1' });
    assert.equal((await ask('Bearer two words')).status, 400);
    assert.equal((await ask('Basic YTpi')).status, 403);
  });

  it('authenticates every request of a kept-alive connection anew', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      assert.equal((await rest.ask('/v1/ca', { agent })).status, 200);
      rest.refusal = new TestError('unauthenticated', 'access.credentials_refused', 'The CA is gone.');
      const { status, json } = await rest.ask('/v1/ca', { agent });
      assert.deepEqual([status, json()], [403, { error_code: 403, error_message: 'The CA is gone.' }]);
    } finally {
      agent.destroy();
    }
  });

  it('lets callers in no role use operations for everybody known only', async () => {
    rest.inRole = false;
    assert.equal((await rest.ask('/v1/ca')).status, 403);
    assert.equal((await rest.ask('/v1/ca/CN=a/getLatestCrl')).status, 200);
  });

  it('says that a service is off before it asks who is calling, and not in JSON', async () => {
    rest.disabled = ['REST Certificate Management'];
    for (const path of ['/v1/ca', '/v1/ca/status', '/v1/certificate/status']) {
      const { status, text, headers } = await send(`${rest.url}${path}`, { tls: withoutCertificate() });
      assert.deepEqual([status, text], [403, 'This service has been disabled.']);
      assert.match(String(headers['content-type']), /^text\/plain/);
    }
  });

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`resumes ${version} sessions and still knows the client's certificate`, async () => {
      const first = await requestOn(version);
      const second = await requestOn(version, first.session);
      assert.equal(second.reused, true);
      const { credentials } = lastCaller();
      assert.ok(credentials.kind === 'certificate');
      assert.deepEqual(credentials.der, rest.client.der);
    });
  }

  it('ends connections that never get as far as TLS', async () => {
    const { hostname, port } = new URL(rest.url);
    const started = performance.now();
    const silent = ['', '\x16', '\x16\x03\x01\x02\x00\x01'].map(async (beginning) => {
      const socket = createConnection({ host: hostname, port: Number(port) }).on('error', () => {});
      socket.write(beginning);
      await once(socket.resume(), 'close', { signal: AbortSignal.timeout(60_000) });
    });
    await Promise.all(silent);
    assert.ok(performance.now() - started >= 9_000);
  });

  it('refuses TLS 1.1', async () => {
    await assert.rejects(open({ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }));
  });

  it('shows another certificate to new connections while old ones go on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const otherCa = makeCa('Other CA');
    const other = otherCa.issue('localhost');
    const before = await requestOn('TLSv1.3');
    await rest.ask('/v1/ca', { agent });
    rest.listeners.updateTls(tlsMaterial(other, [otherCa]));
    try {
      assert.equal((await rest.ask('/v1/ca', { agent })).status, 200, 'the old connection goes on');
      await assert.rejects(rest.ask('/v1/ca', { agent: new Agent() }), { code: /SELF_SIGNED|UNABLE|SIGNATURE/ });
      assert.equal((await rest.ask('/v1/ca', { tls: { ca: otherCa.certificate } })).status, 200);
      const socket = await open({ session: before.session, ca: otherCa.certificate });
      assert.equal(socket.isSessionReused(), false);
      assert.deepEqual(new Uint8Array(socket.getPeerCertificate().raw), other.der);
      socket.destroy();
    } finally {
      agent.destroy();
      rest.listeners.updateTls(tlsMaterial(rest.ca.issue('localhost'), [rest.ca]));
    }
  });

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`resumes ${version} sessions when it asks for certificates of other CAs, as long as its ticket keys stay`, async () => {
      const own = rest.ca.issue('localhost');
      const ticketKeys = new Uint8Array(48).fill(7);
      rest.listeners.updateTls(tlsMaterial(own, [rest.ca], ticketKeys));
      const { session } = await requestOn(version);
      rest.listeners.updateTls(tlsMaterial(own, [rest.ca, makeCa('Another CA')], ticketKeys));
      assert.equal((await requestOn(version, session)).reused, true);
      rest.listeners.updateTls(tlsMaterial(own, [rest.ca]));
      assert.equal((await requestOn(version, session)).reused, false);
    });
  }

  it('serves a client that offers HTTP/1.0 alone, and none that offers no HTTP that it speaks', async () => {
    const socket = await open({ ALPNProtocols: ['http/1.0'] });
    assert.equal(socket.alpnProtocol, 'http/1.0');
    socket.write('GET /ejbca/ejbca-rest-api/v1/ca HTTP/1.0\r\nHost: a\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 200 [^]*\}$/);
    const both = await open({ ALPNProtocols: ['http/1.0', 'http/1.1'] });
    assert.equal(both.alpnProtocol, 'http/1.1');
    both.destroy();
    await assert.rejects(open({ ALPNProtocols: ['h2'] }), { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' });
  });

  async function open(options: ConnectionOptions): Promise<TLSSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
    const { key, certificate: cert } = rest.client;
    const target = { host: '127.0.0.1', port: Number(new URL(rest.url).port), ca: rest.ca.certificate, key, cert };
    const socket = connect({ ...target, ...options }, () => resolve(socket));
    socket.on('error', reject);
    return promise;
  }

  async function requestOn(
    version: 'TLSv1.2' | 'TLSv1.3',
    session?: Buffer,
  ): Promise<{ session: Buffer; reused: boolean }> {
    const socket = await open({
      minVersion: version,
      maxVersion: version,
      ...(session === undefined ? {} : { session }),
    });
    const reused = socket.isSessionReused();
    let latest = socket.getSession()!;
    socket.on('session', (ticket) => (latest = ticket));
    socket.write(`GET /ejbca/ejbca-rest-api/v1/ca HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    return { session: latest, reused };
  }
});

describe('the list of listeners', () => {
  const deps = {
    bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory() },
    interfaces: { rest: [], distribution: [], ops: [] },
    log: { info() {}, error() {} },
    clock: { nowMs: () => 0 },
    random: { bytes: (count: number) => new Uint8Array(count) },
  };

  it('refuses administration without TLS', async () => {
    const start = Listeners.start({ ...deps, listeners: [{ address: '127.0.0.1:0', tls: false, serves: ['rest'] }] });
    await assert.rejects(start, { code: 'http.listener_config', message: /without TLS/ });
  });

  it('refuses TLS without a certificate', async () => {
    const start = Listeners.start({ ...deps, listeners: [{ address: '127.0.0.1:0', tls: true, serves: ['ops'] }] });
    await assert.rejects(start, { code: 'http.listener_config', message: /no certificate/ });
  });

  it('says which address is taken and stops what it had started', async () => {
    const first = await Listeners.start({
      ...deps,
      listeners: [{ address: '127.0.0.1:0', tls: false, serves: ['ops'] }],
    });
    const taken = new URL(first.urls[0]!).host;
    const both = ['127.0.0.1:0', taken].map((address) => ({ address, tls: false, serves: ['ops'] as const }));
    await assert.rejects(Listeners.start({ ...deps, listeners: both }), {
      code: 'http.listener_config',
      message: /EADDRINUSE/,
    });
    await first.stop();
  });

  describe('when it stops', () => {
    const echo: HttpInterface = {
      prefix: '',
      register: (app) =>
        void app.addHook('onRequest', async () => void begun++).post('/echo', async ({ body }) => ({ body })),
      renderError: () => ({ status: 500, body: 'failed' }),
    };
    let begun = 0;
    const ca = makeCa('Test CA');
    const start = async (tls: boolean, stopGraceMs: number) =>
      Listeners.start({
        ...deps,
        listeners: [{ address: '127.0.0.1:0', tls, serves: ['ops'] }],
        interfaces: { ...deps.interfaces, ops: [echo] },
        tls: tlsMaterial(ca.issue('localhost'), [ca]),
        stopGraceMs,
      });
    const HEAD = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n';
    /** A connection that the server has noticed, with all that was sent on it. */
    const open = async (listeners: Listeners, sent: string): Promise<Socket> => {
      const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(listeners.urls[0]!).port) });
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(sent);
      // What was sent over the loopback is there at once; the server, in this process, reads it in one of its next turns.
      for (let turn = 0; turn < 50; turn++) await nextTurn();
      return socket;
    };

    for (const [what, tls, sent] of [
      ['a connection without a request', false, ''],
      ['half a request line', false, 'POST /ec'],
      ['half a body', false, `${HEAD}{"a"`],
      ['a TLS connection that does not begin', true, ''],
      ['half a TLS record', true, '\u0016\u0003\u0001'],
    ] as const) {
      it(`does not wait longer than its grace for ${what}`, async () => {
        const listeners = await start(tls, 100);
        const socket = await open(listeners, sent);
        const closed = once(socket, 'close');
        const begin = performance.now();
        await listeners.stop();
        await closed;
        // Without a grace the connection would end after ten seconds.
        assert.ok(performance.now() - begin < 8000);
      });
    }

    it('answers a request whose rest comes within the grace', async () => {
      const listeners = await start(false, 60_000);
      begun = 0;
      const socket = await open(listeners, `${HEAD}{"a"`);
      await eventually('the request', () => begun === 1);
      const stopped = listeners.stop();
      socket.write(':1}');
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      assert.match(answer, /^HTTP\/1\.1 200 [^]*\{"body":\{"a":1\}\}$/);
      await stopped;
      assert.match(answer, /\r\nconnection: close\r\n/i);
    });
  });

  it('reads addresses', () => {
    assert.deepEqual(parseAddress('127.0.0.1:8443'), { host: '127.0.0.1', port: 8443 });
    assert.deepEqual(parseAddress('[::1]:0'), { host: '::1', port: 0 });
    for (const bad of ['', '8443', 'host', 'a:b', '::1:80', 'a:65536', 'a b:1', ':1'])
      assert.throws(() => parseAddress(bad), ListenerConfigError, bad);
  });
});
