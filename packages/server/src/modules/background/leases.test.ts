import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeTime, settled } from '../../../test/fake-time.ts';
import { describeLeases } from '../../../test/contracts/leases-contract.ts';
import { MemoryLeases } from '../../../test/memory-leases.ts';
import { systemRandom } from '../../kernel/random.ts';
import { Leases } from './leases.ts';

describeLeases('in memory', async () => {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs };
  const one = new MemoryLeases(clock);
  const processes = [one, new MemoryLeases(clock, one)];
  return {
    at: (moment) => {
      nowMs = moment;
      return processes;
    },
    close: async () => undefined,
  };
});

describe('work under a lease', () => {
  const setUp = () => {
    const time = new FakeTime();
    const store = new MemoryLeases(time);
    const failures: unknown[] = [];
    const newLeases = () =>
      new Leases({ store, random: systemRandom(), timers: time, onRenewalFailed: (error) => failures.push(error) });
    return { time, store, failures, newLeases };
  };

  it('keeps the lease as long as necessary', async () => {
    const { time, newLeases } = setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = newLeases().exclusively('long', () => promise);
    await time.pass(3_600_000);
    assert.equal(await newLeases().exclusively('long', async () => 'beside it'), undefined);
    resolve();
    await work;
    assert.equal(time.timers, 0);
    assert.equal(await newLeases().exclusively('long', async () => 'after it'), 'after it');
  });

  it('continues if the lease cannot be renewed, which is reported', async () => {
    const { time, store, failures, newLeases } = setUp();
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = newLeases().exclusively('long', () => promise);
    await settled();
    const acquire = store.acquire.bind(store);
    store.acquire = async () => Promise.reject(new RangeError('no database'));
    await time.pass(10_000);
    store.acquire = acquire;
    assert.equal(failures.length, 1);
    resolve('done');
    assert.equal(await work, 'done');
  });

  it('in turn waits for others, and only briefly for one that crashed', async () => {
    const { time, store, newLeases } = setUp();
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = newLeases().inTurn('installation', async () => {
      await promise;
      order.push('first');
    });
    await settled();
    const second = newLeases().inTurn('installation', async () => order.push('second'));
    await time.pass(10_000);
    assert.deepEqual(order, []);
    resolve();
    await first;
    await time.pass(100);
    await second;
    assert.deepEqual(order, ['first', 'second']);
    await store.acquire('installation', 'of a process that crashes', 2000);
    const third = newLeases().inTurn('installation', async () => time.nowMs());
    const since = time.nowMs();
    await time.pass(2100);
    assert.ok((await third) - since <= 2100);
  });
});
