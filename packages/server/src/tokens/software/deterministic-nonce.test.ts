import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { curveByName, digest, domainParameters, hashAlgorithmByName } from '@sealwright/pki';
import { deterministicNonce } from './deterministic-nonce.ts';
import { octetsToInteger } from './integer-octets.ts';

/** RFC 6979 §A.2.5 and §A.2.7. */
const KEYS = {
  'P-256': 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
  'P-521':
    '00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75caa896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538',
} as const;

function nonce(curveName: keyof typeof KEYS, hashName: string, text: string, additional = new Uint8Array()): bigint {
  const curve = curveByName(curveName);
  const order = octetsToInteger(domainParameters.find((each) => each.curve === curve)!.order);
  const hash = hashAlgorithmByName(hashName);
  const message = digest(hash, new TextEncoder().encode(text));
  return deterministicNonce(order, curve.bits, Uint8Array.fromHex(KEYS[curveName]), message, hash, additional);
}

describe('the nonce of an ECDSA signature', () => {
  for (const [curve, hash, text, expected] of [
    ['P-256', 'SHA-256', 'sample', 'a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60'],
    ['P-256', 'SHA-256', 'test', 'd16b6ae827f17175e040871a1c7ec3500192c4c92677336ec2537acaee0008e0'],
    ['P-256', 'SHA-1', 'sample', '882905f1227fd620fbf2abf21244f0ba83d0dc3a9103dbbee43a1fb858109db4'],
    ['P-256', 'SHA-512', 'sample', '5fa81c63109badb88c1f367b47da606da28cad69aa22c4fe6ad7df73a7173aa5'],
    [
      'P-521',
      'SHA-256',
      'sample',
      '00edf38afcaaecab4383358b34d67c9f2216c8382aaea44a3dad5fdc9c32575761793fef24eb0fc276dfc4f6e3ec476752f043cf01415387470bcbd8678ed2c7e1a0',
    ],
  ] as const) {
    it(`of '${text}' by ${hash} on ${curve} is that of RFC 6979`, () => {
      assert.equal(nonce(curve, hash, text), BigInt(`0x${expected}`));
    });
  }

  it('is another with other additional data, and another for another message', () => {
    const all = [
      nonce('P-256', 'SHA-256', 'sample'),
      nonce('P-256', 'SHA-256', 'sample', Uint8Array.of(1)),
      nonce('P-256', 'SHA-256', 'sample', Uint8Array.of(2)),
      nonce('P-256', 'SHA-256', 'other', Uint8Array.of(2)),
    ];
    assert.equal(new Set(all).size, all.length);
  });
});
