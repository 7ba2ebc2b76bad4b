import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseAbsoluteTime } from './absolute-time.ts';

it('parses days and times, in UTC unless they have an offset', () => {
  const cases = {
    '2030-01-01': '2030-01-01T00:00:00.000Z',
    '2030-12-31 23:59:59': '2030-12-31T23:59:59.000Z',
    '2030-12-31T23:59:59Z': '2030-12-31T23:59:59.000Z',
    '2030-12-31 23:59:59+02:00': '2030-12-31T21:59:59.000Z',
    '2030-12-31 23:59-0130': '2031-01-01T01:29:00.000Z',
    '2032-02-29': '2032-02-29T00:00:00.000Z',
  };
  for (const [text, expected] of Object.entries(cases)) {
    assert.equal(new Date(parseAbsoluteTime(text)! * 1000).toISOString(), expected, text);
  }
});

it('parses nothing else', () => {
  for (const text of [
    '',
    '2y',
    '2030-02-30',
    '2031-02-29',
    '2030-13-01',
    '2030-01-01 24:00',
    '2030-01-01 10',
    '0001-01-01',
  ]) {
    assert.equal(parseAbsoluteTime(text), undefined, text);
  }
});
