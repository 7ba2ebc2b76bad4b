/** Verifiers of enrollment passwords: scrypt with its parameters, so that the cost can be raised (RFC 7914). */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '../../../kernel/random.ts';

/** Makes the verifier that is stored instead of `password`. Takes about 35 ms of a pool thread. */
export async function makePasswordVerifier(password: string, random: Random): Promise<string> {
  const salt = random.bytes(SALT_OCTETS);
  const derived = await derive(password, salt, COST);
  return ['scrypt', COST, salt.toBase64(), derived.toBase64()].join('$');
}

/** Verifies a password in constant time. */
export async function verifyPassword(password: string, verifier: string): Promise<boolean> {
  const [scheme, cost, salt, derived] = verifier.split('$');
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || derived === undefined) {
    throw new TypeError('a stored password verifier is not of a known form');
  }
  const expected = Uint8Array.fromBase64(derived);
  return timingSafeEqual(await derive(password, Uint8Array.fromBase64(salt), Number(cost)), expected);
}

async function derive(password: string, salt: Uint8Array, cost: number): Promise<Uint8Array> {
  return scryptAsync(password.normalize('NFC'), salt, DERIVED_OCTETS, {
    N: cost,
    r: 8,
    p: 1,
    maxmem: 2 * 128 * 8 * cost,
  });
}

const scryptAsync = promisify<string, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
/** 2^15: 32 MB and about 35 ms. */
const COST = 32_768;
const SALT_OCTETS = 16;
const DERIVED_OCTETS = 32;

/** A verifier of no password, whose verification takes the same time as any other. */
export const DECOY_VERIFIER = [
  'scrypt',
  COST,
  new Uint8Array(SALT_OCTETS).toBase64(),
  new Uint8Array(DERIVED_OCTETS).toBase64(),
].join('$');
