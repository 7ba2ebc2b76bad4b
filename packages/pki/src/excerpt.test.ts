import assert from 'node:assert/strict';
import { it } from 'node:test';

import { hashAlgorithmByName, keyAlgorithmByName, signatureAlgorithmByName } from './algorithm/index.ts';
import { curveByName } from './algorithm/named-curves.ts';
import { oid } from './der/index.ts';
import { PkiError } from './errors.ts';
import { excerpt, shownInteger } from './excerpt.ts';
import { parseGeneralNames } from './general-name/index.ts';
import { DistinguishedName } from './name/index.ts';
import { parsePem } from './pem.ts';
import { serialNumberFromHex } from './serial-number.ts';

it('keeps a short text and the beginning of a long one, never half a character', () => {
  assert.equal(excerpt('a'.repeat(40)), 'a'.repeat(40));
  assert.equal(excerpt('a'.repeat(41)), `${'a'.repeat(40)}...`);
  assert.equal(excerpt(`${'a'.repeat(39)}😀`), `${'a'.repeat(39)}\ufffd...`);
});

it('shows a number of up to 160 bits, and the length of a longer one', () => {
  assert.equal(shownInteger(1n - 2n ** 160n), String(1n - 2n ** 160n));
  assert.equal(shownInteger(2n ** 160n), 'a number of more than 160 bits');
  assert.equal(shownInteger(-(2n ** 30_000n)), 'a number of more than 160 bits');
});

it('bounds every message, even of a class that forgets to', () => {
  class Forgetful extends PkiError<'test'> {}
  assert.equal(new Forgetful('test', 'x'.repeat(100_000)).message.length, 1003);
});

it('bounds the message of every function that reads text', () => {
  const long = 'x'.repeat(3000);
  for (const read of [
    () => hashAlgorithmByName(long),
    () => keyAlgorithmByName(long),
    () => signatureAlgorithmByName(long),
    () => curveByName(long),
    () => DistinguishedName.parse(long),
    () => DistinguishedName.parse(`${long}=a`),
    () => DistinguishedName.parse(`C=${long}`),
    () => DistinguishedName.parse(`CN=${long}`),
    () => DistinguishedName.parse(`CN=${'\\ff'.repeat(1000)}`),
    () => parseGeneralNames(long),
    () => parseGeneralNames(`iPAddress=${long}`),
    () => parseGeneralNames(`${long}=${long}`),
    () => parsePem(`-----BEGIN ${long}-----`),
    () => serialNumberFromHex(long),
    () => oid(long),
  ]) {
    assert.throws(read, (error) => {
      assert.ok(error instanceof PkiError || error instanceof RangeError);
      assert.ok(error.message.length < 400, `${String(read)}: ${error.message}`);
      return true;
    });
  }
});
