import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Configuration } from '../configuration/index.ts';
import { HardwareTokens } from './hardware-tokens.ts';

/** Starts with two crypto tokens, under an epoch that the test moves. */
function start() {
  const types = new Map([
    [1, 'SoftCryptoToken'],
    [2, 'PKCS11CryptoToken'],
  ]);
  const read: number[] = [];
  const state = { epoch: 1 };
  const getById = async (_type: unknown, id: number) => {
    read.push(id);
    const type = types.get(id);
    if (type === undefined) throw new RangeError('no such document');
    return { value: { type } };
  };
  const configuration = {
    getById: getById as unknown as Configuration['getById'],
    get epoch() {
      return state.epoch;
    },
  };
  return { read, state, tokens: new HardwareTokens({ configuration }), types };
}

it('is told at once under the epoch in which it was read, and read again under the next one', async () => {
  const { read, state, tokens, types } = start();
  assert.deepEqual([await tokens.has(1), await tokens.has(2)], [false, true]);
  assert.deepEqual([tokens.has(1), tokens.has(2)], [false, true]);
  types.set(1, 'PKCS11CryptoToken');
  state.epoch++;
  assert.equal(await tokens.has(1), true);
  assert.equal(tokens.has(1), true);
  assert.deepEqual(read, [1, 2, 1]);
});

it('is not kept for the next epoch when the epoch moves while it is read', async () => {
  const { read, state, tokens } = start();
  const before = tokens.has(1);
  state.epoch++;
  assert.equal(await before, false);
  assert.equal(await tokens.has(1), false);
  assert.deepEqual(read, [1, 1]);
});

it('is asked for again after it could not be read', async () => {
  const { tokens, types } = start();
  await assert.rejects(async () => tokens.has(3), RangeError);
  types.set(3, 'SoftCryptoToken');
  assert.equal(await tokens.has(3), false);
});
