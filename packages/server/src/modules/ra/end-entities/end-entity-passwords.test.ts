import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemRandom } from '../../../kernel/random.ts';
import { EndEntityPasswords, NO_PASSWORD } from './end-entity-passwords.ts';
import { verifyPassword } from './password-verifier.ts';

/** A transparent sealer, which puts the context before the secret. */
const sealer = {
  seal: (plain: Uint8Array, context: string) =>
    new TextEncoder().encode(`${context}:${new TextDecoder().decode(plain)}`),
  open(sealed: Uint8Array, context: string) {
    const text = new TextDecoder().decode(sealed);
    assert.ok(text.startsWith(`${context}:`));
    return new TextEncoder().encode(text.slice(context.length + 1));
  },
};
const passwords = new EndEntityPasswords({ random: systemRandom(), sealer });

describe('the password of an end entity', () => {
  it('is stored as a verifier', async () => {
    const { passwordVerifier, sealedPassword } = await passwords.keep(1, 'correct horse', { inClear: false });
    assert.equal(await verifyPassword('correct horse', passwordVerifier!), true);
    assert.equal(sealedPassword, undefined);
    assert.equal(passwords.reveal({ id: 1, sealedPassword }), undefined);
  });

  it('is also sealed on request, bound to the end entity', async () => {
    const { sealedPassword } = await passwords.keep(1, 'p\u00e4ss', { inClear: true });
    assert.equal(passwords.reveal({ id: 1, sealedPassword }), 'p\u00e4ss');
    assert.throws(() => passwords.reveal({ id: 2, sealedPassword }));
  });

  it('is absent if it is empty', async () => {
    assert.deepEqual(await passwords.keep(1, '', { inClear: true }), NO_PASSWORD);
  });
});
