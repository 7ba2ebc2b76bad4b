import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../../../test/eventually.ts';
import { AnswerMemory } from './answer-memory.ts';
import { BodyMemory } from './body-memory.ts';
import { BodyTooLargeError } from '../errors/http-errors.ts';
import type { FastifyRequest } from 'fastify';
import type { HttpInterface } from '../interface/http-interface.ts';
import { Listeners } from '../listener/listener.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import { Spool } from '../uploads/index.ts';

const KIB = 1024;
const IMPATIENT_MS = 2000;
/** Twice as much as one test has in it at a time. */
const SPOOL_OCTETS = 12_000 * KIB;

describe('a large body', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'large-bodies-'));
  let listeners: readonly Listeners[];
  /** Servers where a body waits for a minute, and for two seconds. */
  let patient: URL;
  let impatient: URL;
  /** Promise that each request awaits once its body was parsed. */
  let held: Promise<unknown>;
  /** Requests that are worked on: now, and at most. */
  let working: { now: number; most: number };
  const measure: HttpInterface = {
    prefix: '',
    register: (app) =>
      void app.post<{ Body: { text: string } }>('/measure', { preParsing: refuseSome }, async ({ body }) => {
        working.most = Math.max(working.most, ++working.now);
        await held;
        working.now--;
        return { length: body.text.length };
      }),
    renderError: renderPlainError,
  };

  const start = (patienceMs: number) =>
    Listeners.start({
      bodies: {
        spool: new Spool(path.join(directory, `spool ${patienceMs}`), SPOOL_OCTETS),
        memory: new BodyMemory({ octets: 1000 * KIB, patienceMs }),
        answers: new AnswerMemory(),
      },
      listeners: [{ address: '127.0.0.1:0', tls: false, serves: ['ops'] }],
      interfaces: { ops: [measure] },
      log: { info() {}, error() {} },
      clock: { nowMs: () => 0 },
      random: { bytes: (count: number) => new Uint8Array(count) },
    });

  before(async () => {
    listeners = await Promise.all([start(60_000), start(IMPATIENT_MS)]);
    [patient, impatient] = listeners.map(({ urls }) => new URL('/measure', urls[0])) as [URL, URL];
  });
  after(async () => {
    await Promise.all(listeners.map(async (each) => each.stop()));
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    held = Promise.resolve();
    working = { now: 0, most: 0 };
  });

  const post = (kib: number, { isChunked = false, url = patient } = {}) => {
    const body = JSON.stringify({ text: 'a'.repeat(kib * KIB) });
    const headers = { 'content-type': 'application/json' };
    return isChunked
      ? fetch(url, { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' })
      : fetch(url, { method: 'POST', headers, body });
  };

  it('is worked on beside others as far as memory reaches, and all are', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise;
    const asked = Array.from({ length: 12 }, async (_, index) => post(300, { isChunked: index % 2 === 0 }));
    await eventually('the work', () => working.now === 3);
    resolve(undefined);
    const answers = await Promise.all(asked);
    assert.deepEqual(
      await Promise.all(answers.map(async (answer) => answer.json())),
      answers.map(() => ({ length: 300 * KIB })),
    );
    assert.equal(working.most, 3);
  });

  it('is refused after a while when others take all memory, unlike a small one', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise;
    const first = post(600, { url: impatient });
    await eventually('the work', () => working.now === 1);
    const second = await post(600, { url: impatient });
    assert.equal(second.status, 503);
    assert.match(await second.text(), /Send it again later/);
    const small = post(1, { url: impatient });
    resolve(undefined);
    assert.deepEqual([(await first).status, (await small).status], [200, 200]);
  });

  it('keeps no memory from others while it is sent slowly', async () => {
    const slow = connect(Number(patient.port), '127.0.0.1');
    await once(slow, 'connect');
    slow.write(
      `POST /measure HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${1000 * KIB}\r\n\r\n`,
    );
    slow.write(Buffer.alloc(900 * KIB, ' '));
    assert.equal((await post(900)).status, 200);
    slow.destroy();
  });

  it('gives its memory back when its client is gone, and not before it is worked on no more', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise;
    const leaving = new AbortController();
    const body = JSON.stringify({ text: 'a'.repeat(900 * KIB) });
    const gone = fetch(impatient, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: leaving.signal,
    });
    await eventually('the work', () => working.now === 1);
    leaving.abort();
    await assert.rejects(gone);
    assert.equal((await post(900, { url: impatient })).status, 503);
    resolve(undefined);
    assert.equal((await post(900, { url: impatient })).status, 200);
  });

  it('leaves nothing in the spool when it is not even parsed', async () => {
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(patient, { method: 'POST', headers, body: ' '.repeat(900 * KIB) });
    for (let sent = 0; sent < 12; sent++) {
      assert.equal((await send({ 'content-type': 'text/plain' })).status, 415);
      assert.equal((await send({ 'content-type': 'application/json', 'x-refuse': 'yes' })).status, 413);
    }
  });

  it('is refused when it is larger than the route takes', async () => {
    assert.equal((await post(1100)).status, 413);
    assert.equal((await post(1100, { isChunked: true })).status, 413);
  });
});

/** A limit of a route's own, which looks at no body. */
async function refuseSome(request: FastifyRequest): Promise<void> {
  if (request.headers['x-refuse'] !== undefined) throw new BodyTooLargeError();
}
