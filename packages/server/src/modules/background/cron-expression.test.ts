import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCron } from './cron-expression.ts';

/** A Sunday. */
const NOW = '2026-11-22T08:00:00.000Z';

function after(expression: string, moment = NOW): string | undefined {
  const next = parseCron(expression);
  assert.ok(typeof next === 'function', expression);
  const milliseconds = next(Date.parse(moment));
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

describe('a cron expression', () => {
  for (const [expression, expected] of [
    ['30 3 * * *', '2026-11-23T03:30:00.000Z'],
    ['0 8 * * *', '2026-11-23T08:00:00.000Z'],
    ['*/15 * * * *', '2026-11-22T08:15:00.000Z'],
    ['5/15 * * * *', '2026-11-22T08:05:00.000Z'],
    ['0 3 * * 0', '2026-11-29T03:00:00.000Z'],
    ['0 3 * * 7', '2026-11-29T03:00:00.000Z'],
    ['0 3 * * 1-5', '2026-11-23T03:00:00.000Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
    ['0 0 1 JAN *', '2027-01-01T00:00:00.000Z'],
  ] as const)
    it(`of Unix is read: ${expression}`, () => assert.equal(after(expression), expected));

  for (const [expression, expected] of [
    ['0 */30 * ? * *', '2026-11-22T08:30:00.000Z'],
    ['0/10 * * * * ?', '2026-11-22T08:00:10.000Z'],
    ['0 0 3 ? * 1', '2026-11-29T03:00:00.000Z'],
    ['0 0 12 ? * 2-6', '2026-11-23T12:00:00.000Z'],
    ['0 0 3 ? * SUN', '2026-11-29T03:00:00.000Z'],
    ['0 15 10 ? * 6L', '2026-11-27T10:15:00.000Z'],
    ['0 15 10 ? * 6#3', '2026-12-18T10:15:00.000Z'],
    ['0 15 10 L * ?', '2026-11-30T10:15:00.000Z'],
    ['0 0 0 1W * ?', '2026-12-01T00:00:00.000Z'],
    ['0 0 0 1 1 ? 2028', '2028-01-01T00:00:00.000Z'],
  ] as const)
    it(`of Quartz is read: ${expression}`, () => assert.equal(after(expression), expected));

  it('is interpreted in UTC, whatever the local time does', () => {
    assert.equal(after('30 2 * * *', '2026-03-29T00:00:00.000Z'), '2026-03-29T02:30:00.000Z');
    assert.equal(after('30 2 * * *', '2026-10-25T02:00:00.000Z'), '2026-10-25T02:30:00.000Z');
  });

  for (const year of [1, 1969, 1970, 2020])
    it(`may come to an end: in the year ${year}`, () => assert.equal(after(`0 0 0 1 1 ? ${year}`), undefined));

  for (const expression of ['0 0 30 2 *', '0 0 31 4,6 *', '0 0 0 30 2 ?', '0 0 0 29 2 ? 2027,2100'])
    it(`that never comes is told: ${expression}`, () => {
      assert.deepEqual(parseCron(` ${expression} `), {
        problem: `is '${expression}', which never comes: there is no such day, as there is no 30 February`,
      });
    });

  for (const [expression, expected] of [
    ['0 0 0 ? 2 2#5', '2044-02-29T00:00:00.000Z'],
    ['0 0 0 1 1 ? 9998', '9998-01-01T00:00:00.000Z'],
  ] as const)
    it(`that comes seldom is read: ${expression}`, () => assert.equal(after(expression), expected));

  for (const expression of [
    '',
    'daily',
    '@daily',
    '* * * *',
    '* * * * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '0 0 0 ? * 0',
    '*/0 * * * *',
    '-1 * * * *',
    '5-1 * * * *',
    '1,,2 * * * *',
    '2027-01-01T00:00:00',
    '* * * * *; rm',
    `${'0,'.repeat(200)}0 * * * *`,
    '99999999999999999999 * * * *',
  ])
    it(`is not one: ${expression.slice(0, 30)}`, () => {
      const read = parseCron(expression);
      assert.ok('problem' in read);
      assert.match(read.problem, /has to be a cron expression/);
    });
});
