import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatDateTime,
  formatZonedDateTime,
  parseDay,
  parseOffsetDateTime,
  parsePlainDateTime,
} from './date-times.ts';

describe('the date forms of the CA REST interface', () => {
  it('writes UTC in seconds', () => {
    assert.equal(formatDateTime(Date.UTC(2031, 4, 1, 10) / 1000), '2031-05-01T10:00:00Z');
  });

  it('writes times of approvals in the zone of the host', () => {
    const zone = process.env['TZ'];
    try {
      for (const [name, text] of [
        ['Europe/Stockholm', '2031-05-01 12:00:00+02:00'],
        ['UTC', '2031-05-01 10:00:00Z'],
        ['America/St_Johns', '2031-05-01 07:30:00-02:30'],
      ] as const) {
        process.env['TZ'] = name;
        assert.equal(formatZonedDateTime(Date.UTC(2031, 4, 1, 10, 0, 0, 999)), text);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('reads days that the calendar has', () => {
    assert.equal(parseDay('2032-02-29'), Date.UTC(2032, 1, 29));
    for (const text of ['2031-02-29', '2031-2-1', '2031-02-01T00:00:00', '', '01.02.2031'])
      assert.equal(parseDay(text), undefined, text);
  });

  it('reads ISO 8601 with an offset', () => {
    const noon = Date.UTC(2031, 4, 1, 12);
    for (const text of [
      '2031-05-01T12:00:00Z',
      '2031-05-01T12:00Z',
      '2031-05-01T14:00:00+02:00',
      '2031-05-01T14:00:00+0200',
      '2031-05-01T14:00:00 02:00',
      '2031-04-30T23:30:00-12:30',
      '2031-05-01T12:00:00.000999999Z',
    ])
      assert.equal(parseOffsetDateTime(text), noon, text);
    assert.equal(parseOffsetDateTime('2031-05-01T12:00:00.5Z'), noon + 500);
  });

  it('reads nothing else', () => {
    for (const text of [
      '',
      '2031-05-01',
      '2031-05-01T12:00:00',
      '2031-02-29T12:00:00Z',
      '2031-13-01T12:00:00Z',
      '2031-05-01T24:00:00Z',
      '2031-05-01T12:00:60Z',
      '2031-05-01T12:00:00+19:00',
      '2031-05-01T12:00:00+02:60',
      '2031-05-01T12:00:00+2',
      '12031-05-01T12:00:00Z',
    ])
      assert.equal(parseOffsetDateTime(text), undefined, text);
  });

  it('reads the plain form in UTC and nothing else', () => {
    assert.equal(parsePlainDateTime('2031-05-01 10:00:00'), Date.UTC(2031, 4, 1, 10) / 1000);
    for (const text of ['', '2031-05-01T10:00:00Z', '2031-02-30 10:00:00', '2031-05-01 10:00'])
      assert.equal(parsePlainDateTime(text), undefined, text);
  });
});
