import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decryptRc2Cbc } from './rc2.ts';

// RFC 2268 §5: key, effective bits, plaintext, ciphertext.
const VECTORS: readonly (readonly [string, number, string, string])[] = [
  ['0000000000000000', 63, '0000000000000000', 'ebb773f993278eff'],
  ['ffffffffffffffff', 64, 'ffffffffffffffff', '278b27e42e2f0d49'],
  ['3000000000000000', 64, '1000000000000001', '30649edf9be7d2c2'],
  ['88', 64, '0000000000000000', '61a8a244adacccf0'],
  ['88bca90e90875a', 64, '0000000000000000', '6ccf4308974c267f'],
  ['88bca90e90875a7f0f79c384627bafb2', 64, '0000000000000000', '1a807d272bbe5db1'],
  ['88bca90e90875a7f0f79c384627bafb2', 128, '0000000000000000', '2269552ab0f85ca6'],
  ['88bca90e90875a7f0f79c384627bafb216f80a6f85920584c42fceb0be255daf1e', 129, '0000000000000000', '5b78d3a43dfff1f1'],
];

for (const [key, bits, plaintext, ciphertext] of VECTORS) {
  it(`decrypts the vector of RFC 2268 §5 with ${key.length / 2} octets and ${bits} bits`, () => {
    const decrypted = decryptRc2Cbc(Uint8Array.fromHex(key), bits, new Uint8Array(8), Uint8Array.fromHex(ciphertext));
    assert.equal(decrypted.toHex(), plaintext);
  });
}

it('chains blocks', () => {
  // Made with `openssl enc -provider legacy -rc2-cbc`: OpenSSL 3.0, the 16 letters A, a block of padding behind them.
  const key = Uint8Array.fromHex('000102030405060708090a0b0c0d0e0f');
  const iv = Uint8Array.fromHex('0011223344556677');
  const decrypted = decryptRc2Cbc(key, 128, iv, Uint8Array.fromHex('3223f5f3264cca270142c7f8d4dd9c528c84bdd5092b21a0'));
  assert.equal(decrypted.toHex(), '41'.repeat(16) + '08'.repeat(8));
});
