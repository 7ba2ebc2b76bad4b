import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SharedRuns } from './shared-runs.ts';

/** A task that ends when it is told to, and counts how often it began. */
function gatedTask() {
  const gates: PromiseWithResolvers<void>[] = [];
  return {
    gates,
    task: async () => {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
    },
  };
}

/** Until everything that can go on has done so. Turns are counted: a timer may be due before them when the machine is slow. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
};

it('is run once for all who ask in one turn', async () => {
  const runs = new SharedRuns();
  let count = 0;
  const task = async () => void count++;
  await Promise.all(Array.from({ length: 5 }, () => runs.run('key', task)));
  assert.equal(count, 1);
  await runs.run('key', task);
  assert.equal(count, 2);
});

it('is run once more for all who ask while it runs, and not before it has ended', async () => {
  const runs = new SharedRuns();
  const { gates, task } = gatedTask();
  const first = runs.run('key', task);
  await settled();
  const answered: number[] = [];
  const later = Array.from({ length: 100 }, async (_, index) => {
    await runs.run('key', task);
    answered.push(index);
  });
  await settled();
  assert.equal(gates.length, 1);
  gates[0]!.resolve();
  await first;
  await settled();
  assert.deepEqual(
    [gates.length, answered.length],
    [2, 0],
    'a run that began before they asked is not an answer to them',
  );
  gates[1]!.resolve();
  await Promise.all(later);
  assert.deepEqual([gates.length, answered.length], [2, 100]);
});

it('runs different keys side by side', async () => {
  const runs = new SharedRuns();
  const { gates, task } = gatedTask();
  const both = [runs.run('a', task), runs.run('b', task)];
  await settled();
  assert.equal(gates.length, 2);
  for (const gate of gates) gate.resolve();
  await Promise.all(both);
});

it('tells all who shared a run that it failed, and goes on', async () => {
  const runs = new SharedRuns();
  const failing = () => Promise.reject(new RangeError('no'));
  const shared = [runs.run('key', failing), runs.run('key', failing)];
  for (const each of shared) await assert.rejects(each, RangeError);
  await runs.run('key', async () => {});
});
