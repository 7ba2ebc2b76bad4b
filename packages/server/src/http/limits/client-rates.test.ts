/** Clients that are slow, and not too slow, over real sockets. Time is that of a clock of the test. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { eventually } from '../../../../../test/eventually.ts';
import { ClientRates } from './client-rates.ts';
import { Refusals } from './refusals.ts';
import { atEnd } from '../../../test/at-end.ts';

const ANSWER = Buffer.alloc(24 * 1024 * 1024, 'a');

async function start(t: TestContext, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let nowMs = 0;
  const pace = new ClientRates({ octetsPerSecond: 500, clock: { nowMs: () => nowMs }, refusals: new Refusals() });
  const server = createServer((request, response) => {
    const exchange = pace.watch(request, response);
    response.on('close', () => pace.forget(exchange));
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket: Socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  atEnd(t, () => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  await once(socket, 'connect');
  /** Has time pass, and looks at the client now and then. */
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      nowMs += 1000;
      pace.check();
    }
  };
  return { socket, pass };
}

it('lets a body that comes fast enough take its time, with a pause where it was faster before', async (t) => {
  let octets = 0;
  const { socket, pass } = await start(t, (request, response) => {
    request.on('data', (piece: Buffer) => (octets += piece.length)).on('end', () => response.end('done'));
  });
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 70000\r\n\r\n');
  for (const [length, seconds] of [
    [1000, 2],
    [6000, 9],
    [6000, 9],
    [50_000, 90],
    [6000, 9],
    [1000, 0],
  ] as const) {
    const expected = octets + length;
    socket.write('x'.repeat(length));
    await eventually('the octets', () => octets === expected);
    pass(seconds);
  }
  assert.match(await text(socket), /done$/);
});

it('does not blame a client for a server that does not read', async (t) => {
  const { promise: asked, resolve } = Promise.withResolvers<() => void>();
  const { socket, pass } = await start(t, (request, response) =>
    resolve(() => request.resume().on('end', () => response.end('done'))),
  );
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\n');
  const read = await asked;
  pass(500);
  socket.write('0123456789');
  read();
  assert.match(await text(socket), /done$/);
});

it('lets an answer be taken as slowly as the rate permits, and no slower', async (t) => {
  for (const [seconds, isTaken] of [
    [200, true],
    [20_000, false],
  ] as const) {
    const { socket, pass } = await start(t, (_request, response) => response.end(ANSWER));
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let taken = 0;
    const ended = once(socket, 'close').catch(() => undefined);
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      const before = taken;
      taken += piece.length;
      // Of every four mebibytes the client makes a pause.
      if (Math.floor(before / PAUSE_OCTETS) === Math.floor(taken / PAUSE_OCTETS)) return;
      socket.pause();
      setImmediate(() => {
        pass(seconds / 6);
        socket.resume();
      });
    });
    socket.resume();
    await ended;
    assert.equal(taken > ANSWER.length, isTaken, `${taken} octets`);
  }
});

const PAUSE_OCTETS = 4 * 1024 * 1024;

it('closes many that are too slow together a few at a time', async (t) => {
  let nowMs = 0;
  const refusals = new Refusals();
  const rates = new ClientRates({ octetsPerSecond: 500, clock: { nowMs: () => nowMs }, refusals });
  let octets = 0;
  const server = createServer((request, response) => {
    rates.watch(request, response);
    request.on('data', (piece: Buffer) => (octets += piece.length));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  for (let each = 0; each < 25; each++) {
    const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    atEnd(t, () => socket.destroy());
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0');
  }
  await eventually('the first octets', () => octets === 25);
  rates.check();
  nowMs += 11_000;
  const counts = [1, 2, 3].map(() => {
    rates.check();
    return Number(/\{limit="body_rate"\} (\d+)/.exec(refusals.expose())![1]);
  });
  assert.deepEqual(counts, [10, 20, 25]);
});
