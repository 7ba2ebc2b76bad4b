import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { describe, it } from 'node:test';

import { oid, writeDer } from '../der/index.ts';
import { encodeAlgorithmIdentifier, NULL_PARAMETERS } from './algorithm-identifier.ts';
import { hashAlgorithmByName } from './hash-algorithms.ts';
import { keyAlgorithmByName } from './key-algorithms.ts';
import { encodePssParameters } from './pss-parameters.ts';
import {
  defaultSignatureAlgorithm,
  hasExactParameters,
  signatureAlgorithmByName,
  signatureAlgorithmOf,
  signatureAlgorithms,
  signsWith,
} from './signature-algorithms.ts';

describe('AlgorithmIdentifier octets', () => {
  const vectors: Record<string, string> = {
    // RFC 4055 §5, RFC 3279 §2.2.1
    SHA1WithRSA: '300d06092a864886f70d0101050500',
    SHA256WithRSA: '300d06092a864886f70d01010b0500',
    SHA384WithRSA: '300d06092a864886f70d01010c0500',
    SHA512WithRSA: '300d06092a864886f70d01010d0500',
    // RFC 4055 §3.1, defaults left out
    SHA1withRSAandMGF1: '300d06092a864886f70d01010a3000',
    SHA256withRSAandMGF1:
      '304106092a864886f70d01010a3034a00f300d06096086480165030402010500a11c301a06092a864886f70d010108' +
      '300d06096086480165030402010500a203020120',
    // RFC 5758 §3.2
    SHA1withECDSA: '300906072a8648ce3d0401',
    SHA256withECDSA: '300a06082a8648ce3d040302',
    SHA384withECDSA: '300a06082a8648ce3d040303',
    SHA512withECDSA: '300a06082a8648ce3d040304',
    // RFC 8410 §3
    Ed25519: '300506032b6570',
    Ed448: '300506032b6571',
    // RFC 9881 §2, RFC 9909 §3
    'ML-DSA-44': '300b0609608648016503040311',
    'SLH-DSA-SHAKE-256F': '300b060960864801650304031f',
  };
  for (const [name, hex] of Object.entries(vectors)) {
    it(`writes ${name} as its RFC says`, () => assert.equal(signatureAlgorithmByName(name).der.toHex(), hex));
  }

  it('reads back the entry of each that is written', () => {
    for (const algorithm of signatureAlgorithms) assert.equal(signatureAlgorithmOf(algorithm.der), algorithm);
  });
});

describe('signing with node:crypto', () => {
  const keys: Record<string, { publicKey: KeyObject; privateKey: KeyObject }> = {
    RSA: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ECDSA: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    DSA: generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }),
    Ed25519: generateKeyPairSync('ed25519'),
    Ed448: generateKeyPairSync('ed448'),
    'ML-DSA-44': generateKeyPairSync('ml-dsa-44'),
    'ML-DSA-65': generateKeyPairSync('ml-dsa-65'),
    'ML-DSA-87': generateKeyPairSync('ml-dsa-87'),
    // The other sets of SLH-DSA differ in name only and sign too slowly for a unit test.
    'SLH-DSA-SHA2-128F': generateKeyPairSync('slh-dsa-sha2-128f'),
  };
  const data = new TextEncoder().encode('to be signed');
  const quick = signatureAlgorithms.filter(({ keyAlgorithm }) => keyAlgorithm.name in keys);

  it('covers all but the slow ones', () => assert.equal(signatureAlgorithms.length - quick.length, 11));

  for (const { name, node, keyAlgorithm } of quick) {
    it(`makes and verifies ${name}`, () => {
      const { publicKey, privateKey } = keys[keyAlgorithm.name]!;
      const signature = sign(node.digest, data, { key: privateKey, ...node.options });
      assert.equal(verify(node.digest, data, { key: publicKey, ...node.options }, signature), true);
    });
  }
});

describe('reading an AlgorithmIdentifier', () => {
  it('accepts RSA without its NULL (RFC 4055 §5)', () => {
    const der = encodeAlgorithmIdentifier(oid('1.2.840.113549.1.1.11'));
    assert.equal(signatureAlgorithmOf(der).name, 'SHA256WithRSA');
  });

  it('accepts ECDSA with a NULL that does not belong there', () => {
    const der = encodeAlgorithmIdentifier(oid('1.2.840.10045.4.3.2'), NULL_PARAMETERS);
    assert.equal(signatureAlgorithmOf(der).name, 'SHA256withECDSA');
  });

  it('tells exact parameters from those that were overlooked', () => {
    const id = oid('1.2.840.113549.1.1.11');
    const exact = encodeAlgorithmIdentifier(id, NULL_PARAMETERS);
    assert.equal(hasExactParameters({ oid: id, der: exact, parameters: NULL_PARAMETERS }), true);
    assert.equal(hasExactParameters({ oid: id, der: encodeAlgorithmIdentifier(id), parameters: undefined }), false);
  });

  it('refuses other parameters', () => {
    const der = encodeAlgorithmIdentifier(oid('1.2.840.113549.1.1.11'), Uint8Array.of(0x30, 0x00));
    assert.throws(() => signatureAlgorithmOf(der), { code: 'algorithm.bad_parameters' });
  });

  it('refuses an unknown identifier', () => {
    assert.throws(() => signatureAlgorithmOf(encodeAlgorithmIdentifier(oid('1.2.3.4'))), { code: 'algorithm.unknown' });
  });

  it('refuses bytes behind it', () => {
    const der = Uint8Array.of(...signatureAlgorithmByName('Ed25519').der, 0);
    assert.throws(() => signatureAlgorithmOf(der), { code: 'der.trailing_bytes' });
  });
});

describe('PSS parameters', () => {
  const pss = oid('1.2.840.113549.1.1.10');
  const mgf1 = oid('1.2.840.113549.1.1.8');
  const sha1 = encodeAlgorithmIdentifier(oid('1.3.14.3.2.26'));
  const sha256 = encodeAlgorithmIdentifier(oid('2.16.840.1.101.3.4.2.1'), NULL_PARAMETERS);
  const parameters = (hash: Uint8Array, maskHash: Uint8Array, salt: number, trailer: number): Uint8Array =>
    writeDer((writer) =>
      writer.sequence(() => {
        writer.explicit(0, () => writer.raw(hash));
        writer.explicit(1, () => writer.raw(encodeAlgorithmIdentifier(mgf1, maskHash)));
        writer.explicit(2, () => writer.integer(salt));
        writer.explicit(3, () => writer.integer(trailer));
      }),
    );
  const read = (encoded?: Uint8Array) => signatureAlgorithmOf(encodeAlgorithmIdentifier(pss, encoded));

  it('are compared by value: defaults may be written out and NULLs left out', () => {
    assert.equal(read(parameters(sha1, sha1, 20, 1)), signatureAlgorithmByName('SHA1withRSAandMGF1'));
    assert.equal(read(parameters(sha256, sha256, 32, 1)), signatureAlgorithmByName('SHA256withRSAandMGF1'));
  });

  it('keep a salt of another length', () => {
    const found = read(encodePssParameters({ hash: hashAlgorithmByName('SHA-256'), saltLength: 20 }));
    assert.equal(found.name, 'SHA256withRSAandMGF1');
    assert.equal(found.node.options.saltLength, 20);
    assert.equal(signatureAlgorithmOf(found.der).node.options.saltLength, 20);
  });

  const refused: Record<string, Uint8Array | undefined> = {
    'that are absent': undefined,
    'with another hash in the mask': parameters(sha256, sha1, 32, 1),
    'with another trailer': parameters(sha256, sha256, 32, 2),
    'over a hash that no signature of ours uses': encodePssParameters({
      hash: hashAlgorithmByName('MD5'),
      saltLength: 16,
    }),
  };
  for (const [what, encoded] of Object.entries(refused)) {
    it(`are refused ${what}`, () => assert.throws(() => read(encoded), { code: 'algorithm.bad_parameters' }));
  }

  it('are refused with an absurd salt', () => {
    assert.throws(() => read(parameters(sha256, sha256, 1_000_000, 1)), { code: 'der.out_of_range' });
  });
});

it('finds an algorithm by name in any case', () => {
  assert.equal(signatureAlgorithmByName('SHA256withRSA').name, 'SHA256WithRSA');
  assert.equal(signatureAlgorithmByName('SHA256WITHECDSA').name, 'SHA256withECDSA');
  assert.throws(() => signatureAlgorithmByName('SHA256withGOST'), { code: 'algorithm.unknown' });
});

it('marks what rests on MD5 and SHA-1 as weak, and nothing else', () => {
  assert.deepEqual(
    signatureAlgorithms.filter(({ weak }) => weak).map(({ name }) => name),
    ['MD5WithRSA', 'SHA1WithRSA', 'SHA1withRSAandMGF1', 'SHA1withECDSA', 'SHA1WithDSA'],
  );
});

it('chooses a hash as strong as the curve', () => {
  const chosen = [224, 256, 320, 384, 512, 521].map(
    (bits) => defaultSignatureAlgorithm(keyAlgorithmByName('EC'), bits).hash?.name,
  );
  assert.deepEqual(chosen, ['SHA-256', 'SHA-256', 'SHA-384', 'SHA-384', 'SHA-512', 'SHA-512']);
  assert.equal(defaultSignatureAlgorithm(keyAlgorithmByName('ML-DSA-87'), 0).name, 'ML-DSA-87');
});

it('chooses none for a key that makes no signatures', () => {
  assert.throws(() => defaultSignatureAlgorithm(keyAlgorithmByName('X25519'), 255), { code: 'algorithm.unknown' });
});

it('lets a key bound to PSS sign with PSS only', () => {
  const key = keyAlgorithmByName('RSASSA-PSS');
  assert.equal(signsWith(signatureAlgorithmByName('SHA256withRSAandMGF1'), key), true);
  assert.equal(signsWith(signatureAlgorithmByName('SHA256WithRSA'), key), false);
});
