import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idleMemoryTask } from './idle-memory.ts';

/** Has the task look so often, as it does once a second. */
async function look(task: ReturnType<typeof idleMemoryTask>, times: number): Promise<void> {
  for (let looks = 0; looks < times; looks++) {
    await task.run(new AbortController().signal);
    await nextTurn();
  }
}

test('what nobody holds any more is collected once the event loop is quiet', async () => {
  const left = new WeakRef(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  await nextTurn();
  await look(
    idleMemoryTask(undefined, () => 0),
    2,
  );
  assert.equal(left.deref(), undefined);
});

test('is collected where there is no file descriptor left to ask the system with', async (t) => {
  t.mock.method(process, 'memoryUsage', () => {
    throw new Error('EMFILE: too many open files');
  });
  let collections = 0;
  await look(
    idleMemoryTask(
      () => collections++,
      () => 0,
    ),
    2,
  );
  assert.equal(collections, 1);
});

test('a collection that takes long is not work that calls for another', async () => {
  // The start, two quiet looks and then the collection itself, after which all is quiet.
  const looks = [1, 0, 0, 1, 0, 0, 0, 0];
  let collections = 0;
  const task = idleMemoryTask(
    () => collections++,
    () => looks.shift()!,
  );
  await look(task, looks.length);
  assert.equal(collections, 1);
});
