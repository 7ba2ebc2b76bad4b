/**
 * A digest of a digest of a digest: what the derivation of PKCS #12 spends its time on.
 *
 * A call of node:crypto for 20 octets costs many times the digest itself, and old files ask for a million of them. So SHA-1
 * and SHA-256, which such files use, are computed here for an input of one digest: one block, no allocation (FIPS 180-4
 * §6.1.2, §6.2.2). Other digests go to node:crypto one by one, and cost several times as much.
 */
import { hash } from 'node:crypto';

/**
 * Digests `digest` `count` times over.
 *
 * @param name - of the digest, as node:crypto calls it
 * @param digest - as long as the digest is
 */
export function digestRepeatedly(name: string, digest: Uint8Array, count: number): Uint8Array {
  if (name === 'sha1') return repeatBlock(digest, count, 80, compressSha1);
  if (name === 'sha256') return repeatBlock(digest, count, 64, compressSha256);
  let digested = digest;
  for (let i = 0; i < count; i++) digested = hash(name, digested, 'buffer');
  return digested;
}

/** Estimates how long one digest takes, as a multiple of those that are computed here. */
export function costOfDigest(name: string): number {
  return QUICK_DIGESTS.has(name) ? 1 : COST_OF_A_CALL;
}

/** Replaces the first words of the schedule, which hold a padded message of one block, by its digest. */
type Compress = (schedule: Int32Array) => void;

function repeatBlock(digest: Uint8Array, count: number, scheduleWords: number, compress: Compress): Uint8Array {
  const words = digest.length / 4;
  const schedule = new Int32Array(scheduleWords);
  const input = new DataView(digest.buffer, digest.byteOffset, digest.length);
  for (let i = 0; i < words; i++) schedule[i] = input.getInt32(i * 4);
  // The padding of one block (§5.1.1): a one bit, zeros, the length in bits. Compression leaves words 0 to 15 alone but for the digest.
  schedule[words] = 0x8000_0000 | 0;
  schedule[15] = digest.length * 8;
  for (let i = 0; i < count; i++) compress(schedule);
  const result = new Uint8Array(digest.length);
  const output = new DataView(result.buffer);
  for (let i = 0; i < words; i++) output.setInt32(i * 4, schedule[i]!);
  return result;
}

function compressSha1(w: Int32Array): void {
  for (let t = 16; t < 80; t++) {
    const x = w[t - 3]! ^ w[t - 8]! ^ w[t - 14]! ^ w[t - 16]!;
    w[t] = (x << 1) | (x >>> 31);
  }
  let a = 0x67452301;
  let b = 0xefcdab89 | 0;
  let c = 0x98badcfe | 0;
  let d = 0x10325476;
  let e = 0xc3d2e1f0 | 0;
  for (let t = 0; t < 80; t++) {
    let f: number;
    if (t < 20) f = ((b & c) ^ (~b & d)) + 0x5a827999;
    else if (t < 40) f = (b ^ c ^ d) + 0x6ed9eba1;
    else if (t < 60) f = ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc;
    else f = (b ^ c ^ d) + 0xca62c1d6;
    const next = (((a << 5) | (a >>> 27)) + f + e + w[t]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  w[0] = a + 0x67452301;
  w[1] = b + 0xefcdab89;
  w[2] = c + 0x98badcfe;
  w[3] = d + 0x10325476;
  w[4] = e + 0xc3d2e1f0;
}

function compressSha256(w: Int32Array): void {
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (s1 + w[t - 7]! + s0 + w[t - 16]!) | 0;
  }
  let a = INITIAL_256[0]!;
  let b = INITIAL_256[1]!;
  let c = INITIAL_256[2]!;
  let d = INITIAL_256[3]!;
  let e = INITIAL_256[4]!;
  let f = INITIAL_256[5]!;
  let g = INITIAL_256[6]!;
  let h = INITIAL_256[7]!;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K_256[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  w[0] = a + INITIAL_256[0]!;
  w[1] = b + INITIAL_256[1]!;
  w[2] = c + INITIAL_256[2]!;
  w[3] = d + INITIAL_256[3]!;
  w[4] = e + INITIAL_256[4]!;
  w[5] = f + INITIAL_256[5]!;
  w[6] = g + INITIAL_256[6]!;
  w[7] = h + INITIAL_256[7]!;
}

const QUICK_DIGESTS: ReadonlySet<string> = new Set(['sha1', 'sha256']);
/** Measured of SHA-512 and SHA3-512: 2 to 5 microseconds for each call, against some 0.4 of a digest that is computed here. */
const COST_OF_A_CALL = 8;

/** FIPS 180-4 §5.3.3 and §4.2.2. */
const INITIAL_256 = wordsOf('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19');
const K_256 = wordsOf(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc3' +
    '72be5d7480deb1fe9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da' +
    '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13' +
    '650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc70208' +
    '90befffaa4506cebbef9a3f7c67178f2',
);

function wordsOf(hex: string): Int32Array {
  return Int32Array.from(hex.match(/.{8}/g)!, (word) => Number.parseInt(word, 16) | 0);
}
