import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenIdle } from './idle-memory.ts';

test('what nobody holds any more is collected once the event loop is quiet', async (t) => {
  t.after(collectWhenIdle(100, undefined, () => 0));
  const left = new WeakRef(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  for (let waited = 0; left.deref() !== undefined; waited += 50) {
    assert.ok(waited < 30_000, 'nothing was collected for half a minute');
    await sleep(50);
  }
});

test('is collected where there is no file descriptor left to ask the system with', async (t) => {
  t.mock.method(process, 'memoryUsage', () => {
    throw new Error('EMFILE: too many open files');
  });
  const { promise: collected, resolve } = Promise.withResolvers<void>();
  t.after(collectWhenIdle(1, resolve, () => 0));
  await collected;
});

test('a collection that takes long is not work that calls for another', async (t) => {
  // The start, two quiet looks and then the collection itself, after which all is quiet.
  const looks = [1, 0, 0, 1, 0, 0, 0, 0];
  const { promise: seen, resolve } = Promise.withResolvers<void>();
  let collections = 0;
  const end = collectWhenIdle(
    1,
    () => collections++,
    () => {
      if (looks.length === 0) resolve();
      return looks.shift() ?? 0;
    },
  );
  t.after(end);
  await seen;
  assert.equal(collections, 1);
});
