import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClockDoubt } from '../../../../kernel/clock-belief.ts';
import { BELIEVED } from '../../../../../test/believed-clock.ts';
import { ReliableTime } from './reliable-time.ts';

function timeAfter(newestRecordMs: number | undefined) {
  const clock = { now: 1_000_000_000, nowMs: () => clock.now };
  return { clock, time: new ReliableTime(clock, BELIEVED, async () => newestRecordMs) };
}

describe('the time of time-stamps', () => {
  it('is that of the clock, also when it was set back by a minute', async () => {
    const { clock, time } = timeAfter(undefined);
    assert.equal(await time.nowMs(), 1_000_000_000);
    clock.now -= 60_000;
    assert.equal(await time.nowMs(), 999_940_000);
  });

  it('is not available while the clock has stepped back more than a minute', async () => {
    const { clock, time } = timeAfter(undefined);
    await time.nowMs();
    clock.now -= 60_001;
    assert.equal(await time.nowMs(), undefined);
    clock.now += 10;
    assert.equal(await time.nowMs(), 999_940_009);
  });

  it('is not available in a process that begins with a clock behind the audit log', async () => {
    assert.equal(await timeAfter(1_000_060_001).time.nowMs(), undefined);
    assert.equal(await timeAfter(1_000_060_000).time.nowMs(), 1_000_000_000);
  });
});

describe('the time of time-stamps while the clock is not believed', () => {
  const world = (doubt?: ClockDoubt) => {
    const clock = { now: 1_000_000_000, nowMs: () => clock.now };
    const belief = { doubt, reachedMs: (dateMs: number) => Math.min(dateMs, 1_000_000_000) };
    return { clock, belief, time: new ReliableTime(clock, belief, async () => 9_000_000_000) };
  };

  it('is not available while the clock is wrong, and leaves no trace', async () => {
    const { clock, belief, time } = world({ kind: 'wrong', text: 'It jumped.' });
    clock.now = 5_000_000_000;
    assert.equal(await time.nowMs(), undefined);
    belief.doubt = undefined;
    clock.now = 1_000_000_000;
    assert.equal(await time.nowMs(), 1_000_000_000);
  });

  it('is there while nothing but a standstill speaks against it', async () => {
    assert.equal(await world({ kind: 'unconfirmed', text: 'It was off.' }).time.nowMs(), 1_000_000_000);
  });

  it('does not wait for dates that are known to be wrong', async () => {
    assert.equal(await world().time.nowMs(), 1_000_000_000);
  });
});
