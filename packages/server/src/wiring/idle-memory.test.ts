import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenIdle } from './idle-memory.ts';

test('what nobody holds any more is collected once the event loop is quiet', async (t) => {
  t.after(collectWhenIdle(100));
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
  t.after(collectWhenIdle(50, resolve));
  await collected;
});

test('a collection that takes long is not work that calls for another', async (t) => {
  const { promise: collected, resolve } = Promise.withResolvers<void>();
  let collections = 0;
  const collectSlowly = () => {
    collections++;
    const end = performance.now() + 1000;
    while (performance.now() < end);
    resolve();
  };
  t.after(collectWhenIdle(500, collectSlowly));
  await collected;
  await sleep(4500);
  // What else the machine does may look like work once.
  assert.ok(collections <= 2, `${collections} collections of a server that did nothing`);
});
