import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PbeDigest, SHA1, SHA256 } from './pbe-algorithms.ts';
import { derivePkcs12 } from './pkcs12-kdf.ts';
import { WorkBudget } from './work-budget.ts';

const SHA512: PbeDigest = { ...SHA256, name: 'sha512', octets: 64, blockOctets: 128 };
const SHA3_256: PbeDigest = { ...SHA256, name: 'sha3-256', octets: 32, blockOctets: 136 };
const derive = (digest: PbeDigest, iterations: number, budget: number) =>
  derivePkcs12(
    { digest, password: Uint8Array.of(0, 0x61, 0, 0), salt: Uint8Array.of(1, 2, 3), iterations },
    'mac',
    digest.octets,
    new WorkBudget('pkcs12', budget),
  );

describe('the derivation of PKCS #12', () => {
  for (const digest of [SHA1, SHA256]) {
    it(`is charged its iterations with ${digest.name}`, async () => {
      assert.equal((await derive(digest, 1000, 1000)).length, digest.octets);
      await assert.rejects(derive(digest, 1000, 999), { code: 'pkcs12.too_many_iterations' });
    });
  }

  for (const digest of [SHA512, SHA3_256]) {
    it(`is charged several times its iterations with ${digest.name}, which is slower`, async () => {
      await assert.rejects(derive(digest, 1000, 7999), { code: 'pkcs12.too_many_iterations' });
      assert.equal((await derive(digest, 1000, 8000)).length, digest.octets);
    });
  }

  it('leaves room for 100,000 iterations of a slow digest where two million of a quick one are allowed', async () => {
    assert.equal((await derive(SHA512, 100_000, 2_000_000)).length, 64);
  });
});
