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
import { basicConstraints } from './basic-constraints.ts';

describe('basicConstraints', () => {
  it('writes an end entity as an empty sequence, the default left out (X.690 §11.5)', () => {
    assertVector(basicConstraints, { ca: false }, '3000');
  });

  // openssl x509 with basicConstraints=CA:TRUE, CA:TRUE,pathlen:0 and CA:TRUE,pathlen:300
  it('writes a CA as OpenSSL does', () => {
    assertVector(basicConstraints, { ca: true }, '30030101ff');
    assertVector(basicConstraints, { ca: true, pathLength: 0 }, '30060101ff020100');
    assertVector(basicConstraints, { ca: true, pathLength: 300 }, '30070101ff0202012c');
  });

  it('reads back what it writes', () => {
    const pathLength = fc.maxSafeNat();
    const ca = fc.record(
      { ca: fc.constant(true as const), pathLength },
      { requiredKeys: ['ca'], noNullPrototype: true },
    );
    assertRoundTrip(basicConstraints, fc.oneof(fc.constant({ ca: false }), ca));
  });

  it('accepts cA FALSE written out', () => {
    assertReads(basicConstraints, '3003010100', { ca: false });
  });

  it('accepts a path length without cA', () => {
    assertReads(basicConstraints, '3003020101', { ca: false, pathLength: 1 });
  });

  it('refuses to write a path length without cA', () => {
    assert.throws(() => basicConstraints.encode({ ca: false, pathLength: 0 }), RangeError);
  });

  it('refuses to write a path length that is negative or not an integer', () => {
    assert.throws(() => basicConstraints.encode({ ca: true, pathLength: -1 }), RangeError);
    assert.throws(() => basicConstraints.encode({ ca: true, pathLength: 1.5 }), RangeError);
  });

  it('refuses a negative path length', () => {
    assertRefuses(basicConstraints, '30060101ff0201ff', 'der.out_of_range');
  });

  it('refuses cA that is neither 00 nor FF', () => {
    assertRefuses(basicConstraints, '3003010101', 'der.bad_value');
  });

  it('refuses a third member', () => {
    assertRefuses(basicConstraints, '30090101ff020100020100', 'der.trailing_bytes');
  });

  it('survives damage', () => {
    assertSurvivesDamage(basicConstraints, '30060101ff020100');
  });
});
