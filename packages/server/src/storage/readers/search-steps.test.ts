import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommitActivity } from './commit-activity.ts';
import { type SearchedTime, SearchSteps } from './search-steps.ts';

describe('steps of searches', () => {
  it('are made one after the other while units are stored, with pauses of three times their length', async () => {
    const thread = new FakeThread();
    const [one, other] = [search(), search()];
    await thread.work(one, 25);
    await thread.work(other, 25);
    thread.isStoring = true;
    await Promise.all([thread.work(one, 10), thread.work(other, 4), thread.work(one, 1)]);
    // Work and a pause in turn.
    assert.deepEqual(thread.log, ['25', '25', '10', 'pause 30', '4', 'pause 12', '1', 'pause 3']);
    assert.deepEqual([one.waitedMs, other.waitedMs], [10 + 30 + 4 + 12, 10 + 30]);
  });

  it('are made at once when nothing is stored', async () => {
    const thread = new FakeThread();
    const one = search();
    await thread.work(one, 1000);
    await thread.work(one, 1000);
    assert.deepEqual(thread.log, ['1000', '1000']);
    assert.equal(one.waitedMs, 0);
  });

  it('are made at once while their search is short, beside one that waits', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const long = search();
    await thread.work(long, 25);
    const pausing = Promise.withResolvers<void>();
    thread.pauses = pausing.promise;
    await thread.work(long, 100);
    const next = thread.work(long, 2);
    await thread.work(search(), 5);
    assert.deepEqual(thread.log, ['25', '100', 'pause 300', '5']);
    pausing.resolve();
    await next;
    assert.deepEqual(thread.log.slice(4), ['2', 'pause 6']);
  });

  it('are made at once when their search has been kept waiting for as long as it may', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const one = search(400);
    await thread.work(one, 25);
    await Promise.all([thread.work(one, 100), thread.work(one, 10)]);
    assert.equal(one.waitedMs, 400);
    await Promise.all([thread.work(one, 1), thread.work(one, 2)]);
    assert.deepEqual(thread.log, ['25', '100', 'pause 300', '10', 'pause 30', '1', '2']);
  });

  it('go on behind one that fails', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const one = search();
    await thread.work(one, 25);
    const failing = thread.steps.run(one, async () => {
      throw new RangeError('a step');
    });
    const next = thread.work(one, 1);
    await assert.rejects(failing, { message: 'a step' });
    await next;
    assert.deepEqual(thread.log, ['25', 'pause 0', '1', 'pause 3']);
  });
});

it('units are stored while one waits, and for 50 ms behind the last', () => {
  let now = 1_000_000_000n;
  const activity = new CommitActivity(undefined, () => now);
  const seen = new CommitActivity(activity.buffer, () => now);
  assert.equal(seen.isBusy, false);
  activity.begin();
  activity.begin();
  now += 10_000_000_000n;
  assert.equal(seen.isBusy, true);
  activity.end(1);
  now += 10_000_000_000n;
  assert.equal(seen.isBusy, true);
  activity.end(1);
  now += 49_999_999n;
  assert.equal(seen.isBusy, true);
  now += 1n;
  assert.equal(seen.isBusy, false);
});

function search(patienceMs = Infinity): SearchedTime {
  return { patienceMs, workedMs: 0, waitedMs: 0 };
}

/** A thread whose time passes only by steps and pauses. */
class FakeThread {
  readonly log: string[] = [];
  isStoring = false;
  /** When pauses are over. */
  pauses: Promise<void> = Promise.resolve();
  #now = 0;
  readonly steps = new SearchSteps({
    isStoring: () => this.isStoring,
    workedMs: () => this.#now,
    nowMs: () => this.#now,
    pause: async (milliseconds) => {
      this.log.push(`pause ${milliseconds}`);
      await this.pauses;
      this.#now += milliseconds;
    },
  });

  work(of: SearchedTime, milliseconds: number): Promise<void> {
    return this.steps.run(of, async () => {
      this.log.push(String(milliseconds));
      this.#now += milliseconds;
    });
  }
}
