import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callsAtEndOfTurn } from './end-of-turn.ts';

it('makes the calls of a turn of the event loop in their order, once it is over', async () => {
  const made: number[] = [];
  const { whenTurnEnds, callNow } = callsAtEndOfTurn();
  whenTurnEnds(() => made.push(1));
  whenTurnEnds(() => made.push(2));
  await Promise.resolve();
  assert.equal(made.length, 0);
  await nextTurn();
  assert.deepEqual(made, [1, 2]);
  whenTurnEnds(() => made.push(3));
  await nextTurn();
  assert.deepEqual(made, [1, 2, 3]);
  whenTurnEnds(() => made.push(4));
  callNow();
  assert.deepEqual(made, [1, 2, 3, 4]);
  await nextTurn();
  assert.deepEqual(made, [1, 2, 3, 4]);
});

it('makes the calls as soon as 64 of them wait', async () => {
  let made = 0;
  const { whenTurnEnds } = callsAtEndOfTurn();
  for (let call = 1; call <= 65; call++) whenTurnEnds(() => made++);
  assert.equal(made, 64);
  await nextTurn();
  assert.equal(made, 65);
});
