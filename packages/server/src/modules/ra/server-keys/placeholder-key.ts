import { createHash, createPublicKey } from 'node:crypto';
import { parsePublicKey, type PublicKey } from '@sealwright/pki';
import type { KeyPlan } from '../../crypto-tokens/index.ts';
import type { KeyPairSource } from './key-pair-source.ts';

/**
 * Makes a public key without a usable private key, for a certificate that is not issued.
 *
 * Generating an RSA key takes a second, and those generated in advance are for real enrollments. So a fixed number of the right size without small
 * factors takes its place. Other keys are generated quickly, and their private key is overwritten.
 */
export async function placeholderKey(plan: KeyPlan, source: KeyPairSource): Promise<PublicKey> {
  if (plan.algorithm.name === 'RSA') return placeholderRsaKey(plan.bits);
  const { publicKey, privateKey } = await source.generate(plan);
  privateKey.fill(0);
  return parsePublicKey(publicKey);
}

function placeholderRsaKey(bits: number): PublicKey {
  const octets = createHash('shake256', { outputLength: bits / 8 })
    .update(`placeholder of ${bits} bits`)
    .digest();
  octets[0]! |= 0xc0;
  octets[octets.length - 1]! |= 1;
  let modulus = BigInt(`0x${octets.toString('hex')}`);
  while (SMALL_PRIMES.some((prime) => modulus % prime === 0n)) modulus += 2n;
  const n = Buffer.from(modulus.toString(16), 'hex').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e: 'AQAB' } });
  return parsePublicKey(new Uint8Array(key.export({ format: 'der', type: 'spki' })));
}

/** Factors that a modulus must not have (Baseline Requirements for TLS 6.1.6: none smaller than 752). */
const SMALL_PRIMES = Array.from({ length: 750 }, (_, index) => index + 2)
  .filter((number) => !hasFactor(number))
  .map(BigInt);

function hasFactor(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return true;
  return false;
}
