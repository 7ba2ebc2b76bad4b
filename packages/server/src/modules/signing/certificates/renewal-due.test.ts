import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renewalTime } from './renewal-due.ts';

const DAY = 86_400;
const YEAR = { notBefore: 0, notAfter: 365 * DAY };

describe('when a certificate is to be renewed', () => {
  it('is when a third of the time is left in which it signs', () => {
    assert.equal(renewalTime(YEAR, 300 * DAY, undefined), 200 * DAY);
  });

  it('is when less is left than the worker wants', () => {
    assert.equal(renewalTime(YEAR, YEAR.notAfter, 300 * DAY), 65 * DAY);
  });

  for (const wanted of [340, 365, 10_000])
    it(`is not before a tenth of it has passed, though the worker wants ${wanted} days`, () => {
      assert.equal(renewalTime(YEAR, YEAR.notAfter, wanted * DAY), 36.5 * DAY);
    });

  it('is not before that either when the worker can sign with no such certificate', () => {
    assert.equal(renewalTime(YEAR, -DAY, undefined), 36.5 * DAY);
  });

  it('is not within the first hour, in which it may have been issued, or the first half of a shorter one', () => {
    assert.equal(renewalTime({ notBefore: 0, notAfter: 7200 }, 7200, DAY), 3600);
    assert.equal(renewalTime({ notBefore: 0, notAfter: 3000 }, 3000, DAY), 1500);
  });
});
