import assert from 'node:assert/strict';
import { it } from 'node:test';
import { javaHashCode } from './java-hash-code.ts';

it('returns the values that Java computes', () => {
  assert.equal(javaHashCode('CN=Issuing CA,O=Test,C=SE'), -1150572442);
  assert.equal(javaHashCode(''), 0);
  assert.equal(javaHashCode('CN=Aa'), javaHashCode('CN=BB'));
});
