import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BodyMemory } from './body-memory.ts';

describe('the memory of bodies', () => {
  it('is given to those that fit, and then in the order of asking', async () => {
    const memory = new BodyMemory({ octets: 10 });
    const taken: number[] = [];
    const take = (octets: number) => void memory.take(octets).then((share) => taken.push(share));
    for (const octets of [6, 4, 5, 3, 2]) take(octets);
    await nextTurn();
    assert.deepEqual(taken, [6, 4]);
    memory.give(4);
    await nextTurn();
    // Three would fit; but a caller that waits for five would then wait for ever behind small ones.
    assert.deepEqual(taken, [6, 4]);
    memory.give(6);
    await nextTurn();
    assert.deepEqual(taken, [6, 4, 5, 3, 2]);
  });

  it('is given as a whole to one that is larger', async () => {
    const memory = new BodyMemory({ octets: 10 });
    assert.equal(await memory.take(1000), 10);
    memory.give(10);
    assert.equal(await memory.take(10), 10);
  });

  it('is refused to those who have waited too long, who then keep nobody waiting', async () => {
    const memory = new BodyMemory({ octets: 10, patienceMs: 20 });
    await memory.take(6);
    const large = memory.take(5);
    const small = memory.take(4);
    await assert.rejects(large, { code: 'http.no_room_for_body', kind: 'unavailable' });
    assert.equal(await small, 4);
  });
});
