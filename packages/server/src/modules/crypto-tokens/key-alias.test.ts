import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cryptoTokenRule } from './crypto-token-rules.ts';
import { keyAlias } from './key-alias.ts';

it('takes an alias of 1 to 250 characters of any script', () => {
  for (const text of ['a', 'signKey 00001', 'clé/鍵', 'x'.repeat(250)]) assert.equal(keyAlias(text), text);
});

for (const [what, text] of [
  ['that is empty', ''],
  ['of 251 characters', 'x'.repeat(251)],
  ['with a blank at its end', 'key '],
  ['with a blank at its start', ' key'],
  ['with NUL', 'a\0b'],
  ['with a line break', 'a\nb'],
  ['with a character that nobody sees', 'a\u200bb'],
  ['with half of a surrogate pair', 'a\ud800'],
] as const) {
  it(`refuses an alias ${what}`, () => {
    assert.throws(() => keyAlias(text), { code: 'crypto_token.bad_alias', kind: 'malformed' });
  });
}

it('names the access rule of an operation on a token', () => {
  assert.equal(cryptoTokenRule('activate', 17), '/cryptotoken/activate/17/');
  assert.equal(cryptoTokenRule('generateKeyPair', 17), '/cryptotoken/keys/generate/17/');
});
