import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shortened } from './shortened.ts';

it('shortens what is longer, and halves no character', () => {
  assert.equal(shortened('abcd', 4), 'abcd');
  assert.equal(shortened('abcde', 4), 'abcd...');
  assert.equal(shortened('abc\u{1f600}', 4), 'abc\ufffd...');
  assert.equal(shortened('a\ud83d', 4), 'a\ufffd');
});
