import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommitActivity } from './commit-activity.ts';
import { SearchSteps, type SteppedSearch } from './search-steps.ts';

describe('steps of searches', () => {
  it('are made one after the other while units are stored, with pauses of three times their length', async () => {
    const thread = new FakeThread();
    const [one, other] = [search(), search()];
    await thread.work(one, 25);
    await thread.work(other, 25);
    thread.isStoring = true;
    await Promise.all([thread.work(one, 10), thread.work(other, 4), thread.work(one, 1)]);
    assert.deepEqual(thread.log, [
      [0, 25],
      [25, 25],
      [50, 10],
      [60 + 30, 4],
      [94 + 12, 1],
    ]);
    assert.deepEqual([one.waitedMs, other.waitedMs], [10 + 30 + 4 + 12, 10 + 30]);
  });

  it('are made at once when nothing is stored', async () => {
    const thread = new FakeThread();
    const one = search();
    await thread.work(one, 1000);
    await thread.work(one, 1000);
    assert.deepEqual(thread.log, [
      [0, 1000],
      [1000, 1000],
    ]);
    assert.equal(one.waitedMs, 0);
  });

  it('are made at once while their search is short, beside one that waits', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const long = search();
    await thread.work(long, 25);
    await thread.work(long, 100);
    const next = thread.work(long, 2);
    await thread.work(search(), 5);
    await next;
    assert.deepEqual(thread.log, [
      [0, 25],
      [25, 100],
      [125, 5],
      [425, 2],
    ]);
  });

  it('are made at once when their search has been kept waiting for as long as it may, in whatever pause', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const one = search(333);
    await thread.work(one, 25);
    await thread.work(one, 200);
    await thread.work(one, 10);
    await thread.work(one, 1);
    assert.equal(one.waitedMs, 333);
    assert.deepEqual(thread.log, [
      [0, 25],
      [25, 200],
      [225 + 333, 10],
      [568, 1],
    ]);
  });

  it('are made beside one that takes longer than their search may be kept waiting', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const [long, other] = [search(), search(50)];
    await thread.work(long, 25);
    await thread.work(other, 25);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const step = thread.steps.run(long, () => ended);
    await thread.work(other, 1);
    assert.deepEqual(thread.log.at(-1), [50 + 50, 1]);
    end();
    await step;
  });

  it('wait for a second at most behind one that was long', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const one = search();
    await thread.work(one, 30_000);
    await thread.work(one, 30_000);
    await thread.work(one, 1);
    assert.deepEqual(thread.log.at(-1), [60_000 + 1000, 1]);
  });

  it('wait no longer when nothing is stored any more', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const [one, other] = [search(), search()];
    await thread.work(one, 25);
    await thread.work(other, 25);
    await thread.work(one, 300);
    void thread.pause(45).then(() => (thread.isStoring = false));
    await Promise.all([thread.work(one, 1), thread.work(other, 1)]);
    const begun = thread.log.slice(-2).map(([at]) => at - 350);
    assert.ok(
      begun.every((at) => at >= 45 && at <= 60),
      begun.join(' '),
    );
  });

  it('are not made once their search is cancelled, and nobody pauses for them', async () => {
    const thread = new FakeThread();
    thread.isStoring = true;
    const [one, left, other] = [search(), search(), search()];
    for (const each of [one, left, other]) await thread.work(each, 25);
    const first = thread.work(one, 10);
    const cancelled = thread.steps.run(left, async () => assert.fail('a step of a cancelled search'));
    const last = thread.work(other, 1);
    left.cancelled = true;
    assert.equal(await cancelled, undefined);
    await Promise.all([first, last]);
    assert.deepEqual(thread.log.slice(3), [
      [75, 10],
      [85 + 30, 1],
    ]);
    left.workedMs = 0;
    assert.equal(await thread.steps.run(left, async () => assert.fail('a step of a cancelled search')), undefined);
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
    assert.deepEqual(thread.log.at(-1)?.[1], 1);
  });
});

it('units are stored while one waits, and for 50 ms after the last', () => {
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

interface FakeSearch extends SteppedSearch {
  cancelled: boolean;
}

function search(patienceMs = Infinity): FakeSearch {
  return {
    patienceMs,
    workedMs: 0,
    waitedMs: 0,
    cancelled: false,
    isCancelled() {
      return this.cancelled;
    },
  };
}

/** A thread whose time passes only by steps and pauses. */
class FakeThread {
  /** When each step began, and its length. */
  readonly log: [at: number, milliseconds: number][] = [];
  isStoring = false;
  #now = 0;
  /** Sleepers, each with the time at which it wakes. */
  readonly #sleeping: { readonly end: number; readonly wake: () => void }[] = [];
  readonly steps = new SearchSteps({
    isStoring: () => this.isStoring,
    workedMs: () => this.#now,
    nowMs: () => this.#now,
    pause: (milliseconds) => this.pause(milliseconds),
  });

  work(of: SteppedSearch, milliseconds: number): Promise<void> {
    return this.steps.run(of, async () => {
      this.log.push([this.#now, milliseconds]);
      this.#now += milliseconds;
    });
  }

  pause(milliseconds: number): Promise<void> {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    this.#sleeping.push({ end: this.#now + milliseconds, wake });
    setImmediate(() => this.#wakeNext());
    return promise;
  }

  /** Lets the time pass until the first of those who sleep wakes. */
  #wakeNext(): void {
    const first = this.#sleeping.reduce((one, other) => (other.end < one.end ? other : one));
    this.#sleeping.splice(this.#sleeping.indexOf(first), 1);
    this.#now = Math.max(this.#now, first.end);
    first.wake();
  }
}
