import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SearchSteps } from './search-steps.ts';
import { steppedSearch } from './stepped-search.ts';
import { workedMsByClock } from './worked-time.ts';

it('the time for which a search yields to pending writes does not count as time spent on it', async () => {
  let now = 1000;
  const steps = new SearchSteps({
    isStoring: () => true,
    workedMs: () => now,
    nowMs: () => now,
    pause: async (milliseconds) => {
      now += milliseconds;
    },
  });
  const waitedMs = new Int32Array(new SharedArrayBuffer(4));
  const times = { begunAt: now, waitedMs };
  const search = steppedSearch({ mostMs: 10_000, waitedMs }, () => false);
  for (let step = 0; step < 3; step++)
    await steps.run(search, async () => {
      now += 100;
    });
  assert.equal(now, 1000 + 3 * 100 + 300);
  assert.equal(workedMsByClock(times, now), 300);
  assert.equal(workedMsByClock({ begunAt: undefined, waitedMs }, now), 0);
});
