import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';

import { type DerWriter, oid, type Oid, Tag, writeDer } from '../der/index.ts';
import { parsePublicKey } from './public-key.ts';

const RSA = oid('1.2.840.113549.1.1.1');
const EC = oid('1.2.840.10045.2.1');
const P256 = oid('1.2.840.10045.3.1.7');
const p256 = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);

describe('a public key', () => {
  const keys: [string, KeyObject, { name: string; bits: number; specification: string }][] = [
    ['rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey, expected('RSA', 2048, '2048')],
    // Not a multiple of 8: the bits are counted, not the octets.
    ['rsa', generateKeyPairSync('rsa', { modulusLength: 1025 }).publicKey, expected('RSA', 1025, '1025')],
    [
      'rsa-pss',
      generateKeyPairSync('rsa-pss', { modulusLength: 1024 }).publicKey,
      expected('RSASSA-PSS', 1024, '1024'),
    ],
    ['ec', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey, expected('ECDSA', 521, 'P-521')],
    [
      'dsa',
      generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey,
      expected('DSA', 1024, '1024'),
    ],
    ['ed25519', generateKeyPairSync('ed25519').publicKey, expected('Ed25519', 255, 'Ed25519')],
    ['x448', generateKeyPairSync('x448').publicKey, expected('X448', 448, 'X448')],
    ['ml-dsa-44', generateKeyPairSync('ml-dsa-44').publicKey, expected('ML-DSA-44', 10_496, 'ML-DSA-44')],
    ['ml-kem-768', generateKeyPairSync('ml-kem-768').publicKey, expected('ML-KEM-768', 9472, 'ML-KEM-768')],
  ];
  for (const [type, keyObject, { name, bits, specification }] of keys) {
    it(`of type ${type} is recognised as ${name} ${specification}`, () => {
      const key = parsePublicKey(spkiOf(keyObject));
      assert.equal(key.algorithm.name, name);
      assert.equal(key.bits, bits);
      assert.equal(key.specification, specification);
      assert.equal(key.keyObject.equals(keyObject), true);
    });
  }

  it('has the SHA-1 of its bits as identifier (RFC 5280 §4.2.1.2)', () => {
    const key = parsePublicKey(p256);
    assert.equal(key.keyBytes.length, 65);
    assert.equal(key.keyIdentifier.toHex(), createHash('sha1').update(p256.subarray(-65)).digest('hex'));
  });

  it('has the SHA-256 of the whole structure as fingerprint', () => {
    assert.equal(parsePublicKey(p256).sha256Fingerprint, createHash('sha256').update(p256).digest('hex'));
  });

  it('keeps its octets', () => assert.deepEqual(parsePublicKey(p256).der, p256));

  it('makes its KeyObject once', () => {
    const key = parsePublicKey(p256);
    assert.equal(key.keyObject, key.keyObject);
  });
});

describe('an RSA key', () => {
  const modulus = (bits: number): bigint => (1n << BigInt(bits - 1)) + 1n;

  it('may have the exponents 3 and 65537, and any odd one of 64 bits', () => {
    for (const exponent of [3n, 65_537n, (1n << 64n) - 1n])
      assert.equal(parsePublicKey(rsa(modulus(2048), exponent)).bits, 2048);
  });

  it('may have 1,024 to 16,384 bits', () => {
    for (const bits of [1024, 16_384]) assert.equal(parsePublicKey(rsa(modulus(bits), 3n)).bits, bits);
  });

  const refused: [string, bigint, bigint, string][] = [
    ['1,023 bits', modulus(1023), 65_537n, 'key.bad_size'],
    ['16,385 bits', modulus(16_385), 65_537n, 'key.bad_size'],
    ['an even modulus', modulus(2048) + 1n, 65_537n, 'key.bad_modulus'],
    ['a negative modulus', -modulus(2048), 65_537n, 'key.bad_modulus'],
    ['the modulus zero', 0n, 65_537n, 'key.bad_modulus'],
    ['the exponent 1', modulus(2048), 1n, 'key.bad_exponent'],
    ['the exponent zero', modulus(2048), 0n, 'key.bad_exponent'],
    ['an even exponent', modulus(2048), 65_536n, 'key.bad_exponent'],
    ['a negative exponent', modulus(2048), -3n, 'key.bad_exponent'],
    ['an exponent of 65 bits', modulus(2048), (1n << 64n) + 1n, 'key.bad_exponent'],
  ];
  for (const [what, n, e, code] of refused) {
    it(`is refused with ${what}`, () => assert.throws(() => parsePublicKey(rsa(n, e)), { code }));
  }

  it('is refused without its NULL, which would be a second encoding of one key', () => {
    const content = writeDer((writer) => writer.sequence(() => writer.integer(modulus(2048)).integer(3)));
    assert.throws(() => parsePublicKey(spki(RSA, () => {}, content)), { code: 'key.bad_parameters' });
  });
});

describe('an elliptic curve key', () => {
  const point = p256.subarray(-65);
  const onP256 = (content: Uint8Array): Uint8Array => spki(EC, (writer) => writer.oid(P256), content);

  it('is refused when its point is compressed', () => {
    const compressed = Uint8Array.of(2 + (point[64]! & 1), ...point.subarray(1, 33));
    assert.throws(() => parsePublicKey(onP256(compressed)), { code: 'key.compressed_point' });
  });

  const badPoints: Record<string, Uint8Array> = {
    'is the point at infinity': Uint8Array.of(0),
    'is too short': point.subarray(0, 64),
    'is of another form': Uint8Array.of(6, ...point.subarray(1)),
    'is empty': new Uint8Array(0),
  };
  for (const [what, content] of Object.entries(badPoints)) {
    it(`is refused when its point ${what}`, () => {
      assert.throws(() => parsePublicKey(onP256(content)), { code: 'key.bad_point' });
    });
  }

  it('is refused when it is first used and its point is off the curve', () => {
    const offCurve = Uint8Array.from(point);
    offCurve[64]! ^= 1;
    const key = parsePublicKey(onP256(offCurve));
    assert.throws(() => key.keyObject, { code: 'key.invalid' });
  });

  it('is refused with explicit parameters', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' });
    assert.throws(() => parsePublicKey(spkiOf(publicKey)), { code: 'key.explicit_curve' });
  });

  it('is refused on a curve that is not in the table', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime192v1' });
    assert.throws(() => parsePublicKey(spkiOf(publicKey)), { code: 'key.unsupported_curve' });
  });

  it('is refused without a curve', () => {
    assert.throws(() => parsePublicKey(spki(EC, (writer) => writer.null(), point)), { code: 'key.bad_parameters' });
    assert.throws(() => parsePublicKey(spki(EC, () => {}, point)), { code: 'key.bad_parameters' });
  });
});

describe('other keys', () => {
  it('are refused when their algorithm is unknown', () => {
    assert.throws(() => parsePublicKey(spki(oid('1.2.3'), () => {}, new Uint8Array(32))), {
      code: 'key.unknown_algorithm',
    });
  });

  it('are refused with parameters that do not belong there (RFC 8410 §3)', () => {
    const ed25519 = spki(oid('1.3.101.112'), (writer) => writer.null(), new Uint8Array(32));
    assert.throws(() => parsePublicKey(ed25519), { code: 'key.bad_parameters' });
  });

  it('are refused with another length than that of their algorithm', () => {
    const ed25519 = spki(oid('1.3.101.112'), () => {}, new Uint8Array(33));
    assert.throws(() => parsePublicKey(ed25519), { code: 'key.bad_size' });
  });

  it('are refused when DSA parameters are inherited', () => {
    const dsa = spki(oid('1.2.840.10040.4.1'), () => {}, Uint8Array.of(Tag.integer, 1, 5));
    assert.throws(() => parsePublicKey(dsa), { code: 'key.bad_parameters' });
  });

  it('are refused with bits left over, or bytes behind them', () => {
    const unused = Uint8Array.from(spki(oid('1.3.101.112'), () => {}, new Uint8Array(32)));
    unused[unused.length - 33] = 1;
    assert.throws(() => parsePublicKey(unused), { code: 'der.bad_value' });
    assert.throws(() => parsePublicKey(Uint8Array.of(...p256, 0)), { code: 'der.trailing_bytes' });
  });
});

function expected(
  name: string,
  bits: number,
  specification: string,
): { name: string; bits: number; specification: string } {
  return { name, bits, specification };
}

function spkiOf(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }));
}

function rsa(modulus: bigint, exponent: bigint): Uint8Array {
  const key = writeDer((writer) => writer.sequence(() => writer.integer(modulus).integer(exponent)));
  return spki(RSA, (writer) => writer.null(), key);
}

function spki(algorithm: Oid, parameters: (writer: DerWriter) => void, key: Uint8Array): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() => {
      writer.sequence(() => {
        writer.oid(algorithm);
        parameters(writer);
      });
      writer.bitString(key);
    }),
  );
}
