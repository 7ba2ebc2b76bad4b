import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, publicDecrypt, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { writeDer } from '../der/index.ts';
import { encodeAlgorithmIdentifier, NULL_PARAMETERS } from './algorithm-identifier.ts';
import { decodeDigestInfo, encodeDigestInfo } from './digest-info.ts';
import { digest, hashAlgorithmByName, hashAlgorithms } from './hash-algorithms.ts';

const data = new TextEncoder().encode('to be signed');
const sha256 = hashAlgorithmByName('SHA-256');

describe('a DigestInfo', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  for (const hash of hashAlgorithms.filter(({ name }) => !name.startsWith('SHAKE'))) {
    it(`of ${hash.name} is what OpenSSL signs, and is read again`, () => {
      const signature = sign(hash.nodeName, data, privateKey);
      const signed = publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
      const info = { hash, digest: digest(hash, data) };
      assert.deepEqual(encodeDigestInfo(info), new Uint8Array(signed));
      assert.deepEqual(decodeDigestInfo(new Uint8Array(signed)), info);
    });
  }

  it('holds a digest of the length of its hash', () => {
    const short = new Uint8Array(31);
    assert.throws(() => encodeDigestInfo({ hash: sha256, digest: short }), RangeError);
    assert.throws(() => decodeDigestInfo(info(NULL_PARAMETERS, short)), { code: 'algorithm.bad_parameters' });
  });

  it('has its NULL', () => {
    assert.throws(() => decodeDigestInfo(info(undefined, new Uint8Array(32))), { code: 'algorithm.bad_parameters' });
  });

  it('is all there is', () => {
    const more = new Uint8Array([...encodeDigestInfo({ hash: sha256, digest: new Uint8Array(32) }), 0]);
    assert.throws(() => decodeDigestInfo(more), { code: 'der.trailing_bytes' });
    assert.throws(() => decodeDigestInfo(new Uint8Array(32)), { name: 'DerError' });
  });
});

function info(parameters: Uint8Array | undefined, octets: Uint8Array): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => writer.raw(encodeAlgorithmIdentifier(sha256.oid, parameters)).octetString(octets)),
  );
}
