import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { DerError, DerReader, Tag, writeDer } from './index.ts';

const at = (iso: string) => Date.parse(iso) / 1000;

it('reads back every second of the years 0 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), (seconds) => {
      const der = writeDer((writer) => writer.time(seconds));
      assert.equal(new DerReader(der).readTime(), seconds);
    }),
  );
});

it('writes UTCTime through 2049 and GeneralizedTime from 2050 (RFC 5280 §4.1.2.5)', () => {
  const tagOf = (iso: string) => writeDer((writer) => writer.time(at(iso)))[0];
  assert.equal(tagOf('1949-12-31T23:59:59Z'), Tag.generalizedTime);
  assert.equal(tagOf('1950-01-01T00:00:00Z'), Tag.utcTime);
  assert.equal(tagOf('2049-12-31T23:59:59Z'), Tag.utcTime);
  assert.equal(tagOf('2050-01-01T00:00:00Z'), Tag.generalizedTime);
});

it('reads two-digit years from 50 as 19xx (RFC 5280 §4.1.2.5.1)', () => {
  assert.equal(readText('500101000000Z'), at('1950-01-01T00:00:00Z'));
  assert.equal(readText('491231235959Z'), at('2049-12-31T23:59:59Z'));
  assert.equal(readText('000229120000Z'), at('2000-02-29T12:00:00Z'));
});

it('reads the years before 100', () => {
  assert.equal(readText('00990101000000Z'), at('0099-01-01T00:00:00Z'));
});

for (const [text, why] of [
  ['', 'is empty'],
  ['2401010000Z', 'has no seconds'],
  ['240101000000', 'has no Z'],
  ['240101000000+0000', 'has an offset'],
  ['20240101000000.5Z', 'has a fraction'],
  ['240001000000Z', 'has the month 0'],
  ['241301000000Z', 'has the month 13'],
  ['240132000000Z', 'has the day 32'],
  ['230229000000Z', 'is February 29 of a common year'],
  ['21000229000000Z', 'is February 29 of a century that is not a leap year'],
  ['240101240000Z', 'has the hour 24'],
  ['240101006000Z', 'has the minute 60'],
  ['240101000060Z', 'has a leap second'],
  ['24010100000:Z', 'holds something other than digits'],
] as const) {
  it(`refuses a time that ${why}`, () => {
    assert.throws(
      () => readText(text),
      (error) => error instanceof DerError && error.code === 'der.bad_value',
    );
  });
}

it('refuses to write what is not a whole second of the years 0 to 9999', () => {
  for (const seconds of [0.5, NaN, Infinity, 253_402_300_800, -62_167_219_201]) {
    assert.throws(() => writeDer((writer) => writer.time(seconds)), RangeError);
  }
});

function readText(text: string): number {
  const tag = text.length > 13 ? Tag.generalizedTime : Tag.utcTime;
  return new DerReader(writeDer((writer) => writer.ascii(text, tag))).readTime();
}
