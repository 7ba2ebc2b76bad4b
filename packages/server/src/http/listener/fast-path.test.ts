/** Requests past the framework over real sockets. Time is that of a clock of the test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { eventually } from '../../../../../test/eventually.ts';
import { appError } from '../../kernel/errors.ts';
import { DEFAULT_HTTP_LIMITS } from '../../kernel/http-limits.ts';
import { systemRandom } from '../../kernel/random.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import type { FastPath } from '../interface/http-interface.ts';
import { Refusals } from '../limits/refusals.ts';
import { Spool } from '../uploads/index.ts';
import { createEdge, type EdgeDeps } from './edge.ts';
import { RequestMetrics } from './metrics.ts';
import { atEnd } from '../../../test/at-end.ts';

class AwayError extends appError('unavailable', 'test.away') {
  override readonly retryAfterSeconds = 2;
}

async function start(t: TestContext, answer: FastPath['answer'], given: Partial<EdgeDeps> = {}) {
  const lines: Record<string, unknown>[] = [];
  const metrics = new RequestMetrics();
  const time = { nowMs: 0 };
  const way: FastPath = {
    path: '/asked',
    operation: 'ask',
    requestType: 'application/question',
    answerType: 'application/answer',
    answer,
    renderError: renderPlainError,
  };
  const { app, rates } = await createEdge({
    interfaces: [
      {
        prefix: '/asked',
        renderError: renderPlainError,
        fastPaths: [way],
        register: (scope) => {
          scope.addContentTypeParser('application/question', { parseAs: 'buffer' }, (_request, body, done) =>
            done(null, body),
          );
          const config = { operation: 'ask' };
          scope.post('/', { config }, async (_request, reply) =>
            reply.header('cache-control', 'no-store').type('application/answer').send(Buffer.from('the framework')),
          );
        },
      },
    ],
    bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory(0) },
    log: { info: (fields) => void lines.push({ ...fields }), error: (fields) => void lines.push({ ...fields }) },
    clock: { nowMs: () => 0 },
    steadyClock: { nowMs: () => time.nowMs },
    random: systemRandom(),
    metrics,
    limitsClients: true,
    ...given,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(t, () => app.close());
  const connect = async () => {
    const socket = createConnection((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    atEnd(t, () => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (request = post()) => text((await connect()).end(request));
  return { app, ask, connect, lines, metrics, rates, time };
}

function post({
  line = 'POST /asked',
  length = '8',
  body = 'question',
  type = 'application/question',
  more = '',
} = {}) {
  const head = `${line} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n`;
  return `${head}${more}\r\n${body}`;
}

const echo: FastPath['answer'] = async (body) => Buffer.from(`past: ${Buffer.from(body).toString()}`);

it('answers, records and counts as the framework does', async (t) => {
  const { ask, lines, metrics } = await start(t, echo);
  const [short, framework] = [await ask(), await ask(post({ type: 'Application/Question' }))];
  assert.match(short, /\r\n\r\npast: question$/);
  assert.match(framework, /\r\n\r\nthe framework$/);
  const headOf = (answer: string) =>
    answer
      .split('\r\n\r\n', 1)[0]!
      .replace(/^(x-request-id|content-length|Date): .*$/gm, '$1')
      .split('\r\n');
  assert.deepEqual(headOf(short).toSorted(), headOf(framework).toSorted());
  await eventually('both lines', () => lines.length === 2);
  const [one, other] = lines.map(({ requestId: _id, ...line }) => line);
  assert.deepEqual(one, other);
  assert.equal(one!['operation'], 'ask');
  assert.ok(short.includes(`x-request-id: ${String(lines[0]!['requestId'])}\r\n`));
  assert.match(metrics.expose(), /_count\{operation="ask",status="200"\} 2\n/);
});

it('sends each octet as it is', async (t) => {
  const octets = Uint8Array.from({ length: 512 }, (_, at) => at % 256);
  const { connect } = await start(t, async () => octets.subarray(256));
  const answer = await buffer((await connect()).end(post()));
  assert.ok(answer.indexOf('\r\ncontent-length: 256\r\n') > 0);
  assert.deepEqual(answer.subarray(answer.indexOf('\r\n\r\n') + 4), Buffer.from(octets.subarray(256)));
});

it('answers a client that has ended its side before the answer is there', async (t) => {
  const received = Promise.withResolvers<Socket>();
  const { app, ask } = await start(t, async (body) => {
    const socket = await received.promise;
    if (!socket.readableEnded) await once(socket, 'end');
    return echo(body);
  });
  app.server.on('connection', received.resolve);
  assert.match(await ask(), /\r\n\r\npast: question$/);
});

it('takes a body that comes in pieces, and requests one after the other on a connection', async (t) => {
  const { app, connect } = await start(t, echo);
  const connection = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = await connect();
  const request = post().replace('Connection: close\r\n', '');
  const first = request.slice(0, -3);
  socket.write(first);
  const [received] = await connection;
  await eventually('the first piece', () => received.bytesRead === first.length);
  socket.end(`${request.slice(-3)}${post()}`);
  assert.equal((await text(socket)).split('past: question').length - 1, 2);
});

for (const [what, request] of Object.entries({
  'another method': post({ line: 'GET /asked' }),
  'another path': post({ line: 'POST /asked/else' }),
  'a query': post({ line: 'POST /asked?x=1' }),
  'another type': post({ type: 'text/plain' }),
  'a long body': post({ length: '1025', body: 'q'.repeat(1025) }),
  'a body in chunks': post({ body: '8\r\nquestion\r\n0\r\n\r\n' }).replace(
    'Content-Length: 8',
    'Transfer-Encoding: chunked',
  ),
  'a compressed body': post({ more: 'Content-Encoding: gzip\r\n' }),
  'an expectation': post({ more: 'Expect: 100-continue\r\n' }),
  'two hosts': post({ more: 'Host: b\r\n' }),
  'no length': post({ body: '' }).replace('Content-Length: 8\r\n', ''),
}))
  it(`leaves a request with ${what} to the framework`, async (t) => {
    const { ask } = await start(t, async () => assert.fail('asked'));
    assert.match(await ask(request), /\r\n\r\n(?!General failure)/);
  });

it('leaves all requests to the framework where those of a client are counted', async (t) => {
  const limits = { ...DEFAULT_HTTP_LIMITS, requestsPerClient: 1 };
  const { ask } = await start(t, echo, { limits });
  assert.match(await ask(), /\r\n\r\nthe framework$/);
});

it('answers a request before it refuses what follows it', async (t) => {
  for (const type of ['application/question', 'Application/Question']) {
    const { ask } = await start(t, echo);
    const answers = await ask(`${post({ type }).replace('Connection: close\r\n', '')}what is this\r\n\r\n`);
    assert.match(answers, /^HTTP\/1\.1 200 [^]*\r\n\r\n(past: question|the framework)HTTP\/1\.1 400 /);
  }
});

it('goes on when a client is gone before its answer', async (t) => {
  const asked = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const { ask, connect, lines } = await start(t, async (body) => {
    asked.resolve();
    await goesOn.promise;
    return body;
  });
  const socket = await connect();
  socket.write(post());
  await asked.promise;
  socket.resetAndDestroy();
  await once(socket, 'close');
  goesOn.resolve();
  assert.match(await ask(), /\r\n\r\nquestion$/);
  assert.deepEqual(
    lines.map(({ status }) => status),
    [200],
  );
});

it('answers a failure in the form of the interface, and reports it', async (t) => {
  const failures = [new AwayError('Away.'), new TypeError('a bug')];
  const { ask, lines } = await start(t, async () => {
    throw failures.shift()!;
  });
  const away = await ask();
  assert.match(away, /^HTTP\/1\.1 503 .*\r\n(.*\r\n)*retry-after: 2\r\nx-outcome: not-done\r\n(.*\r\n)*\r\nAway\.\n$/);
  assert.match(await ask(), /^HTTP\/1\.1 500 [^]*\r\n\r\nGeneral failure\.\n$/);
  await eventually('the lines', () => lines.length === 3);
  assert.deepEqual(
    lines.map(({ failure, err }) => failure ?? (err as Error).message),
    ['test.away', 'a bug', 'internal'],
  );
});

it('answers 503 when a large answer finds no memory', async (t) => {
  const { ask } = await start(t, async () => new Uint8Array(16 * 1024 + 1));
  assert.match(await ask(), /^HTTP\/1\.1 503 /);
});

it('ends a request whose body comes too slowly', async (t) => {
  const refusals = new Refusals();
  const { connect, lines, rates, time } = await start(t, async () => assert.fail('asked'), { refusals });
  const socket = await connect();
  socket.write(post({ body: 'q' }));
  const answer = text(socket);
  await eventually('the end', () => {
    time.nowMs += 1000;
    rates.check();
    return lines.length === 1;
  });
  assert.match(await answer, /^HTTP\/1\.1 408 /);
  assert.deepEqual([lines[0]!['status'], lines[0]!['failure']], [408, 'http.request_too_slow']);
  assert.match(refusals.expose(), /\{limit="body_rate"\} 1\n/);
});

it('closes the connection with an answer that is made while the server stops', async (t) => {
  const asked = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const { app, connect } = await start(t, async (body) => {
    asked.resolve();
    await goesOn.promise;
    return body;
  });
  const socket = await connect();
  socket.write(post().replace('Connection: close\r\n', ''));
  await asked.promise;
  const closed = app.close();
  await eventually('the end of listening', () => !app.server.listening);
  goesOn.resolve();
  assert.match(await text(socket), /\r\nconnection: close\r\n/i);
  await closed;
});
