/** The key derivation of PKCS #12 (RFC 7292 appendix B.2). */
import { hash } from 'node:crypto';
import { costOfDigest, digestRepeatedly } from './digest-chain.ts';
import { turnOfTheEventLoop } from './event-loop.ts';
import type { PbeDigest } from './pbe-algorithms.ts';
import type { WorkBudget } from './work-budget.ts';

/** Purpose of the derived octets: the ID of RFC 7292 appendix B.3. */
export type Pkcs12Purpose = 'key' | 'iv' | 'mac';

/** Derivation of octets from a password. */
export interface Pkcs12Derivation {
  readonly digest: PbeDigest;
  /** As `EncodedPassword.bmp`. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/**
 * Derives `octets` octets.
 *
 * Digests run in this thread, as node:crypto has no such derivation; every millisecond or two the event loop gets a turn.
 * A digest that is slow is charged as the many quick ones that could be done in its time.
 *
 * @throws {KeystoreError} `too_many_iterations` when `budget` does not cover it
 */
export async function derivePkcs12(
  { digest, password, salt, iterations }: Pkcs12Derivation,
  purpose: Pkcs12Purpose,
  octets: number,
  budget: WorkBudget,
): Promise<Uint8Array> {
  const blocks = Math.ceil(octets / digest.octets);
  budget.charge(iterations, blocks * costOfDigest(digest.name));
  const v = digest.blockOctets;
  const saltOctets = v * Math.ceil(salt.length / v);
  const input = new Uint8Array(v + saltOctets + v * Math.ceil(password.length / v));
  input.fill(PURPOSES[purpose], 0, v);
  fillRepeated(input.subarray(v, v + saltOctets), salt);
  fillRepeated(input.subarray(v + saltOctets), password);
  const derived = new Uint8Array(blocks * digest.octets);
  for (let block = 0; block < blocks; block++) {
    const digested = await iterate(digest.name, input, iterations);
    derived.set(digested, block * digest.octets);
    if (block + 1 < blocks) addToBlocks(input.subarray(v), digested, v);
  }
  return derived.subarray(0, octets);
}

async function iterate(name: string, input: Uint8Array, iterations: number): Promise<Uint8Array> {
  let digested: Uint8Array = hash(name, input, 'buffer');
  const slice = SLICE / costOfDigest(name);
  for (let left = iterations - 1; left > 0; left -= slice) {
    if (left < iterations - 1) await turnOfTheEventLoop();
    digested = digestRepeatedly(name, digested, Math.min(left, slice));
  }
  return digested;
}

/** Step 6 C: adds B + 1 to each block of I, modulo 2^(8 v), where B is the digest repeated to v octets. */
function addToBlocks(blocks: Uint8Array, digested: Uint8Array, v: number): void {
  for (let start = 0; start < blocks.length; start += v) {
    let carry = 1;
    for (let i = v - 1; i >= 0; i--) {
      carry += blocks[start + i]! + digested[i % digested.length]!;
      blocks[start + i] = carry & 0xff;
      carry >>= 8;
    }
  }
}

function fillRepeated(target: Uint8Array, source: Uint8Array): void {
  for (let i = 0; i < target.length; i++) target[i] = source[i % source.length]!;
}

const PURPOSES: Readonly<Record<Pkcs12Purpose, number>> = { key: 1, iv: 2, mac: 3 };
/** Iterations of a quick digest in one slice. */
const SLICE = 2000;
