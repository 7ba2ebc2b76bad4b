import { bitString, NULL, oid, sequence } from '../../../test/der.ts';
import { type RuleCase, testRules } from '../../../test/rule-cases.ts';
import { algorithm, authority, extension, leaf, Oid } from '../../../test/tbs-certificate.ts';
import { PQ_RULES } from './index.ts';

const ML_DSA_44 = '2.16.840.1.101.3.4.3.17';
const HASH_ML_DSA_44 = '2.16.840.1.101.3.4.3.32';
const SLH_DSA_SHAKE_192S = '2.16.840.1.101.3.4.3.28';
const HASH_SLH_DSA_SHA2_128S = '2.16.840.1.101.3.4.3.35';
const ML_KEM_768 = '2.16.840.1.101.3.4.4.2';

testRules('pq', PQ_RULES, {
  'draft-key-algorithm': {
    bad: { Dilithium: leaf({ publicKey: key('1.3.6.1.4.1.2.267.7.4.4', 1312) }) },
    good: { 'ML-DSA': leaf({ publicKey: key(ML_DSA_44, 1312) }) },
  },
  'ml-dsa-key-size': ofKeySize(ML_DSA_44, 1312),
  'ml-dsa-key-usage': ofSigningUsages(ML_DSA_44, 1312),
  'ml-dsa-not-prehashed': {
    bad: {
      'a signature': leaf({ algorithm: algorithm(HASH_ML_DSA_44) }),
      'the key of a CA': authority({ publicKey: key(HASH_ML_DSA_44, 1312) }),
      'the key of an OCSP responder': leaf({
        publicKey: key(HASH_ML_DSA_44, 1312),
        extensions: {
          [Oid.extKeyUsage]: extension(Oid.extKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.9'))),
        },
      }),
    },
    good: {
      'the key of another': leaf({ publicKey: key(HASH_ML_DSA_44, 1312) }),
      'ML-DSA of a CA': authority({ algorithm: algorithm(ML_DSA_44), publicKey: key(ML_DSA_44, 1312) }),
    },
  },
  'ml-dsa-parameters': ofParameters(ML_DSA_44, 1312),
  'ml-dsa-signature-size': ofSignatureSize(ML_DSA_44, 2420),
  'ml-kem-key-size': ofKeySize(ML_KEM_768, 1184),
  'ml-kem-key-usage': {
    bad: {
      'digitalSignature as well': withUsages(ML_KEM_768, 1184, 0xa0, 5),
      keyAgreement: withUsages(ML_KEM_768, 1184, 0x08, 3),
    },
    good: {
      keyEncipherment: withUsages(ML_KEM_768, 1184, 0x20, 5),
      'no keyUsage': leaf({ publicKey: key(ML_KEM_768, 1184), extensions: { [Oid.keyUsage]: undefined } }),
    },
  },
  'ml-kem-no-signature': {
    bad: { 'a signature': leaf({ algorithm: algorithm(ML_KEM_768) }) },
    good: { 'a key': leaf({ publicKey: key(ML_KEM_768, 1184) }) },
  },
  'ml-kem-parameters': ofParameters(ML_KEM_768, 1184),
  'slh-dsa-key-size': ofKeySize(SLH_DSA_SHAKE_192S, 48),
  'slh-dsa-key-usage': ofSigningUsages(HASH_SLH_DSA_SHA2_128S, 32),
  'slh-dsa-parameters': ofParameters(SLH_DSA_SHAKE_192S, 48),
  'slh-dsa-signature-size': ofSignatureSize(SLH_DSA_SHAKE_192S, 16_224),
});

function ofKeySize(type: string, octets: number): RuleCase {
  return {
    bad: {
      'an octet less': leaf({ publicKey: key(type, octets - 1) }),
      'an octet more': leaf({ publicKey: key(type, octets + 1) }),
      'bits that do not count': leaf({ publicKey: sequence(algorithm(type), bitString(Buffer.alloc(octets), 1)) }),
    },
    good: { all: leaf({ publicKey: key(type, octets) }) },
  };
}

function ofSigningUsages(type: string, octets: number): RuleCase {
  return {
    bad: {
      'keyEncipherment as well': withUsages(type, octets, 0xa0, 5),
      'keyAgreement alone': withUsages(type, octets, 0x08, 3),
    },
    good: {
      digitalSignature: withUsages(type, octets, 0x80, 7),
      'no keyUsage': leaf({ publicKey: key(type, octets), extensions: { [Oid.keyUsage]: undefined } }),
    },
  };
}

function ofParameters(type: string, octets: number): RuleCase {
  return {
    bad: { 'NULL in a key': leaf({ publicKey: sequence(algorithm(type, NULL), bitString(Buffer.alloc(octets))) }) },
    good: { 'none in a key': leaf({ publicKey: key(type, octets) }) },
  };
}

function ofSignatureSize(type: string, octets: number): RuleCase {
  return {
    bad: { 'an octet less': signed(type, octets - 1) },
    good: { all: signed(type, octets), 'none yet': leaf({ algorithm: algorithm(type) }) },
  };
}

function signed(type: string, octets: number): Uint8Array {
  return sequence(leaf({ algorithm: algorithm(type) }), algorithm(type), bitString(Buffer.alloc(octets, 1)));
}

function withUsages(type: string, octets: number, bits: number, unused: number): Uint8Array {
  const keyUsage = extension(Oid.keyUsage, bitString(Uint8Array.of(bits), unused), true);
  return leaf({ publicKey: key(type, octets), extensions: { [Oid.keyUsage]: keyUsage } });
}

function key(type: string, octets: number): Uint8Array {
  return sequence(algorithm(type), bitString(Buffer.alloc(octets, 1)));
}
