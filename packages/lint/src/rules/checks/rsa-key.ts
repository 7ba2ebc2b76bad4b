/** Checks of RSA keys that several requirements make alike. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';

type Keyed = Pick<CertificateUnderLint, 'publicKey'>;

/** Checks that a modulus has at least a number of bits. */
export function checkModulusBits({ publicKey: { rsa } }: Keyed, least: number): string | undefined {
  return rsa !== undefined && rsa.modulusBits < least
    ? `the RSA key has ${rsa.modulusBits} bits; ${least} are the least`
    : undefined;
}

/** Checks that the bits of a modulus are a multiple of 8. */
export function checkWholeOctets({ publicKey: { rsa } }: Keyed): string | undefined {
  return rsa !== undefined && rsa.modulusBits % 8 !== 0
    ? `the RSA key has ${rsa.modulusBits} bits; a multiple of 8 is required`
    : undefined;
}

/** Checks that the public exponent is odd, and 3 or more. */
export function checkExponent({ publicKey: { rsa } }: Keyed): string | undefined {
  return rsa !== undefined && (rsa.exponent < 3n || rsa.exponent % 2n === 0n)
    ? `the public exponent ${rsa.exponent} of the RSA key is not an odd number of 3 or more`
    : undefined;
}

/** Checks that the public exponent is from 2^16 + 1 to 2^256 - 1. */
export function checkExponentRange({ publicKey: { rsa } }: Keyed): string | undefined {
  return rsa !== undefined && (rsa.exponent < 65_537n || rsa.exponent >= 1n << 256n)
    ? `the public exponent ${rsa.exponent} of the RSA key is not from 2^16 + 1 to 2^256 - 1`
    : undefined;
}

/** Checks that the modulus has no factor below 752. */
export function checkModulus({ publicKey: { rsa } }: Keyed): string | undefined {
  if (rsa === undefined) return undefined;
  const divisor = SMALL_PRIMES.find((prime) => rsa.modulus % prime === 0n);
  return divisor === undefined ? undefined : `the modulus of the RSA key is divisible by ${divisor}`;
}

/** All primes below 752. */
const SMALL_PRIMES = primesBelow(752).map(BigInt);

function primesBelow(limit: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; candidate < limit; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}
