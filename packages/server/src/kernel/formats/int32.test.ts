import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readInt32 } from './int32.ts';

it('reads whole numbers of 32 bits, with a sign or without', () => {
  const texts = ['0', '+7', '-7', '007', '2147483647', '-2147483648'];
  assert.deepEqual(texts.map(readInt32), [0, 7, -7, 7, 2 ** 31 - 1, -(2 ** 31)]);
});

it('finds none in other texts', () => {
  const texts = ['', '+', ' 1', '1 ', '1.0', '1e3', '0x1', '2147483648', '-2147483649', '9999999999', '12345678901'];
  assert.deepEqual(
    texts.map(readInt32).filter((number) => number !== undefined),
    [],
  );
});
