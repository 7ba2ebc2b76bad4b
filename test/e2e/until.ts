import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns when something holds, which has to be soon. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'it did not come to hold within ten seconds');
    await sleep(50);
  }
}
