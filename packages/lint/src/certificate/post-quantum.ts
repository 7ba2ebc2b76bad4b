/** ML-DSA (RFC 9881), SLH-DSA (RFC 9909) and ML-KEM (RFC 9935): object identifiers, and sizes in octets. */

export type PostQuantumFamily = 'ML-DSA' | 'SLH-DSA' | 'ML-KEM';

export interface PostQuantumAlgorithm {
  readonly family: PostQuantumFamily;
  /** `ML-DSA-44` */
  readonly name: string;
  readonly keyOctets: number;
  /** Undefined for what signs nothing. */
  readonly signatureOctets: number | undefined;
  /** True where a hash of the message is signed instead of the message. */
  readonly prehashed: boolean;
}

const SIGNATURES = '2.16.840.1.101.3.4.3';
const KEMS = '2.16.840.1.101.3.4.4';

/** Sizes of keys and signatures (FIPS 204, table 2). */
const ML_DSA = [
  ['ML-DSA-44', 1312, 2420],
  ['ML-DSA-65', 1952, 3309],
  ['ML-DSA-87', 2592, 4627],
] as const;

/** Sizes of keys and signatures (FIPS 205, table 2), for SHA2 and SHAKE alike. */
const SLH_DSA = [
  ['128s', 32, 7856],
  ['128f', 32, 17_088],
  ['192s', 48, 16_224],
  ['192f', 48, 35_664],
  ['256s', 64, 29_792],
  ['256f', 64, 49_856],
] as const;

/** Sizes of encapsulation keys (FIPS 203, table 3). */
const ML_KEM = [
  ['ML-KEM-512', 800],
  ['ML-KEM-768', 1184],
  ['ML-KEM-1024', 1568],
] as const;

/** By object identifier. */
export const POST_QUANTUM: ReadonlyMap<string, PostQuantumAlgorithm> = new Map([
  ...ML_DSA.flatMap(([name, keyOctets, signatureOctets], i) =>
    [false, true].map((prehashed) =>
      entry(`${SIGNATURES}.${(prehashed ? 32 : 17) + i}`, {
        family: 'ML-DSA',
        name: prehashed ? `Hash${name}` : name,
        keyOctets,
        signatureOctets,
        prehashed,
      }),
    ),
  ),
  ...['SHA2', 'SHAKE'].flatMap((hash, h) =>
    SLH_DSA.flatMap(([set, keyOctets, signatureOctets], i) =>
      [false, true].map((prehashed) =>
        entry(`${SIGNATURES}.${(prehashed ? 35 : 20) + 6 * h + i}`, {
          family: 'SLH-DSA',
          name: `${prehashed ? 'Hash' : ''}SLH-DSA-${hash}-${set}`,
          keyOctets,
          signatureOctets,
          prehashed,
        }),
      ),
    ),
  ),
  ...ML_KEM.map(([name, keyOctets], i) =>
    entry(`${KEMS}.${i + 1}`, { family: 'ML-KEM', name, keyOctets, signatureOctets: undefined, prehashed: false }),
  ),
]);

function entry(oid: string, algorithm: PostQuantumAlgorithm): [string, PostQuantumAlgorithm] {
  return [oid, algorithm];
}
