import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { didYouMean, KnownWords, nearestWord } from './nearest-word.ts';

describe('the nearest known word', () => {
  const known = ['SIGNATUREALGORITHM', 'DEFAULTKEY', 'keySpec', 'size', 'cas', 'name'];
  const cases: readonly (readonly [what: string, word: string, meant: string | undefined])[] = [
    ['with a character left out', 'SIGNATUREALGORITM', 'SIGNATUREALGORITHM'],
    ['with a character too many', 'DEFAULTKEYS', 'DEFAULTKEY'],
    ['with two characters swapped', 'szie', 'size'],
    ['with another character', 'nane', 'name'],
    ['in another letter case', 'CAS', 'cas'],
    ['with separators', 'key_spec', 'keySpec'],
    ['that is something else altogether', 'validity', undefined],
    ['that is too short to tell', 'x', undefined],
    ['that is empty', '', undefined],
    ['that is longer than any name', 'size'.repeat(1000), undefined],
  ];
  for (const [what, word, meant] of cases) {
    it(`${meant === undefined ? 'is not found for one' : 'is found for one'} ${what}`, () => {
      assert.equal(nearestWord(word, known), meant);
      assert.equal(nearestWord(word, new KnownWords(known)), meant);
    });
  }

  it('is the nearest of several', () => {
    assert.equal(nearestWord('signKeys', ['signingKey', 'signKey', 'sign']), 'signKey');
  });

  it('is never the word itself', () => {
    assert.equal(nearestWord('size', ['size']), undefined);
  });

  it('is put as a question', () => {
    assert.equal(didYouMean('sise', known), " (did you mean 'size'?)");
    assert.equal(didYouMean('validity', known), '');
  });
});
