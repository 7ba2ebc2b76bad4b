import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { prepareString } from './string-preparation.ts';

describe('prepares as equal (RFC 4518)', () => {
  for (const [why, a, b] of [
    ['letters of either case', 'Alice EXAMPLE', 'aLICE example'],
    ['outer and repeated blanks', '  Alice   Example ', 'Alice Example'],
    ['tabs and line breaks', 'Alice\tExample\r\n', 'Alice Example'],
    ['wide blanks', 'Alice\u00a0\u3000Example', 'Alice Example'],
    ['soft hyphens, joiners and marks of direction', 'Al\u00adi\u200bc\u200de\ufeff\u200e', 'Alice'],
    ['variation selectors', 'A\ufe0f', 'a'],
    ['control characters', 'Al\u0000ice\u007f', 'Alice'],
    ['composed and decomposed letters', 'Ra\u0308ksm\u00f6rg\u00e5s', 'R\u00e4ksmo\u0308rga\u030as'],
    ['compatibility forms', '\uff21\ufb01\u2460', 'afi1'],
    ['sharp s and its capital', 'Stra\u00dfe', 'STRA\u1e9eE'],
    ['sharp s and ss', 'stra\u00dfe', 'STRASSE'],
    ['the sigmas', '\u03a3\u0391\u03a3', '\u03c3\u03b1\u03c2'],
    ['letters whose case is a ligature', '\ufb00', 'FF'],
    ['a sign that stands for letters', '\u2121', 'tel'],
    ['the Kelvin sign', '\u212a', 'k'],
    ['Cherokee, whose lower case came later', '\uab70', '\u13a0'],
  ] as const) {
    it(why, () => assert.equal(prepareString(a), prepareString(b)));
  }
});

describe('keeps apart', () => {
  for (const [why, a, b] of [
    ['a blank and none', 'Al ice', 'Alice'],
    ['dotted and dotless i', 'kal\u0131', 'kali'],
    ['letters with and without accents', '\u00e4', 'a'],
    ['a blank that carries an accent', 'a \u0301b', 'a b'],
    ['letters of two scripts', '\u0430', 'a'],
  ] as const) {
    it(why, () => assert.notEqual(prepareString(a), prepareString(b)));
  }
});

const scalars = fc.integer({ min: 0, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff);

it('prepares a prepared text to itself', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(0x20, 0x131, 0x301, 0x130), scalars)), (points) => {
      const text = String.fromCodePoint(...points);
      const once = prepareString(text);
      assert.equal(prepareString(once), once);
    }),
    { numRuns: 2000 },
  );
});

it('gives ASCII the same form on its short path and on the long one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0x7f })).map((points) => String.fromCodePoint(...points)),
      (text) => {
        // A soft hyphen vanishes, and takes the text off the short path.
        assert.equal(prepareString(text), prepareString(`${text}\u00ad`));
      },
    ),
  );
});

it('prepares a long run of blanks without delay', () => {
  assert.equal(prepareString(`a${' '.repeat(100_000)}\u00e4`), 'a \u00e4');
  assert.equal(prepareString(`a${' '.repeat(100_000)}b`), 'a b');
});
