/** Assertions for every extension type: exact bytes, round trips, and nothing but our own errors for bytes from outside. */
import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import type { ExtensionType } from '../src/extension/extension.ts';
import { PkiError } from '../src/errors.ts';

/** Asserts that `value` is written as exactly the bytes `hex` and that they are read as `value`. */
export function assertVector<T>(type: ExtensionType<T>, value: T, hex: string): void {
  assert.equal(type.encode(value).toHex(), bytes(hex).toHex());
  assert.deepEqual(type.decode(bytes(hex)), value);
}

/** Asserts that `hex` is read as `value`, whatever would be written for it. */
export function assertReads<T>(type: ExtensionType<T>, hex: string, value: T): void {
  assert.deepEqual(type.decode(bytes(hex)), value);
}

/** Asserts that reading `hex` fails with the error `code`. */
export function assertRefuses<T>(type: ExtensionType<T>, hex: string, code: string): void {
  assert.throws(() => type.decode(bytes(hex)), { code });
}

/** Asserts that what is read after writing is what was written. */
export function assertRoundTrip<T>(type: ExtensionType<T>, values: fc.Arbitrary<T>, numRuns = 100): void {
  fc.assert(
    fc.property(values, (value) => assert.deepEqual(type.decode(type.encode(value)), value)),
    { numRuns },
  );
}

/**
 * Asserts that every shortening of `hex` and a byte behind it is refused, and that a byte changed anywhere is either read or
 * refused with an error of this package.
 */
export function assertSurvivesDamage<T>(type: ExtensionType<T>, hex: string): void {
  const good = bytes(hex);
  type.decode(good);
  for (let length = 0; length < good.length; length++)
    assert.throws(() => type.decode(good.subarray(0, length)), PkiError, `shortened to ${length}`);
  assert.throws(() => type.decode(Uint8Array.of(...good, 0)), { code: 'der.trailing_bytes' });
  for (let at = 0; at < good.length; at++) for (const change of CHANGES) readOrRefuse(type, good, at, change);
}

/** The bytes of hexadecimal text that may hold spaces and line breaks. */
export function bytes(hex: string): Uint8Array {
  return Uint8Array.fromHex(hex.replace(/\s/g, ''));
}

function readOrRefuse<T>(type: ExtensionType<T>, good: Uint8Array, at: number, change: number): void {
  const damaged = good.slice();
  damaged[at]! ^= change;
  try {
    type.decode(damaged);
  } catch (error) {
    assert.ok(error instanceof PkiError, `byte ${at} ^ ${change}: ${String(error)}`);
  }
}

const CHANGES = [0x01, 0x20, 0x80, 0xff];
