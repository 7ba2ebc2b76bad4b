import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { it, type TestContext } from 'node:test';
import { eventually } from '../../../../../test/eventually.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import type { HttpInterface } from '../interface/http-interface.ts';
import { Refusals } from '../limits/index.ts';
import { Listeners } from '../listener/listener.ts';
import { Spool } from '../uploads/index.ts';
import { AnswerMemory } from './answer-memory.ts';
import { BodyMemory } from './body-memory.ts';
import { heldInMemory } from './large-answers.ts';
import { atEnd } from '../../../test/at-end.ts';

const MIB = 2 ** 20;
/** More than the buffers of a connection take. */
const LARGE = 24 * MIB;

it('keeps answers that are taken slowly in memory while there is room, then in files, and refuses them when those are full', async (t) => {
  const { url, refusals } = await start(t, { answers: LARGE + MIB, spool: LARGE + MIB });
  const inMemory = await askAndPause(url, '/text');
  const inFile = await askAndPause(url, '/text');
  const refused = await fetch(new URL('/text', url));
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('x-outcome'), null);
  assert.equal(refused.headers.get('retry-after'), '5');
  assert.match(await refused.text(), /There is no room for the answer now/);
  assert.match(refusals.expose(), /limit="answer_memory"} 1\n/);

  for (const socket of [inMemory, inFile]) assert.ok((await bodyOf(socket)) === content());
  await eventually('room for others', async () => (await fetch(new URL('/text', url))).status === 200);
});

it('keeps in files what a stream would hold in memory', async (t) => {
  const { url } = await start(t, { answers: MIB, spool: LARGE + MIB });
  const first = await askAndPause(url, '/held-stream');
  assert.equal((await fetch(new URL('/held-stream', url))).status, 503);
  // One that is read from elsewhere needs no room.
  const others = await fetch(new URL('/stream', url));
  assert.ok((await others.text()) === content());
  assert.ok((await bodyOf(first)) === content());
});

it('fails as a whole where a stream that it keeps fails', async (t) => {
  const { url } = await start(t, { answers: MIB, spool: LARGE + MIB });
  assert.equal((await fetch(new URL('/failing-stream', url))).status, 500);
});

it('gives the memory of the body back before the answer is taken', async (t) => {
  const { url } = await start(t, { answers: LARGE + MIB, spool: LARGE + MIB, bodies: MIB });
  const body = JSON.stringify({ text: 'a'.repeat(MIB - 100) });
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const slow = await askAndPause(
    url,
    '/text',
    `POST /text HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}\r\n${body}`,
  );
  const headers = { 'content-type': 'application/json' };
  assert.equal((await fetch(new URL('/small', url), { method: 'POST', headers, body })).status, 200);
  assert.ok((await bodyOf(slow)) === content());
});

it('counts the octets of characters, and sends nothing to HEAD', async (t) => {
  const { url } = await start(t, { answers: 1, spool: LARGE });
  const answer = await fetch(new URL('/characters', url));
  assert.equal(answer.headers.get('content-length'), String(3 * 6000));
  assert.equal(await answer.text(), '€'.repeat(6000));
  const head = await fetch(new URL('/characters', url), { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), String(3 * 6000));
});

interface Rooms {
  readonly answers: number;
  readonly spool: number;
  readonly bodies?: number;
}

async function start(t: TestContext, rooms: Rooms): Promise<{ url: URL; refusals: Refusals }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'large-answers-'));
  const refusals = new Refusals();
  const listeners = await Listeners.start({
    bodies: {
      spool: new Spool(directory, rooms.spool),
      memory: new BodyMemory({ octets: rooms.bodies ?? MIB, patienceMs: 1000 }),
      answers: new AnswerMemory(rooms.answers),
    },
    listeners: [{ address: '127.0.0.1:0', tls: false, serves: ['ops'] }],
    interfaces: { ops: [answering] },
    refusals,
    log: { info() {}, error() {} },
    clock: { nowMs: () => 0 },
    random: { bytes: (count: number) => new Uint8Array(count) },
  });
  atEnd(t, async () => {
    await listeners.stop();
    rmSync(directory, { recursive: true });
  });
  return { url: new URL(listeners.urls[0]!), refusals };
}

/** Sends a request and takes only the head of its answer. */
async function askAndPause(
  url: URL,
  target: string,
  request = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.write(request);
  await once(socket, 'readable');
  return socket;
}

async function bodyOf(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece)).resume();
  await once(socket, 'end');
  const answer = Buffer.concat(pieces).toString();
  assert.match(answer, /^HTTP\/1\.1 200 /);
  return answer.slice(answer.indexOf('\r\n\r\n') + 4);
}

function content(): string {
  return '0123456789abcdef'.repeat(LARGE / 16);
}

async function* failing(): AsyncGenerator<string> {
  yield content();
  throw new RangeError('this stream fails');
}

const answering: HttpInterface = {
  prefix: '',
  register: (app) => {
    app.get('/text', () => content());
    app.post('/text', () => content());
    app.post('/small', () => 'small');
    app.get('/characters', () => '€'.repeat(6000));
    const length = { 'content-length': LARGE };
    app.get('/held-stream', (_, reply) => reply.headers(length).send(heldInMemory(Readable.from([content()]))));
    app.get('/stream', (_, reply) => reply.headers(length).send(Readable.from([content()])));
    app.get('/failing-stream', (_, reply) => reply.send(heldInMemory(Readable.from(failing()))));
  },
  renderError: renderPlainError,
};
