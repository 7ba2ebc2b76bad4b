import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyAlgorithms } from '@sealwright/pki';
import { type KeyUsage, planKeyPair } from '../../modules/crypto-tokens/index.ts';
import { CKA, CKM } from './cryptoki.ts';
import { keyTemplates } from './key-templates.ts';

const NONE = { publicKey: [], privateKey: [] };

function templates(algorithm: string, specification = '', keyUsage?: KeyUsage, overrides = NONE) {
  const plan = planKeyPair({ algorithm, specification, keyUsage });
  const { mechanism, publicTemplate, privateTemplate } = keyTemplates(plan, 'k', Uint8Array.of(7), keyUsage, overrides);
  return { mechanism, publicKey: new Map(publicTemplate), privateKey: new Map(privateTemplate) };
}

describe('the template of a key pair', () => {
  for (const { name } of keyAlgorithms.filter(({ generates }) => generates)) {
    it(`of ${name} keeps the private key in the token, and ties both halves together`, () => {
      const specification = name === 'RSA' ? '2048' : name === 'ECDSA' ? 'P-256' : '';
      const { mechanism, publicKey, privateKey } = templates(name, specification);
      assert.equal(typeof mechanism, 'number');
      for (const [type, value] of [
        [CKA.TOKEN, true],
        [CKA.PRIVATE, true],
        [CKA.SENSITIVE, true],
        [CKA.EXTRACTABLE, false],
        [CKA.LABEL, 'k'],
      ] as const) {
        assert.equal(privateKey.get(type), value);
      }
      assert.deepEqual(privateKey.get(CKA.ID), Uint8Array.of(7));
      assert.deepEqual(publicKey.get(CKA.ID), Uint8Array.of(7));
      assert.equal(publicKey.get(CKA.TOKEN), true);
    });
  }

  it('says the size of an RSA key, and its exponent', () => {
    const { mechanism, publicKey } = templates('RSA', '3072');
    assert.equal(mechanism, CKM['CKM_RSA_PKCS_KEY_PAIR_GEN']);
    assert.equal(publicKey.get(CKA.MODULUS_BITS), 3072);
    assert.deepEqual(publicKey.get(CKA.PUBLIC_EXPONENT), Uint8Array.of(1, 0, 1));
  });

  it('names a curve by its identifier', () => {
    const parameters = (algorithm: string, specification = '') =>
      (templates(algorithm, specification).publicKey.get(CKA.EC_PARAMS) as Uint8Array).toHex();
    assert.equal(parameters('EC', 'P-256'), '06082a8648ce3d030107');
    assert.equal(parameters('EC', 'brainpoolP384r1'), '06092b240303020801010b');
    assert.equal(parameters('Ed25519'), '06032b6570');
    assert.equal(parameters('X448'), '06032b656f');
  });

  it('names a parameter set by its number', () => {
    for (const [algorithm, mechanism, number] of [
      ['ML-DSA-44', 'CKM_ML_DSA_KEY_PAIR_GEN', 1],
      ['ML-DSA-87', 'CKM_ML_DSA_KEY_PAIR_GEN', 3],
      ['ML-KEM-768', 'CKM_ML_KEM_KEY_PAIR_GEN', 2],
      ['SLH-DSA-SHA2-128S', 'CKM_SLH_DSA_KEY_PAIR_GEN', 1],
      ['SLH-DSA-SHAKE-256F', 'CKM_SLH_DSA_KEY_PAIR_GEN', 12],
    ] as const) {
      const made = templates(algorithm);
      assert.deepEqual([made.mechanism, made.publicKey.get(CKA.PARAMETER_SET)], [CKM[mechanism], number], algorithm);
    }
  });

  it('gives way to the settings of the token', () => {
    const { privateKey } = templates('EC', 'P-256', undefined, {
      publicKey: [],
      privateKey: [[CKA.DERIVE, false]] as never,
    });
    assert.equal(privateKey.get(CKA.DERIVE), false);
    assert.equal(privateKey.get(CKA.SIGN), true);
  });
});

describe('the uses of a private key', () => {
  for (const [algorithm, specification, usage, uses] of [
    ['RSA', '2048', undefined, ['SIGN', 'DECRYPT', 'UNWRAP']],
    ['RSA', '2048', 'SIGN', ['SIGN']],
    ['RSA', '2048', 'ENCRYPT', ['DECRYPT', 'UNWRAP']],
    ['RSA', '2048', 'SIGN_ENCRYPT', ['SIGN', 'DECRYPT', 'UNWRAP']],
    ['EC', 'P-256', undefined, ['SIGN', 'DERIVE']],
    ['EC', 'P-256', 'SIGN', ['SIGN']],
    ['EC', 'P-256', 'ENCRYPT', ['DERIVE']],
    ['Ed25519', '', undefined, ['SIGN']],
    ['ML-DSA-65', '', 'SIGN', ['SIGN']],
    ['X25519', '', undefined, ['DERIVE']],
    ['ML-KEM-768', '', 'ENCRYPT', ['DECAPSULATE']],
  ] as const) {
    it(`of ${algorithm} for ${usage ?? 'any use'} are ${uses.join(', ')}`, () => {
      const { privateKey } = templates(algorithm, specification, usage);
      const named = (['SIGN', 'DECRYPT', 'UNWRAP', 'DERIVE', 'DECAPSULATE'] as const).filter(
        (use) => privateKey.get(CKA[use]) === true,
      );
      assert.deepEqual(named, uses);
    });
  }
});
