import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gatherConnections } from './gathered-connections.ts';

function start() {
  const server = Object.assign(new EventEmitter() as unknown as Server, { pauseOnConnect: false });
  const time = { nowMs: 0 };
  gatherConnections(server, { nowMs: () => time.nowMs });
  const read: number[] = [];
  /** Accepts one, and ends the turn. */
  const accept = async (number: number) => {
    server.emit('connection', { resume: () => read.push(number) } as unknown as Socket);
    await nextTurn();
  };
  return { accept, read, server, time };
}

describe('new connections', () => {
  it('are read together once a turn of the event loop has brought none', async () => {
    const { accept, read, server } = start();
    assert.equal(server.pauseOnConnect, true);
    for (const number of [1, 2, 3]) await accept(number);
    assert.deepEqual(read, []);
    await nextTurn();
    assert.deepEqual(read, [1, 2, 3]);
    await accept(4);
    await nextTurn();
    assert.deepEqual(read, [1, 2, 3, 4]);
  });

  it('are not waited for when many are there', async () => {
    const { accept, read } = start();
    for (let number = 1; number <= 15; number++) await accept(number);
    assert.deepEqual(read, []);
    await accept(16);
    assert.equal(read.length, 16);
  });

  it('are not waited for in turns that take long', async () => {
    const { accept, read, time } = start();
    await accept(1);
    time.nowMs += 2;
    await accept(2);
    assert.deepEqual(read, [1, 2]);
    await accept(3);
    assert.deepEqual(read, [1, 2]);
  });
});
