import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { parsePublicKey } from '@sealwright/pki';
import { validatePublicKeyAgainstProfile } from './key-rules.ts';

const p256 = parsePublicKey(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'der', type: 'spki' }),
);
const ed25519 = parsePublicKey(generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }));
const any = { keyAlgorithms: undefined, keyBits: undefined, curves: undefined };

describe('validatePublicKeyAgainstProfile', () => {
  it('accepts any key if the profile has no limits', () => {
    validatePublicKeyAgainstProfile(any, p256);
    validatePublicKeyAgainstProfile({ ...any, keyBits: new Set([2048]), curves: new Set(['P-256']) }, p256);
  });

  it('refuses other algorithms, and states the allowed ones', () => {
    assert.throws(() => validatePublicKeyAgainstProfile({ ...any, keyAlgorithms: new Set(['RSA', 'Ed25519']) }, p256), {
      code: 'profile.key_not_allowed',
      message:
        'The certificate profile does not allow keys of the algorithm ECDSA; its availableKeyAlgorithms: RSA, Ed25519.',
    });
  });

  it('refuses other curves', () => {
    assert.throws(
      () => validatePublicKeyAgainstProfile({ ...any, curves: new Set(['P-384']) }, p256),
      /on the curve P-256/,
    );
  });

  it('refuses other key sizes, for algorithms with sizes', () => {
    const rsa = {
      algorithm: { ...p256.algorithm, name: 'RSA', sizing: 'modulus' },
      bits: 2047,
      curve: undefined,
    } as const;
    const profile = { ...any, keyBits: new Set([2048]) };
    assert.throws(
      () => validatePublicKeyAgainstProfile(profile, rsa),
      /RSA keys of 2047 bits; its availableBitLengths: 2048/,
    );
    validatePublicKeyAgainstProfile(profile, { ...rsa, bits: 2048 });
    validatePublicKeyAgainstProfile({ ...profile, curves: new Set() }, ed25519);
  });
});
