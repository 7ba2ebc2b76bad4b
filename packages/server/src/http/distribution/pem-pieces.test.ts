import assert from 'node:assert/strict';
import { formatPem } from '@sealwright/pki';
import { it } from 'node:test';
import { pemLength, pemPieces } from './pem-pieces.ts';

async function* inPieces(octets: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
}

async function textOf(octets: Uint8Array, size: number, start: number, end: number): Promise<string> {
  let text = '';
  for await (const piece of pemPieces('X509 CRL', inPieces(octets, size), { start, end }))
    text += new TextDecoder().decode(piece);
  return text;
}

for (const length of [1, 47, 48, 49, 95, 96, 97, 1000]) {
  it(`writes the PEM of ${length} octets as of a whole, in pieces of any size, and any range of it`, async () => {
    const octets = Uint8Array.from({ length }, (_, index) => index % 251);
    const whole = formatPem('X509 CRL', octets);
    assert.equal(pemLength('X509 CRL', length), whole.length);
    for (const size of [1, 7, 48, 192, 5000]) {
      assert.equal(await textOf(octets, size, 0, whole.length), whole, `pieces of ${size}`);
      const [start, end] = [Math.floor(whole.length / 3), whole.length - 5];
      assert.equal(await textOf(octets, size, start, end), whole.slice(start, end), `a range, pieces of ${size}`);
    }
  });
}
