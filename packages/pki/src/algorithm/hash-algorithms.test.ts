import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';

import { oid } from '../der/index.ts';
import { hashAlgorithmByName, hashAlgorithmByOid, hashAlgorithms } from './hash-algorithms.ts';

for (const algorithm of hashAlgorithms) {
  it(`gives ${algorithm.name} the length of what node:crypto computes`, () => {
    assert.equal(hash(algorithm.nodeName, 'abc', 'buffer').length, algorithm.length);
    assert.equal(hashAlgorithmByOid(algorithm.oid), algorithm);
  });
}

it('finds a hash with and without hyphens', () => {
  for (const name of ['SHA-256', 'SHA256', 'sha256']) assert.equal(hashAlgorithmByName(name).name, 'SHA-256');
});

it('keeps SHA-2 and SHA-3 apart', () => {
  assert.equal(hashAlgorithmByName('SHA3256').name, 'SHA3-256');
  assert.equal(hashAlgorithmByName('SHA384').name, 'SHA-384');
});

it('refuses an unknown hash by name and by identifier', () => {
  assert.throws(() => hashAlgorithmByName('MD2'), { code: 'algorithm.unknown' });
  assert.throws(() => hashAlgorithmByOid(oid('1.2.840.113549.2.2')), { code: 'algorithm.unknown' });
});
