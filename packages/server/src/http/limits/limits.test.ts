/** Limits as clients meet them, over real sockets. Time is that of a clock of the test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { eventually } from '../../../../../test/eventually.ts';
import { send } from '../../../test/http/request.ts';
import { makeCa, tlsMaterial } from '../../../test/http/test-pki.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '../../kernel/http-limits.ts';
import { systemRandom } from '../../kernel/random.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import type { HttpInterface } from '../interface/http-interface.ts';
import { Listeners } from '../listener/listener.ts';
import { TrustedProxies } from '../proxies/index.ts';
import { Spool } from '../uploads/index.ts';
import { Refusals } from './refusals.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const HEAD = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const ANSWER_OCTETS = 24 * 1024 * 1024;

const ca = makeCa('Test CA');

interface Given {
  readonly limits?: Partial<HttpLimits>;
  readonly tls?: boolean;
  readonly proxies?: TrustedProxies;
}

async function start(t: TestContext, { limits = {}, tls = false, proxies }: Given = {}) {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-limits-'));
  let steadyMs = 0;
  const logged: Record<string, unknown>[] = [];
  const refusals = new Refusals();
  const parts: HttpInterface = {
    prefix: '',
    register: (app) => {
      app.post('/echo', async ({ body }) => ({ body }));
      app.get('/large', async () => Buffer.alloc(ANSWER_OCTETS, 'a'));
      app.get('/pieces', async (_request, reply) =>
        reply.send(Readable.from(Array.from({ length: ANSWER_OCTETS / 65_536 }, () => Buffer.alloc(65_536, 'a')))),
      );
      app.get('/', async () => ({}));
    },
    renderError: renderPlainError,
  };
  const listeners = await Listeners.start({
    bodies: { spool: new Spool(path.join(directory, 'spool')), memory: new BodyMemory() },
    listeners: [{ address: '127.0.0.1:0', tls, serves: ['distribution'] }],
    interfaces: { distribution: [parts] },
    tls: tlsMaterial(ca.issue('localhost'), [ca]),
    log: { info: (fields) => void logged.push(fields as Record<string, unknown>), error() {} },
    clock: { nowMs: () => 0 },
    steadyClock: { nowMs: () => steadyMs },
    random: systemRandom(),
    limits: { ...DEFAULT_HTTP_LIMITS, ...limits },
    refusals,
    proxies,
  });
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await listeners.stop();
    rmSync(directory, { recursive: true });
  });
  const [url] = listeners.urls as [string];
  const target = { host: '127.0.0.1', port: Number(new URL(url).port) };
  return {
    url,
    logged,
    /** Has so much time pass. The server looks at its clients once a second of real time. */
    pass: (seconds: number) => void (steadyMs += seconds * 1000),
    /** How often a limit has refused. */
    refused: (limit: string) => Number(new RegExp(`\\{limit="${limit}"\\} (\\d+)`).exec(refusals.expose())![1]),
    connect: async (): Promise<Socket> => {
      const socket: Socket | TLSSocket = tls
        ? connectTls({ ...target, servername: 'localhost', ca: ca.certificate })
        : createConnection(target);
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, tls ? 'secureConnect' : 'connect');
      return socket;
    },
  };
}

for (const tls of [false, true]) {
  it(`ends a body that comes an octet a second, with 408${tls ? ', over TLS' : ''}`, async (t) => {
    const { connect, pass, refused, logged } = await start(t, { tls });
    const socket = await connect();
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`);
    const answer = text(socket);
    const dripping = setInterval(() => {
      socket.write(' ');
      pass(1);
    }, 50);
    t.after(() => clearInterval(dripping));
    assert.match(await answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    clearInterval(dripping);
    assert.equal(refused('body_rate'), 1);
    const line = await eventually('the line in the log', () => logged.find(({ code }) => code !== undefined));
    assert.equal(line['code'], 'http.request_too_slow');
    assert.deepEqual(line['context'], { remoteAddress: '127.0.0.1' });
  });

  it(`ends a large body that comes an octet a second, in pieces of a length that nobody knows${tls ? ', over TLS' : ''}`, async (t) => {
    const { connect, pass, refused } = await start(t, { tls });
    const socket = await connect();
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    const closed = text(socket);
    const dripping = setInterval(() => {
      socket.write('1\r\n \r\n');
      pass(1);
    }, 50);
    t.after(() => clearInterval(dripping));
    await closed;
    assert.equal(refused('body_rate'), 1);
  });

  for (const target of ['/large', '/pieces'])
    it(`ends an answer (${target}) that nobody takes${tls ? ', over TLS' : ''}`, async (t) => {
      const { connect, pass, refused } = await start(t, { tls });
      const socket = await connect();
      socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await once(socket, 'readable');
      const passing = setInterval(() => pass(10), 200);
      t.after(() => clearInterval(passing));
      await eventually('the end of the answer', () => refused('answer_rate') === 1);
      const received = await text(socket).catch(() => '');
      assert.ok(received.length < ANSWER_OCTETS);
    });
}

it('closes connections of an address beyond its share, and takes others when some have ended', async (t) => {
  const { connect, refused, url } = await start(t, { limits: { connectionsPerClient: 3 } });
  const open = [await connect(), await connect(), await connect()];
  const fourth = await connect();
  await once(fourth.resume(), 'close');
  assert.equal(refused('client_connections'), 1);
  for (const socket of open) socket.destroy();
  await eventually('room for another one', async () => (await send(url).catch(() => undefined))?.status === 200);
});

it('closes connections beyond those that the listener holds', async (t) => {
  const { connect, refused } = await start(t, { limits: { connections: 2 } });
  await Promise.all([connect(), connect()]);
  const third = await connect();
  await once(third.resume(), 'close');
  assert.equal(refused('connections'), 1);
});

it('answers 429 with Retry-After to an address that sends too much', async (t) => {
  const { url, pass, refused } = await start(t, { limits: { requestsPerClient: 1 } });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) statuses.push((await send(url)).status);
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429]);
  assert.equal((await send(url)).headers['retry-after'], '1');
  assert.equal(refused('client_requests'), 2);
  pass(1);
  assert.equal((await send(url)).status, 200);
});

it('counts the callers of a proxy each by itself, and its connections for nobody', async (t) => {
  const proxies = new TrustedProxies({
    addresses: ['127.0.0.1'],
    secrets: [SECRET],
    addressHeader: 'x-forwarded-for',
  });
  const limits = { requestsPerClient: 1, connectionsPerClient: 1 };
  const { url, connect } = await start(t, { tls: true, proxies, limits });
  await Promise.all([connect(), connect(), connect()]);
  const ask = async (address: string) => {
    const headers = { 'sealwright-proxy-secret': SECRET, 'x-forwarded-for': address };
    return (await send(url, { headers, tls: { ca: ca.certificate } })).status;
  };
  for (let count = 0; count < 10; count++) assert.equal(await ask('192.0.2.1'), 200);
  assert.equal(await ask('192.0.2.1'), 429);
  assert.equal(await ask('192.0.2.2'), 200);
});

it('answers 431 to headers and 413 to bodies that are larger than they may be', async (t) => {
  const { url, refused } = await start(t, { limits: { headerOctets: 8192, bodyOctets: 70_000 } });
  assert.equal((await send(url, { headers: { 'x-long': 'x'.repeat(9000) } })).status, 431);
  const headers = { 'content-type': 'application/json' };
  const ask = async (octets: number) =>
    (await send(`${url}/echo`, { method: 'POST', headers, body: JSON.stringify('x'.repeat(octets)) })).status;
  assert.deepEqual([await ask(69_000), await ask(71_000)], [200, 413]);
  assert.deepEqual([refused('header_size'), refused('body_size')], [1, 1]);
});
