import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jsonItems } from './json-items.ts';

it('refuses an item with more values than are read at once', async () => {
  const withKeys = (count: number) =>
    JSON.stringify({ services: { Job: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])) } });
  assert.equal((await jsonItems(withKeys(19_000))).length, 1);
  await assert.rejects(jsonItems(withKeys(130_000)), /the item 'services\/Job' has more than 20000 values/);
});
