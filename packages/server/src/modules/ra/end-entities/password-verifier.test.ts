import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemRandom } from '../../../kernel/random.ts';
import { makePasswordVerifier, verifyPassword } from './password-verifier.ts';

it('verifies the password in any Unicode form, and no other password', async () => {
  const verifier = await makePasswordVerifier('p\u00e4ss word', systemRandom());
  assert.ok(!verifier.includes('ss word'));
  assert.equal(await verifyPassword('pa\u0308ss word', verifier), true);
  assert.equal(await verifyPassword('pass word', verifier), false);
});

it('makes a different verifier each time', async () => {
  const random = systemRandom();
  assert.notEqual(await makePasswordVerifier('same', random), await makePasswordVerifier('same', random));
});
