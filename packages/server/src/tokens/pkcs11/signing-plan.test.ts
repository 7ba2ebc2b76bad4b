import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, privateEncrypt, constants, sign, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { keyAlgorithms, signatureAlgorithmByName, signatureAlgorithms } from '@sealwright/pki';
import { CKK, CKM, CKP } from './cryptoki.ts';
import { planSignature } from './signing-plan.ts';

const MESSAGE = new TextEncoder().encode('what is to be signed');

function plan(name: string, mechanisms: readonly string[], specification = 'P-256') {
  const numbers = mechanisms.map((mechanism) => CKM[mechanism]!);
  return planSignature(signatureAlgorithmByName(name), specification, numbers);
}

describe('the mechanism of a signature', () => {
  for (const [name, mechanisms, taken] of [
    ['SHA256WithRSA', ['CKM_RSA_PKCS', 'CKM_SHA256_RSA_PKCS'], 'CKM_RSA_PKCS'],
    ['SHA256WithRSA', ['CKM_SHA256_RSA_PKCS'], 'CKM_SHA256_RSA_PKCS'],
    ['SHA3-512withRSA', ['CKM_SHA3_512_RSA_PKCS'], 'CKM_SHA3_512_RSA_PKCS'],
    ['SHA384withRSAandMGF1', ['CKM_RSA_PKCS_PSS'], 'CKM_RSA_PKCS_PSS'],
    ['SHA384withRSAandMGF1', ['CKM_SHA384_RSA_PKCS_PSS'], 'CKM_SHA384_RSA_PKCS_PSS'],
    ['SHA512withECDSA', ['CKM_ECDSA'], 'CKM_ECDSA'],
    ['SHA512withECDSA', ['CKM_ECDSA_SHA512'], 'CKM_ECDSA_SHA512'],
    ['Ed25519', ['CKM_EDDSA'], 'CKM_EDDSA'],
    ['ML-DSA-65', ['CKM_ML_DSA'], 'CKM_ML_DSA'],
    ['SLH-DSA-SHA2-128F', ['CKM_SLH_DSA'], 'CKM_SLH_DSA'],
  ] as const) {
    it(`of ${name} is ${taken} of ${mechanisms.join(', ')}`, () => {
      assert.equal(plan(name, mechanisms)?.mechanism, CKM[taken]);
    });
  }

  it('does not exist when the token lacks all that would do', () => {
    for (const [name, mechanisms] of [
      ['SHA256WithRSA', ['CKM_SHA512_RSA_PKCS', 'CKM_RSA_PKCS_PSS']],
      ['SHA256withECDSA', ['CKM_EDDSA', 'CKM_ECDSA_SHA384']],
      ['ML-DSA-44', ['CKM_SLH_DSA']],
      ['Ed448', []],
    ] as const) {
      assert.equal(plan(name, mechanisms), undefined, name);
    }
  });

  it('has a number for every sound signature and every kind of key that is made', () => {
    const sound = signatureAlgorithms.filter(({ weak, keyAlgorithm }) => !weak && keyAlgorithm.generates);
    assert.ok(sound.length > 30);
    for (const { name, pkcs11Mechanism, pkcs11HashMechanism, hash } of sound) {
      assert.equal(typeof CKM[pkcs11Mechanism], 'number', `${name}: ${pkcs11Mechanism}`);
      assert.equal(typeof CKM[pkcs11HashMechanism ?? ''] === 'number', hash !== undefined, name);
      const parameter = hash && plan(name, [pkcs11HashMechanism!])!.parameter;
      if (parameter?.kind === 'pss')
        assert.deepEqual([typeof parameter.hash, typeof parameter.mgf], ['number', 'number'], name);
    }
    for (const { name, pkcs11, generates } of keyAlgorithms) {
      assert.equal(pkcs11 !== undefined, generates, name);
      if (pkcs11 === undefined) continue;
      assert.equal(typeof CKM[pkcs11.keyPairMechanism], 'number', name);
      assert.equal(typeof CKK[pkcs11.keyType], 'number', name);
      if (pkcs11.parameterSet !== undefined) assert.equal(typeof CKP[pkcs11.parameterSet], 'number', name);
    }
  });
});

describe('what a token is given', () => {
  it('makes a PKCS#1 signature of a DigestInfo', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const [name, digest] of [
      ['SHA256WithRSA', 'sha256'],
      ['SHA3-384withRSA', 'sha3-384'],
    ] as const) {
      const input = await plan(name, ['CKM_RSA_PKCS'])!.input(MESSAGE);
      const padding = constants.RSA_PKCS1_PADDING;
      assert.ok(verify(digest, MESSAGE, publicKey, privateEncrypt({ key: privateKey, padding }, input)));
    }
  });

  it('is the hash for PSS, with the salt as long', async () => {
    const { input, parameter } = plan('SHA384withRSAandMGF1', ['CKM_RSA_PKCS_PSS'])!;
    assert.deepEqual(parameter, { kind: 'pss', hash: CKM['CKM_SHA384'], mgf: 3, saltLength: 48 });
    assert.deepEqual(await input(MESSAGE), new Uint8Array(createHash('sha384').update(MESSAGE).digest()));
  });

  it('is the hash for ECDSA, cut to the length of the curve', async () => {
    const lengthOn = async (curve: string) =>
      (await plan('SHA512withECDSA', ['CKM_ECDSA'], curve)!.input(MESSAGE)).length;
    assert.deepEqual(
      [await lengthOn('P-224'), await lengthOn('P-256'), await lengthOn('P-521'), await lengthOn('brainpoolP320r1')],
      [28, 32, 64, 40],
    );
  });

  it('is the message itself where the token hashes', async () => {
    for (const [name, mechanism] of [
      ['SHA256withECDSA', 'CKM_ECDSA_SHA256'],
      ['Ed25519', 'CKM_EDDSA'],
    ] as const) {
      assert.equal(await plan(name, [mechanism])!.input(MESSAGE), MESSAGE);
    }
  });

  it('is the hash of a message of many megabytes, too', async () => {
    const long = new Uint8Array(3 * 2 ** 20 + 5).fill(7);
    const hashed = await plan('SHA256withECDSA', ['CKM_ECDSA'])!.input(long);
    assert.deepEqual(hashed, new Uint8Array(createHash('sha256').update(long).digest()));
  });
});

it('turns r and s of a token into the form of certificates', () => {
  for (const [curve, name, digest] of [
    ['P-256', 'SHA256withECDSA', 'sha256'],
    ['P-521', 'SHA512withECDSA', 'sha512'],
  ] as const) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
    for (let n = 0; n < 50; n++) {
      const made = sign(digest, MESSAGE, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      const signature = plan(name, ['CKM_ECDSA'], curve)!.signature(made);
      assert.ok(verify(digest, MESSAGE, { key: publicKey, dsaEncoding: 'der' }, signature));
    }
  }
});
