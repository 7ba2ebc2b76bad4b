import { certificateRule } from '../certificate-rule.ts';

export const rsaModulus = certificateRule({
  name: 'tls/rsa-modulus',
  clause: 'Baseline Requirements 6.1.6',
  level: 'warning',
  from: '2013-02-21',
  check({ publicKey: { rsa } }) {
    if (rsa === undefined) return undefined;
    const divisor = SMALL_PRIMES.find((prime) => rsa.modulus % prime === 0n);
    return divisor === undefined ? undefined : `the modulus of the RSA key is divisible by ${divisor}`;
  },
});

/** All primes below 752. */
const SMALL_PRIMES = primesBelow(752).map(BigInt);

function primesBelow(limit: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; candidate < limit; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}
