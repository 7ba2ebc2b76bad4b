import assert from 'node:assert/strict';
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
