import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { untilCallerIsGone } from './caller-gone.ts';
import { atEnd } from '../../../test/at-end.ts';

describe('the signal of a caller who is gone', () => {
  const serve = async (t: TestContext) => {
    const asked = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => asked.resolve(response)).listen(0, '127.0.0.1');
    Object.assign(server, { httpAllowHalfOpen: true });
    atEnd(t, () => server.close());
    await once(server, 'listening');
    const call = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
    call.on('error', () => {});
    call.end();
    return { call, response: await asked.promise };
  };

  it('comes when the connection is closed before the answer, also to those who ask later', async (t) => {
    const { call, response } = await serve(t);
    const signal = untilCallerIsGone({ raw: response });
    assert.equal(signal.aborted, false);
    const aborted = once(signal, 'abort');
    call.socket!.resetAndDestroy();
    await aborted;
    assert.equal((signal.reason as { code: string }).code, 'http.caller_gone');
    assert.equal(untilCallerIsGone({ raw: response }).aborted, true);
  });

  it('comes a while after the caller has ended its side of the connection, and not when the answer is out by then', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    for (const isAnswered of [false, true]) {
      const { call, response } = await serve(t);
      const { socket } = response.req;
      const before = untilCallerIsGone({ raw: response });
      call.socket!.end();
      await once(socket, 'end');
      const after = untilCallerIsGone({ raw: response });
      const closed = once(response, 'close');
      t.mock.timers.tick(5000);
      assert.deepEqual([before.aborted, after.aborted], [false, false]);
      if (isAnswered) {
        response.end('answer');
        await closed;
      }
      t.mock.timers.tick(60_000);
      assert.deepEqual([before.aborted, after.aborted], [!isAnswered, !isAnswered]);
      response.destroy();
      await closed;
    }
  });

  it('does not come when the answer is out', async (t) => {
    const { call, response } = await serve(t);
    const signal = untilCallerIsGone({ raw: response });
    const closed = once(response, 'close');
    response.end('answer');
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    await closed;
    assert.equal(signal.aborted, false);
  });
});
