import { hex, oidText, Tag } from '../../ber/values.ts';
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { KeyAlgorithm } from '../../certificate/public-key-under-lint.ts';

/** Checks that an EC key on P-256, P-384 or P-521 is a point of its curve, as SEC 1 §2.3.3 writes one: uncompressed or compressed. */
export function checkNistPoint({
  publicKey: { algorithm, octets },
}: Pick<CertificateUnderLint, 'publicKey'>): string | undefined {
  if (algorithm.oid !== KeyAlgorithm.ecPublicKey || algorithm.parameters?.tag !== Tag.objectIdentifier)
    return undefined;
  const curve = CURVES.get(oidText(algorithm.parameters));
  return curve === undefined || isPoint(octets, curve) ? undefined : `the EC key is not a point on ${curve.name}`;
}

/** A curve y^2 = x^3 - 3x + b over the integers modulo p (SP 800-186 §3.2.1). */
interface Curve {
  readonly name: string;
  readonly octets: number;
  readonly p: bigint;
  readonly b: bigint;
}

function isPoint(octets: Uint8Array, { octets: length, p, b }: Curve): boolean {
  const form = octets[0];
  const x = coordinate(octets.subarray(1, 1 + length));
  if (x >= p) return false;
  const square = mod(x * x * x - 3n * x + b, p);
  if (form === 4 && octets.length === 1 + 2 * length) {
    const y = coordinate(octets.subarray(1 + length));
    return y < p && mod(y * y, p) === square;
  }
  return (form === 2 || form === 3) && octets.length === 1 + length && isSquare(square, p);
}

/** Euler's criterion. */
function isSquare(value: bigint, p: bigint): boolean {
  let result = 1n;
  let base = value;
  for (let exponent = (p - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = mod(result * base, p);
    base = mod(base * base, p);
  }
  return value === 0n || result === 1n;
}

function coordinate(octets: Uint8Array): bigint {
  return octets.length === 0 ? 0n : BigInt(`0x${hex(octets)}`);
}

function mod(value: bigint, p: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

/** By object identifier. */
const CURVES: ReadonlyMap<string, Curve> = new Map([
  [
    '1.2.840.10045.3.1.7',
    {
      name: 'P-256',
      octets: 32,
      p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
      b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
    },
  ],
  [
    '1.3.132.0.34',
    {
      name: 'P-384',
      octets: 48,
      p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
      b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
    },
  ],
  [
    '1.3.132.0.35',
    {
      name: 'P-521',
      octets: 66,
      p: 2n ** 521n - 1n,
      b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
    },
  ],
]);
