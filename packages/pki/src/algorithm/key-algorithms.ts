/** The public key algorithms, in one table: what a SubjectPublicKeyInfo may hold and how a key of it is made. */
import { oid, type Oid } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { AlgorithmError } from './errors.ts';
import type { HashAlgorithmName } from './hash-algorithms.ts';
import type { NamedCurve } from './named-curves.ts';

export type KeyAlgorithmName =
  | 'RSA'
  | 'RSASSA-PSS'
  | 'ECDSA'
  | 'DSA'
  | 'Ed25519'
  | 'Ed448'
  | 'X25519'
  | 'X448'
  | `ML-DSA-${'44' | '65' | '87'}`
  | `SLH-DSA-${'SHA2' | 'SHAKE'}-${'128' | '192' | '256'}${'S' | 'F'}`
  | `ML-KEM-${'512' | '768' | '1024'}`;

/** Ways to choose a key's size: an RSA modulus in bits, a named curve, or nothing to choose. */
export type KeySizing = 'modulus' | 'curve' | 'fixed';

export interface KeyAlgorithm {
  readonly name: KeyAlgorithmName;
  readonly aliases: readonly string[];
  /** The algorithm of the SubjectPublicKeyInfo. */
  readonly oid: Oid;
  /** Name of the key type in `node:crypto`. */
  readonly nodeType: string;
  readonly sizing: KeySizing;
  /** True when a private key of it makes signatures; else it only agrees on or decrypts keys. */
  readonly signs: boolean;
  /** True when a public key of it encapsulates a secret (ML-KEM), as none that agrees on one does. */
  readonly encapsulates?: true;
  /** True when new keys are made; the others are only read. */
  readonly generates: boolean;
  /** Sizes of a `fixed` algorithm: octets of a public key, its size as it is commonly given, and its strength. */
  readonly fixed?: FixedKeySize;
  /** Digest of the content of a CMS message, for keys that sign the message itself, and the digest used with signed attributes. */
  readonly contentDigest?: ContentDigest;
  /** PKCS#11 names of its keys; absent where no new keys are made. */
  readonly pkcs11?: Pkcs11Key;
}

/** Names of PKCS#11 3.2, whose numbers are the driver's. */
export interface Pkcs11Key {
  /** `CKK_RSA` */
  readonly keyType: string;
  /** The mechanism that makes a key pair: `CKM_RSA_PKCS_KEY_PAIR_GEN`. */
  readonly keyPairMechanism: string;
  /** The mechanism that signs a message itself; absent where the hash decides. */
  readonly signatureMechanism?: string;
  /** Parameter set that tells apart algorithms of one key type without a curve: `CKP_ML_DSA_65`. */
  readonly parameterSet?: string;
}

/** A digest that goes with a signature, by RFC 8419 §3.1, RFC 9882 §3.3 and RFC 9814 §4. */
export interface ContentDigest {
  readonly hash: HashAlgorithmName;
  /** True when no other one may be used. */
  readonly bound: boolean;
}

export interface FixedKeySize {
  readonly publicKeyOctets: number;
  /** 255 and 448 for the Edwards and Montgomery curves; else the public key's length in bits. */
  readonly bits: number;
  readonly securityBits: number;
}

export const keyAlgorithms: readonly KeyAlgorithm[] = [
  {
    name: 'RSA',
    aliases: ['rsaEncryption'],
    oid: oid('1.2.840.113549.1.1.1'),
    nodeType: 'rsa',
    sizing: 'modulus',
    signs: true,
    generates: true,
    pkcs11: { keyType: 'CKK_RSA', keyPairMechanism: 'CKM_RSA_PKCS_KEY_PAIR_GEN' },
  },
  // A key bound to PSS (RFC 4055 §1.2). Others certify them; ours are RSA keys, which every implementation reads.
  {
    name: 'RSASSA-PSS',
    aliases: [],
    oid: oid('1.2.840.113549.1.1.10'),
    nodeType: 'rsa-pss',
    sizing: 'modulus',
    signs: true,
    generates: false,
  },
  {
    name: 'ECDSA',
    aliases: ['EC'],
    oid: oid('1.2.840.10045.2.1'),
    nodeType: 'ec',
    sizing: 'curve',
    signs: true,
    generates: true,
    pkcs11: { keyType: 'CKK_EC', keyPairMechanism: 'CKM_EC_KEY_PAIR_GEN' },
  },
  // FIPS 186-5 withdrew DSA: what exists is still verified.
  {
    name: 'DSA',
    aliases: [],
    oid: oid('1.2.840.10040.4.1'),
    nodeType: 'dsa',
    sizing: 'modulus',
    signs: true,
    generates: false,
  },
  signing(bound('SHA-512'), 'Ed25519', '1.3.101.112', 32, 128, 255),
  signing(bound('SHAKE256'), 'Ed448', '1.3.101.113', 57, 224, 448),
  agreeing('X25519', '1.3.101.110', 32, 128, 255),
  agreeing('X448', '1.3.101.111', 56, 224, 448),
  signing(usual('SHA-512'), 'ML-DSA-44', '2.16.840.1.101.3.4.3.17', 1312, 128),
  signing(usual('SHA-512'), 'ML-DSA-65', '2.16.840.1.101.3.4.3.18', 1952, 192),
  signing(usual('SHA-512'), 'ML-DSA-87', '2.16.840.1.101.3.4.3.19', 2592, 256),
  signing(usual('SHA-256'), 'SLH-DSA-SHA2-128S', '2.16.840.1.101.3.4.3.20', 32, 128),
  signing(usual('SHA-256'), 'SLH-DSA-SHA2-128F', '2.16.840.1.101.3.4.3.21', 32, 128),
  signing(usual('SHA-512'), 'SLH-DSA-SHA2-192S', '2.16.840.1.101.3.4.3.22', 48, 192),
  signing(usual('SHA-512'), 'SLH-DSA-SHA2-192F', '2.16.840.1.101.3.4.3.23', 48, 192),
  signing(usual('SHA-512'), 'SLH-DSA-SHA2-256S', '2.16.840.1.101.3.4.3.24', 64, 256),
  signing(usual('SHA-512'), 'SLH-DSA-SHA2-256F', '2.16.840.1.101.3.4.3.25', 64, 256),
  signing(usual('SHAKE128'), 'SLH-DSA-SHAKE-128S', '2.16.840.1.101.3.4.3.26', 32, 128),
  signing(usual('SHAKE128'), 'SLH-DSA-SHAKE-128F', '2.16.840.1.101.3.4.3.27', 32, 128),
  signing(usual('SHAKE256'), 'SLH-DSA-SHAKE-192S', '2.16.840.1.101.3.4.3.28', 48, 192),
  signing(usual('SHAKE256'), 'SLH-DSA-SHAKE-192F', '2.16.840.1.101.3.4.3.29', 48, 192),
  signing(usual('SHAKE256'), 'SLH-DSA-SHAKE-256S', '2.16.840.1.101.3.4.3.30', 64, 256),
  signing(usual('SHAKE256'), 'SLH-DSA-SHAKE-256F', '2.16.840.1.101.3.4.3.31', 64, 256),
  { ...agreeing('ML-KEM-512', '2.16.840.1.101.3.4.4.1', 800, 128), encapsulates: true },
  { ...agreeing('ML-KEM-768', '2.16.840.1.101.3.4.4.2', 1184, 192), encapsulates: true },
  { ...agreeing('ML-KEM-1024', '2.16.840.1.101.3.4.4.3', 1568, 256), encapsulates: true },
];

/**
 * The key algorithm called `name`, by any of its names in any case (`EC` is `ECDSA`).
 *
 * @throws {@link AlgorithmError} `algorithm.unknown`
 */
export function keyAlgorithmByName(name: string): KeyAlgorithm {
  const found = byName.get(name.toLowerCase());
  if (found === undefined)
    throw new AlgorithmError('algorithm.unknown', `no key algorithm is called '${excerpt(name)}'`);
  return found;
}

/** The key algorithm that `id` identifies in a SubjectPublicKeyInfo, or undefined. */
export function findKeyAlgorithm(id: Oid): KeyAlgorithm | undefined {
  return byOid.get(id);
}

/**
 * The security strength of a key in bits: for a modulus the largest step of NIST SP 800-57 part 1 §5.6.1.1 that it reaches, for a
 * curve half its field, at most 256.
 *
 * @param bits - size of the modulus, or of the curve's field; not looked at for a fixed size
 */
export function securityStrength(algorithm: KeyAlgorithm, bits: number): number {
  if (algorithm.fixed !== undefined) return algorithm.fixed.securityBits;
  // P-521 counts as 256, not 260.
  if (algorithm.sizing === 'curve') return Math.min(bits >> 1, 256);
  return MODULUS_STRENGTH.find(([least]) => bits >= least)?.[1] ?? 0;
}

/** Describes a key in one word that goes with its algorithm's name: the size of a modulus, a curve, else the name itself. */
export function keySpecification(algorithm: KeyAlgorithm, bits: number, curve: NamedCurve | undefined): string {
  if (algorithm.sizing === 'fixed') return algorithm.name;
  return curve?.name ?? String(bits);
}

function signing(contentDigest: ContentDigest, ...parameters: Parameters<typeof agreeing>): KeyAlgorithm {
  return { ...agreeing(...parameters), signs: true, contentDigest };
}

function agreeing(
  name: KeyAlgorithmName,
  id: string,
  publicKeyOctets: number,
  securityBits: number,
  bits = publicKeyOctets * 8,
): KeyAlgorithm {
  const fixed = { publicKeyOctets, bits, securityBits };
  return {
    name,
    aliases: [],
    oid: oid(id),
    nodeType: name.toLowerCase(),
    sizing: 'fixed',
    signs: false,
    generates: true,
    fixed,
    pkcs11: pkcs11Key(name),
  };
}

function usual(hash: HashAlgorithmName): ContentDigest {
  return { hash, bound: false };
}

function bound(hash: HashAlgorithmName): ContentDigest {
  return { hash, bound: true };
}

/** `CKP_ML_DSA_44` of `ML-DSA-44`; the curves of RFC 8410 are told apart by their parameters as other curves are. */
function pkcs11Key(name: KeyAlgorithmName): Pkcs11Key {
  if (name.startsWith('Ed')) {
    return {
      keyType: 'CKK_EC_EDWARDS',
      keyPairMechanism: 'CKM_EC_EDWARDS_KEY_PAIR_GEN',
      signatureMechanism: 'CKM_EDDSA',
    };
  }
  if (name.startsWith('X')) return { keyType: 'CKK_EC_MONTGOMERY', keyPairMechanism: 'CKM_EC_MONTGOMERY_KEY_PAIR_GEN' };
  const family = name.split('-', 2).join('_');
  const parameterSet = `CKP_${name.replaceAll('-', '_')}`;
  return {
    keyType: `CKK_${family}`,
    keyPairMechanism: `CKM_${family}_KEY_PAIR_GEN`,
    signatureMechanism: `CKM_${family}`,
    parameterSet,
  };
}

const MODULUS_STRENGTH: readonly (readonly [number, number])[] = [
  [15_360, 256],
  [7680, 192],
  [3072, 128],
  [2048, 112],
  [1024, 80],
];
const byName = new Map(
  keyAlgorithms.flatMap((each) => [each.name, ...each.aliases].map((name) => [name.toLowerCase(), each])),
);
const byOid = new Map(keyAlgorithms.map((each) => [each.oid, each]));
