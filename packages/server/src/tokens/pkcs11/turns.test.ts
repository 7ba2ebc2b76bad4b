import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Turns } from './turns.ts';

it('runs so many tasks at once, and the others in the order in which they came', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const tasks = gates.map(({ promise }, index) =>
    turns.run(async () => {
      begun.push(index);
      await promise;
    }, 60_000),
  );
  await pause(0);
  assert.deepEqual(begun, [0, 1]);
  gates[1]!.resolve();
  await tasks[1];
  await pause(0);
  assert.deepEqual(begun, [0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await Promise.all(tasks);
  assert.deepEqual(begun, [0, 1, 2, 3]);
});

it('gives a failed task’s turn to the next', async () => {
  const turns = new Turns(1);
  await assert.rejects(
    turns.run(() => Promise.reject(new RangeError('failed')), 1000),
    RangeError,
  );
  assert.equal(await turns.run(() => Promise.resolve('next'), 1000), 'next');
});

it('turns a task away that has waited too long, and keeps no place for it', async () => {
  const turns = new Turns(1);
  const gate = Promise.withResolvers<void>();
  const first = turns.run(() => gate.promise, 1000);
  await assert.rejects(
    turns.run(() => Promise.resolve(), 1),
    { code: 'crypto_token.device_busy', kind: 'unavailable' },
  );
  gate.resolve();
  await first;
  assert.equal(await turns.run(() => Promise.resolve('free again'), 1), 'free again');
});
