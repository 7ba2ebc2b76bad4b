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
import { KEY_USAGES, keyUsage, type KeyUsage } from './key-usage.ts';

describe('keyUsage', () => {
  // openssl x509 with keyUsage=keyCertSign,cRLSign and so on
  it('writes the bits as OpenSSL does, trailing zeros dropped (X.690 §11.2.2)', () => {
    assertVector(keyUsage, new Set<KeyUsage>(['keyCertSign', 'cRLSign']), '03020106');
    assertVector(keyUsage, new Set<KeyUsage>(['digitalSignature']), '03020780');
    assertVector(keyUsage, new Set<KeyUsage>(['digitalSignature', 'keyEncipherment']), '030205a0');
    assertVector(keyUsage, new Set<KeyUsage>(['keyAgreement', 'encipherOnly']), '03020009');
    assertVector(keyUsage, new Set<KeyUsage>(['decipherOnly']), '0303070080');
    assertVector(keyUsage, new Set(KEY_USAGES), '030307ff80');
  });

  it('reads back what it writes', () => {
    const usages = fc.subarray([...KEY_USAGES], { minLength: 1 }).map((names) => new Set(names));
    assertRoundTrip(keyUsage, usages);
  });

  it('iterates in bit order whatever the order of writing', () => {
    const read = keyUsage.decode(keyUsage.encode(new Set<KeyUsage>(['cRLSign', 'digitalSignature'])));
    assert.deepEqual([...read], ['digitalSignature', 'cRLSign']);
  });

  it('accepts trailing zero bits', () => {
    assertReads(keyUsage, '03020080', new Set(['digitalSignature']));
    assertReads(keyUsage, '0303000600', new Set(['keyCertSign', 'cRLSign']));
  });

  it('accepts no bit at all', () => {
    assertReads(keyUsage, '030100', new Set());
  });

  it('refuses to write no bit at all (RFC 5280 §4.2.1.3)', () => {
    assert.throws(() => keyUsage.encode(new Set()), RangeError);
  });

  it('refuses to write an invalid name', () => {
    assert.throws(() => keyUsage.encode(new Set(['crlSign' as KeyUsage])), RangeError);
  });

  it('refuses a bit that has no meaning', () => {
    assertRefuses(keyUsage, '0303060040', 'der.out_of_range');
  });

  it('refuses unused bits that are not zero', () => {
    assertRefuses(keyUsage, '03020707', 'der.bad_value');
  });

  it('survives damage', () => {
    assertSurvivesDamage(keyUsage, '030307ff80');
  });
});
