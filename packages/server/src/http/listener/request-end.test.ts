/** Ends of requests over real sockets. Time is that of a clock of the test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';
import { eventually } from '../../../../../test/eventually.ts';
import { systemRandom } from '../../kernel/random.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import type { EdgeInstance } from '../interface/http-interface.ts';
import { Refusals } from '../limits/refusals.ts';
import { Spool } from '../uploads/index.ts';
import { createEdge, type EdgeDeps } from './edge.ts';
import { RequestMetrics } from './metrics.ts';
import { atEnd } from '../../../test/at-end.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST_GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const UNREADABLE = 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

async function start(t: TestContext, register: (app: EdgeInstance) => void, given: Partial<EdgeDeps> = {}) {
  const lines: Record<string, unknown>[] = [];
  const metrics = new RequestMetrics();
  const time = { nowMs: 0 };
  const { app, rates, close } = await createEdge({
    interfaces: [{ prefix: '', register, renderError: renderPlainError }],
    bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory() },
    log: { info: (fields) => void lines.push({ ...fields }), error: (fields) => void lines.push({ ...fields }) },
    clock: { nowMs: () => 0 },
    steadyClock: { nowMs: () => time.nowMs },
    random: systemRandom(),
    metrics,
    ...given,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  atEnd(t, async () => {
    for (const socket of sockets) socket.destroy();
    await close();
  });
  const connect = async () => {
    const socket = createConnection(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return {
    server: app.server,
    close,
    lines,
    metrics,
    time,
    rates,
    connect,
    /** Sends a request after whose answer the connection is closed. */
    ask: async (request = LAST_GET) => text((await connect()).end(request)),
    connections: async () =>
      new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count))),
  };
}

/** Adds a route whose handler waits until the client has left. */
function leavable(app: EdgeInstance, { asked, left }: { readonly asked: () => void; readonly left: () => void }): void {
  app.get('/left', async (_request, { raw }) => {
    const closed = once(raw, 'close');
    asked();
    await closed;
    left();
    return {};
  });
}

it('records a request with the time that has passed, once', async (t) => {
  const { ask, lines, metrics, time } = await start(t, (app) =>
    app.get('/', async () => {
      time.nowMs += 250;
      return {};
    }),
  );
  assert.match(await ask(), /^HTTP\/1\.1 200 /);
  await eventually('the line', () => lines.length > 0);
  assert.deepEqual(
    lines.map(({ status, milliseconds }) => ({ status, milliseconds })),
    [{ status: 200, milliseconds: 250 }],
  );
  assert.match(metrics.expose(), /_sum\{operation="other",status="200"\} 0\.25\n.*_count\{.*\} 1\n$/);
});

it('records a request whose expectation is unknown, with the id that its answer has', async (t) => {
  const { ask, lines } = await start(t, (app) => app.get('/', async () => ({})));
  const answer = await ask(LAST_GET.replace('\r\n\r\n', '\r\nExpect: something\r\n\r\n'));
  assert.match(answer, /^HTTP\/1\.1 417 [^]*\r\n\r\nThe Expect header asks for something /);
  const { requestId, status, failure } = await eventually('the line', () => lines[0]);
  assert.ok(answer.includes(`\r\nx-request-id: ${String(requestId)}\r\n`));
  assert.deepEqual([status, failure], [417, 'http.expectation_failed']);
});

it('records nothing of a request whose client leaves while it is worked on', async (t) => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const { ask, connect, lines, metrics } = await start(t, (app) => {
    leavable(app, { asked: asked.resolve, left: left.resolve });
    app.get('/', async () => ({}));
  });
  const socket = await connect();
  socket.write('GET /left HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  socket.resetAndDestroy();
  await left.promise;
  await ask();
  await eventually('the line of a later request', () => lines.some(({ path }) => path === '/'));
  assert.deepEqual(
    lines.map(({ path }) => path),
    ['/'],
  );
  assert.match(metrics.expose(), /_count\{.*\} 1\n$/);
});

it('does not end the process where a request cannot be recorded, and reports it', async (t) => {
  const metrics = Object.assign(new RequestMetrics(), { observe: () => assert.fail('no metrics') });
  const { ask, lines } = await start(t, (app) => app.get('/', async () => ({})), { metrics });
  assert.match(await ask(), /^HTTP\/1\.1 200 /);
  const told = await eventually('the failure', () => lines.find(({ err }) => err !== undefined));
  assert.equal((told['err'] as Error).message, 'no metrics');
  assert.equal(told['requestId'], lines[0]!['requestId']);
});

it('does not end the process with a log that takes nothing', async (t) => {
  let lost = 0;
  const lose = () => {
    lost++;
    throw new TypeError('a log that is closed');
  };
  const { ask } = await start(t, (app) => app.get('/', async () => ({})), { log: { info: lose, error: lose } });
  for (const [request, status] of [
    [LAST_GET, 200],
    [UNREADABLE, 400],
  ] as const) {
    lost = 0;
    assert.match(await ask(request), new RegExp(`^HTTP/1\\.1 ${status} `));
    // The line, and the failure to write it.
    await eventually('the attempts', () => lost === 2);
  }
});

it('does not end the process with an error of an answer that nobody waits for', async (t) => {
  const { ask } = await start(t, (app) =>
    app.get('/', async (_request, { raw }) => {
      raw.emit('error', new TypeError('a write that failed'));
      return {};
    }),
  );
  assert.match(await ask(), /^HTTP\/1\.1 200 /);
});

it('keeps the pace of a request apart from that of an earlier one on the connection', async (t) => {
  const refusals = new Refusals();
  const { connect, lines, rates, time } = await start(
    t,
    (app) => app.get('/', async () => ({})).post('/', async () => ({})),
    { refusals },
  );
  const socket = await connect();
  socket.write(GET);
  await once(socket, 'data');
  await eventually('the end of the first request', () => lines.length === 1);
  let answer = '';
  socket.on('data', (piece: Buffer) => (answer += piece.toString()));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await eventually('the end of the connection', () => {
    time.nowMs += 1000;
    rates.check();
    return socket.closed;
  });
  // One that is shared with a request under way is closed without an answer.
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(refusals.expose(), /\{limit="body_rate"\} 1\n/);
});

it('holds nothing of requests that have ended', async (t) => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const seen: WeakRef<object>[] = [];
  const { ask, connect, connections } = await start(t, (app) => {
    app.addHook('onRequest', async ({ raw }) => void seen.push(new WeakRef(raw)));
    leavable(app, { asked: asked.resolve, left: left.resolve });
    app.get('/', async () => ({}));
  });
  for (let asks = 0; asks < 3; asks++) await ask();
  const socket = await connect();
  socket.write('GET /left HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  socket.resetAndDestroy();
  await left.promise;
  await eventually('the end of the connections', async () => (await connections()) === 0);
  assert.equal(seen.length, 4);
  await eventually('the collection', () => {
    collect();
    return seen.every((request) => request.deref() === undefined);
  });
});

/** Collects what nobody holds. Node shows the collector to nobody without a flag, which can be set for a moment. */
function collect(): void {
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc') as () => void;
  v8.setFlagsFromString('--no-expose-gc');
  gc();
}

it('answers a request that it has read before it begins to stop', async (t) => {
  const { ask, close, server } = await start(t, (app) => app.get('/', async () => ({ answered: true })));
  let closed: Promise<void> | undefined;
  server.on('request', () => {
    closed ??= close();
  });
  assert.match(await ask(GET), /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*\{"answered":true\}$/i);
  await closed;
});

it('ends all requests of a connection that a CONNECT behind them has closed', async (t) => {
  const waits = Promise.withResolvers<void>();
  let asked = 0;
  let ended = 0;
  const { connect } = await start(t, (app) =>
    app.get('/', async (_request, { raw }) => {
      asked++;
      raw.on('close', () => ended++);
      await waits.promise;
      return {};
    }),
  );
  const socket = await connect();
  socket.write(`${GET.repeat(3)}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
  await once(socket.resume(), 'close');
  await eventually('the ends', () => asked === 3 && ended === 3);
  waits.resolve();
});
