import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gatherRequests } from './gathered-requests.ts';

function start() {
  const answered: number[] = [];
  const server = new EventEmitter().on('request', (request: number) => answered.push(request)) as Server;
  const { letGo } = gatherRequests(server);
  return { answered, letGo, receive: (request: number, response = {}) => server.emit('request', request, response) };
}

describe('requests', () => {
  it('are answered in their order once those of the same turn of the event loop are read', async () => {
    const { answered, receive } = start();
    receive(1);
    receive(2);
    assert.deepEqual(answered, []);
    await nextTurn();
    assert.deepEqual(answered, [1, 2]);
    receive(3);
    await nextTurn();
    assert.deepEqual(answered, [1, 2, 3]);
  });

  it('are not answered when their clients have left meanwhile', async () => {
    const { answered, receive } = start();
    const response = { destroyed: false };
    receive(1, response);
    receive(2);
    response.destroyed = true;
    await nextTurn();
    assert.deepEqual(answered, [2]);
  });

  it('do not wait any longer when they are let go', async () => {
    const { answered, letGo, receive } = start();
    receive(1);
    letGo();
    receive(2);
    assert.deepEqual(answered, [1, 2]);
  });
});
