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
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import type { HttpInterface } from '../interface/http-interface.ts';
import { Listeners } from '../listener/listener.ts';
import { TrustedProxies } from '../proxies/index.ts';
import { Spool } from '../uploads/index.ts';
import { Refusals } from './refusals.ts';
import { atEnd } from '../../../test/at-end.ts';

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
    bodies: { spool: new Spool(path.join(directory, 'spool')), memory: new BodyMemory(), answers: new AnswerMemory() },
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
  atEnd(t, async () => {
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
    /** The number of refusals by a limit. */
    refused: (limit: string) => Number(new RegExp(`\\{limit="${limit}"\\} (\\d+)`).exec(refusals.expose())![1]),
    connect: async (given: { readonly allowHalfOpen?: boolean } = {}): Promise<Socket> => {
      const socket: Socket | TLSSocket = tls
        ? connectTls({ ...target, ...given, servername: 'localhost', ca: ca.certificate })
        : createConnection({ ...target, ...given });
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, tls ? 'secureConnect' : 'connect');
      return socket;
    },
  };
}

/** Reads until the connection is closed. It is reset when the last octet that is sent on it meets a closed one, which is not a failure of the answer. */
async function untilClosed(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (piece: Buffer) => (answer += piece.toString()));
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

for (const tls of [false, true]) {
  it(`ends a body that comes an octet a second, with 408${tls ? ', over TLS' : ''}`, async (t) => {
    const { connect, pass, refused, logged } = await start(t, { tls });
    const socket = await connect();
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`);
    const answer = untilClosed(socket);
    const dripping = setInterval(() => {
      socket.write(' ');
      pass(1);
    }, 50);
    atEnd(t, () => clearInterval(dripping));
    assert.match(await answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    clearInterval(dripping);
    assert.equal(refused('body_rate'), 1);
    const line = await eventually('the line in the log', () => logged.find(({ code }) => code !== undefined));
    assert.equal(line['code'], 'http.request_too_slow');
    assert.deepEqual(line['context'], { remoteAddress: '127.0.0.1' });
    const access = await eventually('the line of the request', () => logged.find(({ status }) => status !== undefined));
    assert.deepEqual([access['status'], access['failure']], [408, 'http.request_too_slow']);
    assert.equal(logged.filter(({ status }) => status !== undefined).length, 1);
  });

  it(`ends a large body that comes an octet a second, in pieces of a length that nobody knows${tls ? ', over TLS' : ''}`, async (t) => {
    const { connect, pass, refused } = await start(t, { tls });
    const socket = await connect();
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    const closed = untilClosed(socket);
    const dripping = setInterval(() => {
      socket.write('1\r\n \r\n');
      pass(1);
    }, 50);
    atEnd(t, () => clearInterval(dripping));
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
      atEnd(t, () => clearInterval(passing));
      await eventually('the end of the answer', () => refused('answer_rate') === 1);
      const received = await text(socket).catch(() => '');
      assert.ok(received.length < ANSWER_OCTETS);
    });
}

it('answers 408 on every connection whose headers do not come in time, however many there are, and to what comes then', async (t) => {
  for (const tls of [false, true]) {
    const { connect, refused } = await start(t, { tls, limits: { headersMs: 1000, requestMs: 2000 } });
    const sockets = await Promise.all(Array.from({ length: 35 }, () => connect()));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const answers = sockets.map((socket) => text(socket));
    await eventually('the end of their time', () => refused('request_time') === 35);
    for (const socket of sockets) socket.write('\r\n');
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  }
});

it('reads no more than some megabytes of what it has refused', async (t) => {
  for (const tls of [false, true]) {
    const { connect } = await start(t, { tls });
    const socket = await connect();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET / HTTP/1.1\r\nX: ');
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let pieces = 0;
    while (!socket.destroyed && pieces < 64) {
      pieces++;
      if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    assert.ok(pieces < 64);
  }
});

it('closes the first idle connections of an address beyond its share, so that others at the address are served', async (t) => {
  for (const tls of [false, true]) {
    const { connect, refused, url } = await start(t, { tls, limits: { connectionsPerClient: 3 } });
    const first = await connect();
    const second = await connect();
    const third = await connect();
    first.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(first, 'data');
    const closed = once(second.resume(), 'close');
    assert.equal((await send(url, tls ? { tls: { ca: ca.certificate } } : {})).status, 200);
    await closed;
    assert.deepEqual(
      [first, third].map((socket) => socket.readyState),
      ['open', 'open'],
    );
    assert.equal(refused('client_connections'), 1);
  }
});

it('closes the connection of an address that was answered first, once it has its share of answered ones', async (t) => {
  for (const tls of [false, true]) {
    const { connect, logged, refused, url } = await start(t, { tls, limits: { connectionsPerClient: 3 } });
    const answered: Socket[] = [];
    for (const count of [1, 2, 3]) {
      const socket = await connect();
      answered.push(socket);
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'data');
      // The server knows of the end of an answer a moment after the client.
      await eventually('the line of the request', () => logged.length === count);
    }
    const closed = once(answered[0]!.resume(), 'close');
    assert.equal((await send(url, tls ? { tls: { ca: ca.certificate } } : {})).status, 200);
    await closed;
    assert.deepEqual(
      answered.map((socket) => socket.readyState),
      ['closed', 'open', 'open'],
    );
    assert.equal(refused('client_connections'), 1);
  }
});

it('closes connections of an address beyond its share with requests on all, and takes others when some have ended', async (t) => {
  for (const tls of [false, true]) {
    const { connect, refused, url } = await start(t, { tls, limits: { connectionsPerClient: 3 } });
    const options = tls ? { tls: { ca: ca.certificate } } : {};
    const open = await Promise.all([connect(), connect(), connect()]);
    for (const socket of open) {
      socket.write(`${HEAD}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n`);
      await once(socket, 'data');
    }
    await assert.rejects(send(url, options));
    assert.equal(refused('client_connections'), 1);
    for (const socket of open) socket.destroy();
    await eventually(
      'room for another one',
      async () => (await send(url, options).catch(() => undefined))?.status === 200,
    );
  }
});

it('ends the connection with an answer that is out before the body', { timeout: 30_000 }, async (t) => {
  const proxies = new TrustedProxies({ addresses: ['127.0.0.1'], secrets: [SECRET], addressHeader: 'x-forwarded-for' });
  const plain = await start(t);
  const secure = await start(t, { tls: true });
  const refusing = await start(t, { tls: true, proxies });
  const ask = async ({ connect }: typeof plain, head: string, status: number) => {
    // A client that ends its side of the connection when it has the answer would hide that the server does not.
    const socket = await connect({ allowHalfOpen: true });
    socket.write(`${head}\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`);
    const dripping = setInterval(() => void socket.write(' '), 50);
    atEnd(t, () => clearInterval(dripping));
    const closed = untilClosed(socket);
    await once(socket, 'end');
    const endedMs = performance.now();
    assert.match(await closed, new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nconnection: close\r\n`, 'i'));
    // In between, the server has read on: what arrives at a closed connection has it reset, and the answer with it.
    assert.ok(performance.now() - endedMs > 1000);
    clearInterval(dripping);
  };
  const asked = [plain, secure].flatMap((server) => [
    ask(server, 'POST /nowhere HTTP/1.1', 404),
    ask(server, 'POST /%zz HTTP/1.1', 400),
    ask(server, 'PUT / HTTP/1.1', 405),
    ask(server, 'POST /echo HTTP/1.1\r\nExpect: something', 417),
  ]);
  const secret = `Sealwright-Proxy-Secret: ${SECRET}`;
  await Promise.all([
    ...asked,
    ask(refusing, 'POST /echo HTTP/1.1', 403),
    ask(refusing, `POST /echo HTTP/1.1\r\n${secret}`, 400),
  ]);
});

it('goes on with a connection after an answer to a request whose body has come with its headers', async (t) => {
  const { connect } = await start(t);
  const socket = await connect();
  const answer = text(socket);
  socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  assert.match(await answer, /^HTTP\/1\.1 404 [^]*HTTP\/1\.1 200 /);
});

it('answers a request before the refusal of the one behind it, whose expectation is unknown', async (t) => {
  for (const tls of [false, true]) {
    const { connect } = await start(t, { tls });
    const socket = await connect();
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nExpect: something\r\n\r\n');
    await eventually('the refusal', () => answer.includes('HTTP/1.1 417 '));
    assert.match(answer, /^HTTP\/1\.1 200 /);
  }
});

it('does nothing that is asked for after an answer with which the connection ends', async (t) => {
  const { connect, logged } = await start(t);
  const socket = await connect();
  socket.write('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n{');
  await once(socket, 'readable');
  const answer = text(socket);
  socket.write('} GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.doesNotMatch(await answer, /HTTP\/1\.1 200/);
  assert.deepEqual(
    logged.filter((line) => 'status' in line).map(({ status }) => status),
    [404],
  );
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
  for (const octets of [9000, 4_000_000])
    assert.equal((await send(url, { headers: { 'x-long': 'x'.repeat(octets) } })).status, 431);
  const headers = { 'content-type': 'application/json' };
  const ask = async (octets: number) =>
    (await send(`${url}/echo`, { method: 'POST', headers, body: JSON.stringify('x'.repeat(octets)) })).status;
  assert.deepEqual([await ask(69_000), await ask(71_000)], [200, 413]);
  assert.deepEqual([refused('header_size'), refused('body_size')], [2, 1]);
});
