import assert from 'node:assert/strict';
import { createPublicKey, ECDH, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';
import { curveByName, keyAlgorithms, namedCurves, parsePublicKey, writeDer } from '@sealwright/pki';
import { CKA, CKK, CKP } from './cryptoki.ts';
import { ecPoint, publicKeyOf } from './public-key-of.ts';

const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ format: 'der', type: 'spki' }));
const octetString = (content: Uint8Array) => writeDer((writer) => writer.octetString(content));
const certificate = undefined;

describe('the point of a public key', () => {
  const curve = curveByName('P-256');
  const point = parsePublicKey(spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)).keyBytes;

  it('is read within an OCTET STRING and without one', () => {
    assert.deepEqual(ecPoint(octetString(point), curve), point);
    assert.deepEqual(ecPoint(point, curve), point);
  });

  it('is read in its compressed form', () => {
    const compressed = new Uint8Array(
      ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'compressed') as Buffer,
    );
    assert.deepEqual(ecPoint(compressed, curve), point);
    assert.deepEqual(ecPoint(octetString(compressed), curve), point);
  });

  it('of another length or form is not one', () => {
    for (const other of [
      new Uint8Array(),
      point.subarray(1),
      octetString(point.subarray(0, 64)),
      Uint8Array.of(5, ...point.subarray(1)),
    ]) {
      assert.equal(ecPoint(other, curve), undefined);
    }
  });
});

describe('the public key of a private key in a token', () => {
  for (const { name, nodeName, oid } of namedCurves) {
    it(`is made of curve and point on ${name}`, () => {
      const spki = spkiOf(generateKeyPairSync('ec', { namedCurve: nodeName }).publicKey);
      const attributes = {
        [CKA.EC_PARAMS]: writeDer((writer) => writer.oid(oid)),
        [CKA.EC_POINT]: octetString(parsePublicKey(spki).keyBytes),
      };
      assert.deepEqual(publicKeyOf({ keyType: CKK['CKK_EC']!, attributes, certificate })?.der, spki);
    });
  }

  it('is made of modulus and exponent, with or without zeros before them', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const modulus = Uint8Array.fromBase64(n, { alphabet: 'base64url' });
    const exponent = Uint8Array.fromBase64(e, { alphabet: 'base64url' });
    for (const zeros of [0, 1, 5]) {
      const attributes = {
        [CKA.MODULUS]: Uint8Array.of(...new Uint8Array(zeros), ...modulus),
        [CKA.PUBLIC_EXPONENT]: Uint8Array.of(...new Uint8Array(zeros), ...exponent),
      };
      assert.deepEqual(publicKeyOf({ keyType: CKK['CKK_RSA']!, attributes, certificate })?.der, spkiOf(publicKey));
    }
  });

  for (const [type, words] of [
    ['ed25519', 'edwards25519'],
    ['ed448', 'edwards448'],
    ['x25519', 'curve25519'],
    ['x448', 'curve448'],
  ] as const) {
    it(`is made of the name of its curve, in words or numbers, and its point for ${type}`, () => {
      const spki = spkiOf(generateKeyPairSync(type as 'ed25519').publicKey);
      const { keyBytes, algorithm } = parsePublicKey(spki);
      const keyType = CKK[type.startsWith('ed') ? 'CKK_EC_EDWARDS' : 'CKK_EC_MONTGOMERY']!;
      for (const parameters of [
        writeDer((writer) => writer.oid(algorithm.oid)),
        writeDer((writer) => writer.ascii(words, 0x13)),
      ]) {
        for (const point of [keyBytes, octetString(keyBytes)]) {
          const attributes = { [CKA.EC_PARAMS]: parameters, [CKA.EC_POINT]: point };
          assert.deepEqual(publicKeyOf({ keyType, attributes, certificate })?.der, spki);
        }
      }
    });
  }

  for (const { name, nodeType, pkcs11 } of keyAlgorithms.filter(({ pkcs11 }) => pkcs11?.parameterSet)) {
    it(`is made of its parameter set and value for ${name}`, () => {
      const spki = spkiOf(generateKeyPairSync(nodeType as 'ml-dsa-44').publicKey);
      const attributes = {
        [CKA.PARAMETER_SET]: Uint8Array.of(CKP[pkcs11!.parameterSet!]!, 0, 0, 0, 0, 0, 0, 0),
        [CKA.VALUE]: parsePublicKey(spki).keyBytes,
      };
      const made = publicKeyOf({ keyType: CKK[pkcs11!.keyType]!, attributes, certificate });
      assert.deepEqual(made?.der, spki);
      assert.ok(createPublicKey({ key: Buffer.from(made.der), format: 'der', type: 'spki' }));
    });
  }

  it('is taken from CKA_PUBLIC_KEY_INFO when nothing else tells it', () => {
    const spki = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey);
    const attributes = { [CKA.PUBLIC_KEY_INFO]: spki };
    assert.deepEqual(publicKeyOf({ keyType: CKK['CKK_EC']!, attributes, certificate })?.der, spki);
  });

  it('is unknown when the token tells nothing, nonsense, or of another kind of key', () => {
    const EC = CKK['CKK_EC']!;
    const curve = writeDer((writer) => writer.oid(curveByName('P-256').oid));
    for (const [keyType, attributes] of [
      [EC, {}],
      [EC, { [CKA.EC_PARAMS]: new Uint8Array(), [CKA.EC_POINT]: new Uint8Array() }],
      [EC, { [CKA.EC_PARAMS]: curve, [CKA.EC_POINT]: Uint8Array.of(4, 255) }],
      [EC, { [CKA.EC_PARAMS]: Uint8Array.of(6, 255), [CKA.EC_POINT]: Uint8Array.of(4) }],
      [EC, { [CKA.PUBLIC_KEY_INFO]: Uint8Array.of(0x30, 0) }],
      [0x1f, { [CKA.VALUE]: new Uint8Array(32) }],
      [CKK['CKK_ML_DSA']!, { [CKA.PARAMETER_SET]: Uint8Array.of(9), [CKA.VALUE]: new Uint8Array(1312) }],
    ] as const) {
      assert.equal(publicKeyOf({ keyType, attributes, certificate }), undefined);
    }
  });
});
