import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DerReader, writeDer } from './der/index.ts';
import {
  foreignSerialNumber,
  printedSerialNumber,
  serialNumberFromBytes,
  serialNumberFromHex,
  serialNumberFromPrinted,
  serialNumberToBigInt,
  serialNumberToBytes,
  SerialNumberError,
  type SerialNumberErrorCode,
} from './serial-number.ts';

const isSerialError = (code: SerialNumberErrorCode) => (error: unknown) =>
  error instanceof SerialNumberError && error.code === code;

/** The positive numbers that fit 20 octets of content. */
const numbers = fc.oneof(fc.bigInt(1n, 2n ** 159n - 1n), fc.bigInt(1n, 70_000n));

it('is upper-case hexadecimal without leading zeros', () => {
  for (const [text, expected] of [
    ['5a1f33c09d2e7781', '5A1F33C09D2E7781'],
    ['0x0F', 'F'],
    ['0X00ff', 'FF'],
    ['1', '1'],
  ] as const) {
    assert.equal(serialNumberFromHex(text), expected);
  }
});

describe('is read as other programs print it', () => {
  for (const [program, text] of [
    ['openssl x509 -serial', 'serial=0A1B2C'],
    ['openssl x509 -text', '0a:1b:2c'],
    ['openssl x509 -text, with its title', '        Serial Number:\n            0a:1b:2c'],
    ['openssl x509 -text, of a short one', 'Serial Number: 662316 (0xa1b2c)'],
    ['certtool', '0x0a1b2c'],
    ['a browser', '0A 1B 2C'],
    ['this program', 'A1B2C'],
  ] as const) {
    it(`by ${program}`, () => {
      assert.equal(serialNumberFromPrinted(text), 'A1B2C');
    });
  }

  it('and refused otherwise', () => {
    for (const text of ['', 'serial=', ':', 'web1', '12 (0x', '12 (13)', `serial=${'0'.repeat(200)}`]) {
      assert.throws(() => serialNumberFromPrinted(text), isSerialError('serial.bad_text'));
    }
  });
});

it('is printed as OpenSSL prints it, in whole octets', () => {
  for (const [serial, printed] of [
    ['F', '0F'],
    ['A1B', '0A1B'],
    ['5A1F', '5A1F'],
    ['0', '00'],
    ['-1', '-01'],
  ] as const) {
    assert.equal(printedSerialNumber(serial), printed);
  }
});

it('has one form for text, number and octets', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const serial = serialNumberFromHex(number.toString(16));
      assert.equal(serialNumberToBigInt(serial), number);
      const bytes = serialNumberToBytes(serial);
      assert.equal(serialNumberFromBytes(bytes), serial);
      assert.equal(foreignSerialNumber(bytes), serial);
      assert.deepEqual(bytes, new DerReader(writeDer((writer) => writer.integer(number))).readIntegerBytes());
    }),
  );
});

it('keeps a zero octet before a set high bit', () => {
  assert.equal(serialNumberToBytes(serialNumberFromHex('80')).toHex(), '0080');
  assert.equal(serialNumberToBytes(serialNumberFromHex('7F')).toHex(), '7f');
  assert.equal(serialNumberToBytes(serialNumberFromHex('F01')).toHex(), '0f01');
});

describe('refuses', () => {
  for (const text of ['', '0x', 'xyz', '-1', '1 2', ' 1', '0x0x1', '1.0', 'a'.repeat(129)]) {
    it(`the text '${text.slice(0, 10)}'`, () => {
      assert.throws(() => serialNumberFromHex(text), isSerialError('serial.bad_text'));
    });
  }

  it('zero', () => {
    assert.throws(() => serialNumberFromHex('000'), isSerialError('serial.not_positive'));
    assert.throws(() => serialNumberFromBytes(Uint8Array.of(0)), isSerialError('serial.not_positive'));
  });

  it('negative numbers and no octets', () => {
    assert.throws(() => serialNumberFromBytes(Uint8Array.of(0x80)), isSerialError('serial.not_positive'));
    assert.throws(() => serialNumberFromBytes(new Uint8Array(0)), isSerialError('serial.not_positive'));
  });

  it('what needs more than 20 octets (RFC 5280 §4.1.2.2)', () => {
    assert.equal(serialNumberFromHex(`7${'f'.repeat(39)}`).length, 40);
    assert.throws(() => serialNumberFromHex(`8${'0'.repeat(39)}`), isSerialError('serial.too_long'));
    assert.throws(() => serialNumberFromHex('1'.repeat(41)), isSerialError('serial.too_long'));
    assert.throws(() => serialNumberFromBytes(new Uint8Array(21).fill(1)), isSerialError('serial.too_long'));
  });
});

describe("another authority's number", () => {
  for (const [hex, expected] of [
    ['00', '0'],
    ['ff', '-1'],
    ['80', '-80'],
    ['ff7f', '-81'],
    ['0080', '80'],
    [`00${'ff'.repeat(20)}`, 'FF'.repeat(20)],
  ] as const) {
    it(`is shown as ${expected} for the octets ${hex}`, () => {
      assert.equal(foreignSerialNumber(Uint8Array.fromHex(hex)), expected);
    });
  }
});
