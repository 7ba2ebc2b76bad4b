import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import {
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  hashAlgorithmByName,
  readAlgorithmIdentifier,
  signatureAlgorithmByName,
  signatureAlgorithms,
} from '../algorithm/index.ts';
import { oid, readDer, writeDer } from '../der/index.ts';
import { digestAlgorithmOf, signerAlgorithms, signerSignatureAlgorithm } from './signer-algorithms.ts';

const identifier = (der: Uint8Array): AlgorithmIdentifier => readDer(der, readAlgorithmIdentifier);
const algorithmsOf = (name: string, digest?: string) =>
  signerAlgorithms(signatureAlgorithmByName(name), {
    digest: digest === undefined ? undefined : hashAlgorithmByName(digest),
  });
const bits = (value: number) => writeDer((writer) => writer.integer(value));

describe('the algorithms of a signer', () => {
  for (const algorithm of signatureAlgorithms) {
    it(`are read as they are written: ${algorithm.name}`, () => {
      const { digest, digestDer, signatureDer } = signerAlgorithms(algorithm);
      assert.equal(digestAlgorithmOf(identifier(digestDer)), digest);
      assert.equal(signerSignatureAlgorithm(identifier(signatureDer), digest).name, algorithm.name);
    });
  }

  it('have the digest that the algorithm goes with', () => {
    const usual = (name: string) => algorithmsOf(name).digest.name;
    assert.equal(usual('SHA384withECDSA'), 'SHA-384');
    assert.equal(usual('Ed25519'), 'SHA-512');
    assert.equal(usual('Ed448'), 'SHAKE256');
    assert.equal(usual('ML-DSA-44'), 'SHA-512');
    assert.equal(usual('SLH-DSA-SHA2-128F'), 'SHA-256');
    assert.equal(usual('SLH-DSA-SHA2-192S'), 'SHA-512');
    assert.equal(usual('SLH-DSA-SHAKE-128S'), 'SHAKE128');
    assert.equal(usual('SLH-DSA-SHAKE-256F'), 'SHAKE256');
  });

  it('spell out the length of SHAKE256 under Ed448 with signed attributes only (RFC 8419 §3)', () => {
    const ed448 = signatureAlgorithmByName('Ed448');
    assert.equal(signerAlgorithms(ed448).digestDer.toHex(), '300f060960864801650304021202020200');
    assert.equal(signerAlgorithms(ed448, { direct: true }).digestDer.toHex(), '300b060960864801650304020c');
  });

  it('take the digest of a client where the algorithm leaves the choice', () => {
    assert.equal(algorithmsOf('ML-DSA-65', 'SHA3-384').digest.name, 'SHA3-384');
    assert.equal(algorithmsOf('SHA256WithRSA', 'SHA-256').digest.name, 'SHA-256');
  });

  it('are refused with a digest that does not go with the algorithm', () => {
    for (const [name, digest] of [
      ['SHA256WithRSA', 'SHA-512'],
      ['SHA256withECDSA', 'SHA-384'],
      ['Ed25519', 'SHA-256'],
      ['Ed448', 'SHA-512'],
    ] as const)
      assert.throws(() => algorithmsOf(name, digest), { code: 'cms.digest_not_allowed' });
  });
});

describe('a digest algorithm', () => {
  it('is refused with parameters that are not its own', () => {
    for (const [id, parameters] of [
      ['2.16.840.1.101.3.4.2.1', bits(256)],
      ['2.16.840.1.101.3.4.2.18', bits(256)],
      ['2.16.840.1.101.3.4.2.17', bits(512)],
    ] as const)
      assert.throws(() => digestAlgorithmOf(identifier(encodeAlgorithmIdentifier(oid(id), parameters))), {
        code: 'algorithm.bad_parameters',
      });
  });

  it('is refused when nobody knows it', () => {
    assert.throws(() => digestAlgorithmOf(identifier(encodeAlgorithmIdentifier(oid('1.2.3')))), {
      code: 'algorithm.unknown',
    });
  });

  it('gives id-dsa its hash', () => {
    const idDsa = identifier(encodeAlgorithmIdentifier(oid('1.2.840.10040.4.1')));
    assert.equal(signerSignatureAlgorithm(idDsa, hashAlgorithmByName('SHA-1')).name, 'SHA1WithDSA');
    assert.throws(() => signerSignatureAlgorithm(idDsa, hashAlgorithmByName('MD5')), { code: 'algorithm.unknown' });
  });
});
