/** Connections of a server that stops, over real sockets. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { eventually } from '../../../../../test/eventually.ts';
import { atEnd } from '../../../test/at-end.ts';
import { makeCa, tlsMaterial } from '../../../test/http/test-pki.ts';
import { systemRandom } from '../../kernel/random.ts';
import { AnswerMemory } from '../bodies/answer-memory.ts';
import { BodyMemory } from '../bodies/body-memory.ts';
import { renderPlainError } from '../errors/plain-errors.ts';
import type { HttpInterface } from '../interface/http-interface.ts';
import { Spool } from '../uploads/index.ts';
import { Listeners } from './listener.ts';

const ca = makeCa('Test CA');
const LARGE = 24 * 1024 * 1024;
const AT_ONCE = get('/at-once');
const LATER = get('/later');

for (const tls of [false, true])
  describe(`a server that stops, ${tls ? 'over TLS' : 'without TLS'}`, () => {
    async function start(t: TestContext) {
      let begun = 0;
      const later = Promise.withResolvers<void>();
      const asked: HttpInterface = {
        prefix: '',
        register: (app) => {
          app.addHook('onRequest', async () => void begun++);
          app.get('/later', async () => later.promise.then(() => 'later'));
          app.get('/at-once', async () => 'at once');
          app.get('/large', async () => Buffer.alloc(LARGE));
        },
        renderError: renderPlainError,
      };
      const listeners = await Listeners.start({
        bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory() },
        listeners: [{ address: '127.0.0.1:0', tls, serves: ['distribution'] }],
        interfaces: { distribution: [asked] },
        tls: tlsMaterial(ca.issue('localhost'), [ca]),
        log: { info() {}, error() {} },
        clock: { nowMs: () => 0 },
        random: systemRandom(),
        // Longer than a test may take.
        stopGraceMs: 600_000,
      });
      const target = { host: '127.0.0.1', port: Number(new URL(listeners.urls[0]!).port) };
      const socket: Socket = tls
        ? connectTls({ ...target, servername: 'localhost', ca: ca.certificate })
        : createConnection(target);
      await once(socket, tls ? 'secureConnect' : 'connect');
      atEnd(t, async () => {
        socket.destroy();
        await listeners.stop();
      });
      return {
        socket,
        /** Has the server stop. @returns its end, once it has begun to */
        stop: async () => {
          const stopped = listeners.stop();
          await eventually('the end of listening', () => refuses(target));
          return { stopped };
        },
        answerLater: later.resolve,
        begun: () => begun,
        /** Sends requests, and waits until the server has taken them on. */
        send: async (requests: readonly string[]) => {
          const expected = begun + requests.length;
          socket.write(requests.join(''));
          await eventually('the requests', () => begun === expected);
        },
      };
    }

    it('answers all requests that have come on a connection, and closes it with the last answer', async (t) => {
      const { socket, send, stop, answerLater } = await start(t);
      const answers = text(socket);
      await send(Array.from({ length: 50 }, () => LATER));
      const { stopped } = await stop();
      answerLater();
      const [none, ...all] = (await answers).split('HTTP/1.1 ');
      assert.equal(none, '');
      assert.equal(all.length, 50);
      for (const [at, answer] of all.entries()) {
        assert.match(answer, /^200 [^]*\r\n\r\nlater$/);
        assert.equal(/\r\nconnection: close\r\n/i.test(answer), at === 49, `answer ${at}`);
      }
      await stopped;
    });

    it('closes a connection after its last answer when that was made before', async (t) => {
      const { socket, send, stop, answerLater } = await start(t);
      const answers = text(socket);
      await send([LATER, AT_ONCE]);
      const { stopped } = await stop();
      answerLater();
      assert.match(await answers, /\r\n\r\nlaterHTTP\/1\.1 200 [^]*\r\n\r\nat once$/);
      await stopped;
    });

    it('does nothing for requests that come after, and loses no answer by them', async (t) => {
      const { socket, send, stop, answerLater, begun } = await start(t);
      const answers = text(socket);
      await send([LATER, LATER]);
      const { stopped } = await stop();
      socket.write(AT_ONCE.repeat(10_000));
      answerLater();
      assert.equal((await answers).split('HTTP/1.1 200 ').length - 1, 2);
      assert.equal(begun(), 2);
      await stopped;
    });

    it('waits until a client has taken its answer', async (t) => {
      const { socket, send, stop } = await start(t);
      await send([get('/large')]);
      await once(socket, 'readable');
      const { stopped } = await stop();
      const answer = await text(socket);
      assert.equal(answer.length - answer.indexOf('\r\n\r\n') - 4, LARGE);
      await stopped;
    });

    it('closes at once a connection on which all is answered', async (t) => {
      const { socket, stop } = await start(t);
      socket.write(AT_ONCE);
      await once(socket, 'data');
      const closed = once(socket, 'close');
      const { stopped } = await stop();
      await closed;
      await stopped;
    });
  });

async function refuses(target: { readonly host: string; readonly port: number }): Promise<boolean> {
  const socket = createConnection(target);
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
}
