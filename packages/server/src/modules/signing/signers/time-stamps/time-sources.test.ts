import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StatusRepository } from '../../status-workers/status-repository.ts';
import { readTimeSource, SourcedTime } from './time-sources.ts';
import { WorkerLog } from '../../worker-contract/worker-log.ts';
import { WorkerProperties } from '../../worker-contract/worker-properties.ts';

const TIMESOURCE = 'StatusReadingLocalComputerTimeSource';
const LEAP = Date.parse('2016-12-31T23:59:59.500Z');

describe('the clock that a status property vouches for', () => {
  /** The time that it gives when the host's clock says one of these after the other. */
  const timeOf = async (LEAPSECOND_HANDLING: string, announced: string | undefined, ...moments: readonly number[]) => {
    const properties = new WorkerProperties({ TIMESOURCE, LEAPSECOND_HANDLING }, () => assert.fail());
    const status = new StatusRepository({ nowMs: () => 0 });
    status.set('TIMESOURCE0_INSYNC', { value: 'TRUE', expirationMs: 0 });
    if (announced !== undefined) status.set('LEAPSECOND', { value: announced, expirationMs: 0 });
    const left = [...moments];
    const time = { nowMs: async () => (left.length > 1 ? left.shift() : left[0]) };
    const log = new WorkerLog({});
    const nowMs = await new SourcedTime({ time, status }).nowMs(readTimeSource(properties), log);
    return { nowMs, fields: { ...log.fields } };
  };

  it('stops around a leap second that is announced, from 1.011 s before the end of a month to 1.011 s after it', async () => {
    for (const [moment, isAround] of [
      ['2016-12-31T23:59:58.988Z', false],
      ['2016-12-31T23:59:58.989Z', true],
      ['2017-01-01T00:00:01.010Z', true],
      ['2017-01-01T00:00:01.011Z', false],
      ['2016-12-30T23:59:59.500Z', false],
      ['2016-02-29T23:59:59.500Z', true],
    ] as const) {
      const ms = Date.parse(moment);
      const { nowMs, fields } = await timeOf('STOP', 'POSITIVE', ms);
      assert.equal(nowMs, isAround ? undefined : ms, moment);
      assert.deepEqual(fields, { LEAP_ACTION: 'STOP', LEAP_UPCOMING: 'true', LEAP_PERIOD: String(isAround) });
    }
  });

  it('goes on when none is announced, or nobody cares', async () => {
    assert.equal((await timeOf('STOP', 'NONE', LEAP)).nowMs, LEAP);
    assert.equal((await timeOf('NONE', 'POSITIVE', LEAP)).nowMs, LEAP);
    assert.equal((await timeOf('NONE', undefined, LEAP)).nowMs, LEAP);
    assert.equal((await timeOf('STOP', undefined, LEAP)).nowMs, undefined);
  });

  it('waits until a leap second is over', async () => {
    assert.equal((await timeOf('PAUSE', 'NEGATIVE', LEAP, LEAP + 2000)).nowMs, LEAP + 2000);
  });
});
