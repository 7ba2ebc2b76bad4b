import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renewalTime } from './renewal-due.ts';

const DAY = 86_400;
const YEAR = { notBefore: 0, notAfter: 365 * DAY };

describe('the renewal time of a certificate', () => {
  it('comes when a third of the signing validity is left', () => {
    assert.equal(renewalTime(YEAR, 300 * DAY, undefined), 200 * DAY);
  });

  it('comes when less than the minimum remaining validity of the worker is left', () => {
    assert.equal(renewalTime(YEAR, YEAR.notAfter, 300 * DAY), 65 * DAY);
  });

  for (const wanted of [340, 365, 10_000])
    it(`does not come before a tenth of the validity has passed, even if the worker requires ${wanted} days`, () => {
      assert.equal(renewalTime(YEAR, YEAR.notAfter, wanted * DAY), 36.5 * DAY);
    });

  it('does not come before that either when the worker cannot sign with the certificate at all', () => {
    assert.equal(renewalTime(YEAR, -DAY, undefined), 36.5 * DAY);
  });

  it('does not come within the first hour, or the first half of a shorter validity', () => {
    assert.equal(renewalTime({ notBefore: 0, notAfter: 7200 }, 7200, DAY), 3600);
    assert.equal(renewalTime({ notBefore: 0, notAfter: 3000 }, 3000, DAY), 1500);
  });
});
