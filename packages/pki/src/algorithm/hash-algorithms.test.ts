import assert from 'node:assert/strict';
import { it } from 'node:test';

import { oid } from '../der/index.ts';
import { digest, hashAlgorithmByName, hashAlgorithmByOid, hashAlgorithms, startDigest } from './hash-algorithms.ts';

const abc = new TextEncoder().encode('abc');

for (const algorithm of hashAlgorithms) {
  it(`gives ${algorithm.name} the length of what node:crypto computes`, () => {
    assert.equal(digest(algorithm, abc).length, algorithm.length);
    assert.deepEqual(digest(algorithm, abc), new Uint8Array(startDigest(algorithm).update('a').update('bc').digest()));
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

it('takes as many octets from SHAKE as CMS does (RFC 8702 §3.1)', () => {
  // The first octets of both functions for 'abc', as `openssl dgst -shake128 -xoflen 32` and `-shake256 -xoflen 64` print them.
  const shake128 = '5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8';
  const shake256 = '483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739';
  assert.equal(digest(hashAlgorithmByName('SHAKE128'), abc).toHex(), shake128);
  assert.equal(digest(hashAlgorithmByName('SHAKE256'), abc).subarray(0, 32).toHex(), shake256);
});
