/** Clients that end their side of a connection and wait for what the server still sends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { connect as connectTls, type SecureVersion } from 'node:tls';
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
const VERSIONS = [undefined, 'TLSv1.2', 'TLSv1.3'] as const;
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

async function start(t: TestContext, tls: boolean) {
  const answered: HttpInterface = {
    prefix: '',
    register: (app) =>
      void app.get('/', async ({ socket }) => {
        if (!socket.readableEnded) await once(socket, 'end');
        return 'the answer';
      }),
    renderError: renderPlainError,
  };
  const listeners = await Listeners.start({
    bodies: { spool: new Spool(''), memory: new BodyMemory(), answers: new AnswerMemory() },
    listeners: [{ address: '127.0.0.1:0', tls, serves: ['distribution'] }],
    interfaces: { distribution: [answered] },
    tls: tlsMaterial(ca.issue('localhost'), [ca]),
    log: { info() {}, error() {} },
    clock: { nowMs: () => 0 },
    random: systemRandom(),
  });
  atEnd(t, () => listeners.stop());
  return { host: '127.0.0.1', port: Number(new URL(listeners.urls[0]!).port) };
}

for (const version of VERSIONS) {
  const connected = async (t: TestContext): Promise<Socket> => {
    const target = await start(t, version !== undefined);
    const options = { ...target, servername: 'localhost', ca: ca.certificate, ...onlyVersion(version) };
    // A client that ends its side by itself when the server has would hide that the server waits for it.
    const socket = version === undefined ? createConnection({ ...target, allowHalfOpen: true }) : connectTls(options);
    await once(socket, version === undefined ? 'connect' : 'secureConnect');
    return socket;
  };

  it(`answers requests whose client then sends no more, and closes, ${nameOf(version)}`, async (t) => {
    const socket = await connected(t);
    const closed = once(socket, 'close');
    socket.end(GET.repeat(2));
    assert.equal((await text(socket)).split('\r\n\r\nthe answer').length - 1, 2);
    await closed;
  });

  it(`closes at once when its client sends no more and waits for no answer, ${nameOf(version)}`, async (t) => {
    const socket = await connected(t);
    socket.end();
    assert.equal(await text(socket), '');
  });
}

it('does not wait for TLS of a client that sends no more', async (t) => {
  for (const beginning of ['', '\u0016\u0003\u0001']) {
    const socket = createConnection({ ...(await start(t, true)), allowHalfOpen: true });
    await once(socket, 'connect');
    const begin = performance.now();
    socket.end(beginning);
    await once(socket.resume(), 'close');
    // A handshake has ten seconds.
    assert.ok(performance.now() - begin < 8000);
  }
});

function onlyVersion(version: SecureVersion | undefined) {
  return version === undefined ? {} : { minVersion: version, maxVersion: version };
}

function nameOf(version: SecureVersion | undefined): string {
  return version === undefined ? 'without TLS' : `over ${version}`;
}
