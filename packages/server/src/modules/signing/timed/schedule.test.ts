import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkerProperties } from '../worker-contract/worker-properties.ts';
import { readSchedule } from './schedule.ts';

function read(properties: Readonly<Record<string, string>>) {
  const problems: string[] = [];
  const schedule = readSchedule(new WorkerProperties(properties, (name) => problems.push(name)));
  return { ...schedule, problems };
}

describe('the schedule of a timed service', () => {
  it('is an interval, or a cron expression', () => {
    assert.equal(read({ INTERVAL: '60' }).next(1000), 61_000);
    assert.equal(read({ INTERVALMS: '1500' }).next(1000), 2500);
    const cron = read({ CRON: '0 3 * * *' });
    assert.equal(cron.next(Date.parse('2026-11-22T08:00:00Z')), Date.parse('2026-11-23T03:00:00Z'));
    assert.deepEqual(cron.problems, []);
  });

  it('is off, in every process and in the log unless the worker says otherwise', () => {
    const { active, singleton, logged } = read({ INTERVAL: '60' });
    assert.deepEqual([active, singleton, [...logged]], [false, false, ['INFO_LOGGING']]);
    const told = read({ INTERVAL: '60', ACTIVE: 'True', SINGLETON: 'true', WORK_LOG_TYPES: '' });
    assert.deepEqual([told.active, told.singleton, [...told.logged]], [true, true, []]);
    const both = read({ INTERVAL: '60', WORK_LOG_TYPES: 'SECURE_AUDITLOGGING, INFO_LOGGING' });
    assert.deepEqual([...both.logged].toSorted(), ['INFO_LOGGING', 'SECURE_AUDITLOGGING']);
  });

  it('is another one when it reads otherwise', () => {
    assert.equal(read({ INTERVAL: '2' }).text, read({ INTERVALMS: '2000' }).text);
    assert.notEqual(read({ INTERVAL: '2' }).text, read({ INTERVAL: '3' }).text);
  });

  for (const [properties, problem] of [
    [{}, 'INTERVAL'],
    [{ INTERVAL: '' }, 'INTERVAL'],
    [{ INTERVAL: '60', CRON: '0 3 * * *' }, 'CRON'],
    [{ INTERVAL: '60', INTERVALMS: '60000' }, 'INTERVALMS'],
    [{ INTERVAL: '0' }, 'INTERVAL'],
    [{ INTERVAL: '-1' }, 'INTERVAL'],
    [{ INTERVAL: '1.5' }, 'INTERVAL'],
    [{ INTERVAL: '1e3' }, 'INTERVAL'],
    [{ INTERVAL: 'soon' }, 'INTERVAL'],
    [{ INTERVAL: '999999999999999' }, 'INTERVAL'],
    [{ INTERVAL: '99999999999999999999999999' }, 'INTERVAL'],
    [{ INTERVALMS: '999' }, 'INTERVALMS'],
    [{ INTERVALMS: '0' }, 'INTERVALMS'],
    [{ CRON: 'whenever' }, 'CRON'],
    [{ CRON: '0 0 30 2 *' }, 'CRON'],
    [{ INTERVAL: '60', ACTIVE: 'yes' }, 'ACTIVE'],
    [{ INTERVAL: '60', SINGLETON: '1' }, 'SINGLETON'],
    [{ INTERVAL: '60', WORK_LOG_TYPES: 'PRINTER' }, 'WORK_LOG_TYPES'],
  ] as readonly (readonly [Record<string, string>, string])[])
    it(`is refused: ${JSON.stringify(properties)}`, () => assert.deepEqual(read(properties).problems, [problem]));
});
