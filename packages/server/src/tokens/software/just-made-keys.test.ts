import assert from 'node:assert/strict';
import { it } from 'node:test';
import { JustMadeKeys } from './just-made-keys.ts';

const protection = Uint8Array.of(1, 2, 3);
const key = Uint8Array.of(9, 9);

it('gives a key once, for the protection and the code that it was made with', () => {
  const keys = new JustMadeKeys();
  keys.keep(1, protection, 'code', key);
  assert.equal(keys.take(1, protection, 'another'), undefined);
  assert.equal(keys.take(1, Uint8Array.of(1, 2), 'code'), undefined);
  assert.equal(keys.take(2, protection, 'code'), undefined);
  assert.deepEqual(keys.take(1, Uint8Array.from(protection), 'code'), key);
  assert.equal(keys.take(1, protection, 'code'), undefined);
});

it('forgets keys after ten seconds, and all but the last four', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const keys = new JustMadeKeys();
  for (let number = 0; number < 5; number++) keys.keep(1, Uint8Array.of(number), 'code', key);
  assert.equal(keys.take(1, Uint8Array.of(0), 'code'), undefined);
  assert.deepEqual(keys.take(1, Uint8Array.of(1), 'code'), key);
  t.mock.timers.tick(10_000);
  assert.equal(keys.take(1, Uint8Array.of(4), 'code'), undefined);
});
