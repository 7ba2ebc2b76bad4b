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
import { oid } from '../der/index.ts';
import { extendedKeyUsage, KEY_PURPOSES, keyPurposeName } from './extended-key-usage.ts';

describe('extendedKeyUsage', () => {
  // openssl x509 with extendedKeyUsage=serverAuth,clientAuth
  it('writes purposes in the order given, as OpenSSL does', () => {
    assertVector(
      extendedKeyUsage,
      [KEY_PURPOSES.serverAuth, KEY_PURPOSES.clientAuth],
      '3014 06082b06010505070301 06082b06010505070302',
    );
  });

  it('reads back what it writes', () => {
    assertRoundTrip(extendedKeyUsage, fc.subarray(Object.values(KEY_PURPOSES), { minLength: 1 }));
  });

  it('accepts a purpose listed twice and refuses to write one', () => {
    assertReads(extendedKeyUsage, '300a 0603551d25 0603551d25', [oid('2.5.29.37'), oid('2.5.29.37')]);
    assert.throws(() => extendedKeyUsage.encode([oid('2.5.29.37'), oid('2.5.29.37')]), RangeError);
  });

  it('refuses an empty list in both directions', () => {
    assertRefuses(extendedKeyUsage, '3000', 'der.out_of_range');
    assert.throws(() => extendedKeyUsage.encode([]), RangeError);
  });

  it('refuses an element that is not an object identifier', () => {
    assertRefuses(extendedKeyUsage, '3003020101', 'der.unexpected_tag');
  });

  it('survives damage', () => {
    assertSurvivesDamage(extendedKeyUsage, '3014 06082b06010505070301 06082b06010505070302');
  });
});

describe('keyPurposeName', () => {
  it('names every purpose of the table, each by one name', () => {
    for (const [name, purpose] of Object.entries(KEY_PURPOSES)) assert.equal(keyPurposeName(purpose), name);
  });

  it('knows nothing of others', () => {
    assert.equal(keyPurposeName(oid('1.2.3.4')), undefined);
  });
});
