import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { digestRepeatedly } from './digest-chain.ts';

for (const name of ['sha1', 'sha256', 'sha384', 'sha512']) {
  it(`does as node:crypto does with ${name}`, () => {
    for (let seed = 0; seed < 50; seed++) {
      let expected = hash(name, `seed ${seed}`, 'buffer');
      const start = new Uint8Array(expected);
      for (let i = 0; i < 20; i++) expected = hash(name, expected, 'buffer');
      assert.deepEqual(new Uint8Array(digestRepeatedly(name, start, 20)), new Uint8Array(expected));
    }
  });
}

it('gives back what it was given when there is nothing to do', () => {
  const digest = new Uint8Array(hash('sha256', 'seed', 'buffer'));
  assert.deepEqual(digestRepeatedly('sha256', digest, 0), digest);
});
