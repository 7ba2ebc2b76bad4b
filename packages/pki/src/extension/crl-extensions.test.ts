import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
} from '../../test/extension-assertions.ts';
import { crlNumber } from './crl-number.ts';
import { deltaCrlIndicator } from './delta-crl-indicator.ts';
import { invalidityDate } from './invalidity-date.ts';
import { reasonCode, REVOCATION_REASONS, revocationReason, type RevocationReason } from './reason-code.ts';

describe('crlNumber and deltaCrlIndicator', () => {
  it('write an INTEGER', () => {
    assertVector(crlNumber, 0n, '020100');
    assertVector(crlNumber, 128n, '02020080');
    assertVector(deltaCrlIndicator, 0x1234n, '02021234');
  });

  it('read back what they write', () => {
    assertRoundTrip(crlNumber, fc.bigInt({ min: 0n, max: (1n << 159n) - 1n }));
    assertRoundTrip(deltaCrlIndicator, fc.bigInt({ min: 0n, max: (1n << 159n) - 1n }));
  });

  it('refuse to write a number that is negative or longer than 20 octets (RFC 5280 §5.2.3)', () => {
    assert.throws(() => crlNumber.encode(-1n), RangeError);
    assert.throws(() => crlNumber.encode(1n << 159n), RangeError);
  });

  it('refuse a negative number and accept one longer than 20 octets', () => {
    assertRefuses(crlNumber, '0201ff', 'der.out_of_range');
    assertReads(crlNumber, `0215 00${'ff'.repeat(20)}`, (1n << 160n) - 1n);
  });

  it('survive damage', () => {
    assertSurvivesDamage(crlNumber, '02021234');
  });
});

describe('reasonCode', () => {
  it('writes an ENUMERATED for every reason (RFC 5280 §5.3.1)', () => {
    assertVector(reasonCode, 'UNSPECIFIED', '0a0100');
    assertVector(reasonCode, 'KEY_COMPROMISE', '0a0101');
    assertVector(reasonCode, 'REMOVE_FROM_CRL', '0a0108');
    assertVector(reasonCode, 'AA_COMPROMISE', '0a010a');
  });

  it('reads back every reason', () => {
    for (const [name, code] of Object.entries(REVOCATION_REASONS)) {
      assert.equal(reasonCode.decode(reasonCode.encode(name as RevocationReason)), name);
      assert.equal(revocationReason(code), name);
    }
  });

  it('refuses code 7, codes above 10 and negative codes', () => {
    assert.equal(revocationReason(7), undefined);
    for (const hex of ['0a0107', '0a010b', '0a01ff']) assertRefuses(reasonCode, hex, 'der.out_of_range');
  });

  it('refuses an INTEGER in place of the ENUMERATED', () => {
    assertRefuses(reasonCode, '020101', 'der.unexpected_tag');
  });

  it('refuses to write an invalid name', () => {
    assert.throws(() => reasonCode.encode('NOT_REVOKED' as RevocationReason), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(reasonCode, '0a0101');
  });
});

describe('invalidityDate', () => {
  it('writes a GeneralizedTime, also before 2050 (RFC 5280 §5.3.2)', () => {
    assertVector(invalidityDate, 1_700_000_000, '180f 32303233313131343232313332305a');
  });

  it('reads back what it writes', () => {
    assertRoundTrip(invalidityDate, fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }));
  });

  it('refuses a UTCTime and a fraction of a second', () => {
    assertRefuses(invalidityDate, '170d 3233313131343232313332305a', 'der.unexpected_tag');
    assertRefuses(invalidityDate, '1811 32303233313131343232313332302e355a', 'der.bad_value');
  });

  it('survives damage', () => {
    assertSurvivesDamage(invalidityDate, '180f 32303233313131343232313332305a');
  });
});
