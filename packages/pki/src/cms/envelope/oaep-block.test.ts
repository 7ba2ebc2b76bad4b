import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { contentKeyOfBlock } from './oaep-block.ts';

describe('a block that RSA decrypted with its padding', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  it('gives the key that OpenSSL has padded, also without the zeros in front', () => {
    const key = randomBytes(32);
    const block = blockOf(key);
    assert.equal(block[0], 0);
    assert.deepEqual(open(block.slice(1)), new Uint8Array(key));
    assert.deepEqual(open(block), new Uint8Array(key));
    assert.deepEqual(block, new Uint8Array(256), 'the block is overwritten');
  });

  it('gives random octets whatever is wrong with it', () => {
    for (let at = 0; at < 256; at++) {
      const block = blockOf(randomBytes(32));
      block[at]! ^= 0x01;
      assert.deepEqual(open(block), INSTEAD, `octet ${at}`);
    }
    assert.deepEqual(open(new Uint8Array()), INSTEAD);
    assert.deepEqual(open(new Uint8Array(256)), INSTEAD);
  });

  it('gives random octets for a key of another length, another label, or another hash', () => {
    for (const [message, options] of [
      [randomBytes(31), {}],
      [randomBytes(33), {}],
      [Buffer.alloc(0), {}],
      [randomBytes(32), { oaepLabel: Buffer.from('label') }],
      [randomBytes(32), { oaepHash: 'sha1' }],
      [randomBytes(32), { padding: constants.RSA_PKCS1_PADDING }],
    ] as const) {
      assert.deepEqual(open(blockOf(message, options)), INSTEAD);
    }
  });

  function blockOf(message: Uint8Array, options: object = {}): Uint8Array {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const encrypted = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256', ...options }, message);
    return new Uint8Array(privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, encrypted));
  }
});

function open(block: Uint8Array): Uint8Array {
  return contentKeyOfBlock(block, 256, () => INSTEAD.slice());
}

const INSTEAD = new Uint8Array(32).fill(0xee);
