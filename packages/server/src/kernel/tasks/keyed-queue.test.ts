import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { it } from 'node:test';
import { KeyedQueue } from './keyed-queue.ts';

it('runs tasks of one key in the order given, one at a time', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await setImmediate();
    log.push(`${name} ends`);
  };
  await Promise.all([queue.run('key', task('first')), queue.run('key', task('second'))]);
  assert.deepEqual(log, ['first begins', 'first ends', 'second begins', 'second ends']);
});

it('runs tasks of different keys side by side', async () => {
  const queue = new KeyedQueue();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = queue.run('a', () => promise);
  await queue.run('b', async () => resolve('from b'));
  assert.equal(await waiting, 'from b');
});

it('goes on after a task that failed', async () => {
  const queue = new KeyedQueue();
  const failing = queue.run('key', () => Promise.reject(new RangeError('no')));
  const following = queue.run('key', async () => 'done');
  await assert.rejects(failing, RangeError);
  assert.equal(await following, 'done');
});
