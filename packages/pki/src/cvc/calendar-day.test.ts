import assert from 'node:assert/strict';
import { it } from 'node:test';

import * as fc from 'fast-check';

import { dayOf, decodeDay, encodeDay, formatDay, startOfDay } from './calendar-day.ts';

const FIRST = dayOf(Date.UTC(2000, 0, 1) / 1000);
const LAST = dayOf(Date.UTC(2099, 11, 31) / 1000);

it('writes six digits, one an octet', () => {
  const day = dayOf(Date.UTC(2026, 10, 5, 23, 59, 59) / 1000);
  assert.equal(encodeDay(day).toHex(), '020601010005');
  assert.equal(formatDay(day), '2026-11-05');
  assert.equal(startOfDay(day), Date.UTC(2026, 10, 5) / 1000);
});

it('reads back every day from 2000 to 2099', () => {
  for (let day = FIRST; day <= LAST; day++) assert.equal(decodeDay(encodeDay(day)), day);
});

for (const day of [FIRST - 1, LAST + 1, Number.NaN, FIRST + 0.5]) {
  it(`writes no day ${day}`, () => assert.throws(() => encodeDay(day), { code: 'cvc.bad_date' }));
}

for (const [what, hex] of [
  ['the 29th of February 2026', '020600020209'],
  ['the 31st of April', '020600040301'],
  ['the month 0', '020600000101'],
  ['the month 13', '020601030101'],
  ['the day 0', '020601010000'],
  ['packed digits', '261121'],
  ['digits in ASCII', '323631313231'],
  ['an octet over 9', '02060a010001'],
  ['nothing', ''],
] as const) {
  it(`refuses ${what}`, () => assert.throws(() => decodeDay(Uint8Array.fromHex(hex)), { code: 'cvc.bad_date' }));
}

it('reads or refuses whatever six octets say', () => {
  const digits = fc.array(fc.nat(9), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(digits, (octets) => {
      let day;
      try {
        day = decodeDay(Uint8Array.from(octets));
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'cvc.bad_date');
        return;
      }
      assert.deepEqual(Array.from(encodeDay(day)), octets);
    }),
  );
});
