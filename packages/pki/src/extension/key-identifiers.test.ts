import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import {
  assertReads,
  assertRefuses,
  assertRoundTrip,
  assertSurvivesDamage,
  assertVector,
  bytes,
} from '../../test/extension-assertions.ts';
import { ocspNoCheck } from './ocsp-no-check.ts';
import { subjectKeyIdentifier } from './subject-key-identifier.ts';

describe('subjectKeyIdentifier', () => {
  it('writes an OCTET STRING', () => {
    assertVector(subjectKeyIdentifier, bytes('0102ff'), '04030102ff');
  });

  it('reads back what it writes', () => {
    assertRoundTrip(subjectKeyIdentifier, fc.uint8Array({ minLength: 1, maxLength: 300 }));
  });

  it('accepts no octets and refuses to write them', () => {
    assertReads(subjectKeyIdentifier, '0400', bytes(''));
    assert.throws(() => subjectKeyIdentifier.encode(bytes('')), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(subjectKeyIdentifier, '04030102ff');
  });
});

describe('ocspNoCheck', () => {
  it('writes a NULL (RFC 6960 §4.2.2.2.1)', () => {
    assertVector(ocspNoCheck, true, '0500');
  });

  it('refuses a NULL that is not empty', () => {
    assertRefuses(ocspNoCheck, '050100', 'der.bad_value');
  });
});
