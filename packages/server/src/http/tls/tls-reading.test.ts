import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { systemRandom } from '../../kernel/random.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import type { HttpInterface } from '../interface/http-interface.ts';
import { Listeners } from '../listener/listener.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import { makeCa, tlsMaterial } from '../../../test/http/test-pki.ts';
import { Spool } from '../uploads/index.ts';
import { atEnd } from '../../../test/at-end.ts';

it('reads a request of many TLS records that arrives while the answer before it is not out yet', async (t) => {
  const ca = makeCa('Test CA');
  const directory = mkdtempSync(path.join(tmpdir(), 'tls-reading-'));
  const answer = Buffer.alloc(16 * 1024 * 1024, 'a');
  const large: HttpInterface = {
    prefix: '',
    register: (app) =>
      void app.post<{ Body: { text: string } }>('/large', async ({ body }, reply) => {
        void reply.header('x-length', body.text.length);
        return reply.send(answer);
      }),
    renderError: renderPlainError,
  };
  const listeners = await Listeners.start({
    bodies: { spool: new Spool(path.join(directory, 'spool')), memory: new BodyMemory(), answers: new AnswerMemory() },
    listeners: [{ address: '127.0.0.1:0', tls: true, serves: ['rest'] }],
    interfaces: { rest: [large] },
    tls: tlsMaterial(ca.issue('localhost'), [ca]),
    log: { info() {}, error() {} },
    clock: { nowMs: () => 0 },
    random: systemRandom(),
  });
  atEnd(t, async () => {
    await listeners.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const port = Number(new URL(listeners.urls[0]!).port);
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: ca.certificate });
  await once(socket, 'secureConnect');
  socket.write(requestOf(10));
  // More than the buffers of both ends hold: the rest of the answer stands in the server.
  await once(socket, 'readable');
  socket.write(requestOf(200_000));
  await delay(50);
  let octets = 0;
  let heads = '';
  for await (const piece of socket as AsyncIterable<Buffer>) {
    octets += piece.length;
    if (piece.includes('x-length')) heads += piece.toString('latin1').replaceAll('a'.repeat(64), '');
    if (octets > 2 * answer.length) break;
  }
  assert.match(heads, /x-length: 10\r\n/);
  assert.match(heads, /x-length: 200000\r\n/);
});

function requestOf(length: number): string {
  const body = JSON.stringify({ text: 'x'.repeat(length) });
  return `POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
