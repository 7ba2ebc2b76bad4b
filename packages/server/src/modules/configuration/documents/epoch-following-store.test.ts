import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EpochMovedError, type UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { Configuration } from '../index.ts';
import { EpochFollowingStore } from './epoch-following-store.ts';

const SIGNATURE = { writes: [{ op: 'audit-record.insert' }] } as unknown as UnitOfWork;
const CHANGE = { writes: [{ op: 'epoch.move' }] } as unknown as UnitOfWork;

it('answers changes of the configuration later while others are refused because of them', async (t) => {
  let moved = false;
  let refreshed = 0;
  const pauses: number[] = [];
  t.mock.method(performance, 'now', () => now);
  let now = 0;
  const store = new EpochFollowingStore({
    store: {
      commit: async () => {
        if (moved) throw new EpochMovedError(2);
      },
    },
    configuration: { refresh: async () => void refreshed++ } as unknown as Configuration,
    onRefreshFailed: assert.ifError,
    pause: async (milliseconds) => pauses.push(milliseconds),
  });
  await store.commit(CHANGE);
  assert.deepEqual([refreshed, pauses], [1, []]);

  moved = true;
  await assert.rejects(store.commit(SIGNATURE), EpochMovedError);
  moved = false;
  await store.commit(SIGNATURE);
  assert.deepEqual([refreshed, pauses], [2, []]);
  await store.commit(CHANGE);
  assert.deepEqual([refreshed, pauses], [3, [50]]);

  now = 2000;
  await store.commit(CHANGE);
  assert.deepEqual(pauses, [50]);
});
