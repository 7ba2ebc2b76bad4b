import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { formatDuration, parseDuration } from './duration.ts';

it('parses units in order: a year has 365 days, a month 30', () => {
  const cases = {
    '1y 2mo 3d 4h 5m 6s': (365 + 60 + 3) * 86_400 + 4 * 3600 + 5 * 60 + 6,
    '2y': 730 * 86_400,
    '25y7d': (25 * 365 + 7) * 86_400,
    '6MO': 180 * 86_400,
    '-10m': -600,
    '0s': 0,
    '90m': 5400,
  };
  for (const [text, seconds] of Object.entries(cases)) assert.equal(parseDuration(text), seconds, text);
});

it('parses nothing else', () => {
  for (const text of [
    '',
    ' ',
    '-',
    '5',
    '1d 1y',
    '1d 1d',
    '1w',
    '1.5d',
    '2030-01-01',
    '9999999999999y',
    '1d'.padEnd(70),
  ]) {
    assert.equal(parseDuration(text), undefined, text);
  }
});

it('formats durations so that they can be parsed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e10, max: 1e10 }), (seconds) => {
      assert.equal(parseDuration(formatDuration(seconds)), seconds);
    }),
  );
});

it('formats zero in the unit of the field', () => {
  assert.equal(formatDuration(0), '0s');
  assert.equal(formatDuration(0, 'd'), '0d');
  assert.equal(formatDuration(86_400 * 366), '1y 1d');
});
