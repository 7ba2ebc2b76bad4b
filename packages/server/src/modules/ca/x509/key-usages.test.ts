import { keyAlgorithmByName, type KeyUsage } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyUsagesOf } from './key-usages.ts';

const ALL: readonly KeyUsage[] = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
];
const SIGNING = ['digitalSignature', 'nonRepudiation', 'keyCertSign', 'cRLSign'];
const AGREEING = ['keyAgreement', 'encipherOnly', 'decipherOnly'];

describe('the key usages that a key supports', () => {
  for (const [name, expected] of [
    ['RSA', [...SIGNING, 'keyEncipherment', 'dataEncipherment']],
    ['ECDSA', [...SIGNING, ...AGREEING]],
    ['Ed25519', SIGNING],
    ['ML-DSA-65', SIGNING],
    ['SLH-DSA-SHA2-128S', SIGNING],
    ['X25519', AGREEING],
    ['ML-KEM-768', ['keyEncipherment']],
  ] as const) {
    it(`are those of its algorithm: ${name}`, () => {
      assert.deepEqual(keyUsagesOf(keyAlgorithmByName(name), ALL).toSorted(), expected.toSorted());
    });
  }

  it('are only those in the profile, in its order', () => {
    const profile: readonly KeyUsage[] = ['keyEncipherment', 'digitalSignature'];
    assert.deepEqual(keyUsagesOf(keyAlgorithmByName('RSA'), profile), profile);
    assert.deepEqual(keyUsagesOf(keyAlgorithmByName('ECDSA'), profile), ['digitalSignature']);
  });
});
