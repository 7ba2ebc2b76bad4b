import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';

import { readDer, writeDer } from '../der/index.ts';
import {
  findKeyAlgorithm,
  keyAlgorithmByName,
  keyAlgorithms,
  keySpecification,
  securityStrength,
} from './key-algorithms.ts';
import { curveByName, findCurve, namedCurves } from './named-curves.ts';

describe('key algorithms', () => {
  for (const algorithm of keyAlgorithms.filter(({ sizing }) => sizing === 'fixed')) {
    it(`gives ${algorithm.name} the identifier and length that OpenSSL knows`, () => {
      const { publicKeyOctets } = algorithm.fixed!;
      const spki = writeDer((writer) =>
        writer.sequence(() =>
          writer.sequence(() => writer.oid(algorithm.oid)).bitString(new Uint8Array(publicKeyOctets)),
        ),
      );
      const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
      assert.equal(key.asymmetricKeyType, algorithm.nodeType);
    });
  }

  it('finds an algorithm by alias and in any case', () => {
    assert.equal(keyAlgorithmByName('EC').name, 'ECDSA');
    assert.equal(keyAlgorithmByName('ed25519').name, 'Ed25519');
    assert.equal(keyAlgorithmByName('slh-dsa-sha2-128s').name, 'SLH-DSA-SHA2-128S');
  });

  it('finds each algorithm by its identifier', () => {
    for (const algorithm of keyAlgorithms) assert.equal(findKeyAlgorithm(algorithm.oid), algorithm);
  });

  it('refuses an unknown name', () => {
    assert.throws(() => keyAlgorithmByName('FALCON-512'), { code: 'algorithm.unknown' });
  });

  it('counts security strength as NIST SP 800-57 does', () => {
    const strength = (name: string, bits: number): number => securityStrength(keyAlgorithmByName(name), bits);
    assert.deepEqual(
      [1023, 1024, 2048, 3072, 4096, 7680, 15_360].map((bits) => strength('RSA', bits)),
      [0, 80, 112, 128, 128, 192, 256],
    );
    assert.deepEqual(
      [224, 256, 384, 521].map((bits) => strength('EC', bits)),
      [112, 128, 192, 256],
    );
    assert.equal(strength('ML-DSA-65', 0), 192);
  });

  it('specifies RSA by size, ECDSA by curve and the rest by name', () => {
    assert.equal(keySpecification(keyAlgorithmByName('RSA'), 3072, undefined), '3072');
    assert.equal(keySpecification(keyAlgorithmByName('EC'), 256, curveByName('prime256v1')), 'P-256');
    assert.equal(keySpecification(keyAlgorithmByName('Ed448'), 448, undefined), 'Ed448');
  });
});

describe('named curves', () => {
  for (const curve of namedCurves) {
    it(`gives ${curve.name} the identifier that OpenSSL writes`, () => {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: curve.nodeName });
      const written = readDer(publicKey.export({ format: 'der', type: 'spki' }), (reader) => {
        const parameters = reader.readSequence().readSequence();
        parameters.readOid();
        return parameters.readOid();
      });
      assert.equal(findCurve(written), curve);
    });
  }

  it('finds a curve by each of its names in any case', () => {
    for (const name of ['P-256', 'secp256r1', 'prime256v1', 'SECP256R1']) assert.equal(curveByName(name).name, 'P-256');
  });

  it('refuses an unknown name', () => {
    assert.throws(() => curveByName('P-192'), { code: 'algorithm.unknown' });
  });
});
