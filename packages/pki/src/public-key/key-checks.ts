/** Checks of parameters and keys by family of key algorithms, all of them cheap. */
import { decodePssParameters } from '../algorithm/pss-parameters.ts';
import { findCurve, type KeyAlgorithm, type NamedCurve } from '../algorithm/index.ts';
import { type DerReader, readDer, Tag } from '../der/index.ts';
import { PublicKeyError } from './errors.ts';

/** Facts about an accepted key. */
export interface CheckedKey {
  readonly bits: number;
  readonly curve: NamedCurve | undefined;
}

/**
 * Checks a key against its algorithm.
 *
 * @param parameters - stands behind the algorithm's identifier
 * @param keyBytes - the content of subjectPublicKey
 * @throws {DerError} when either is not in DER
 * @throws {PublicKeyError}
 */
export function checkKey(algorithm: KeyAlgorithm, parameters: DerReader, keyBytes: Uint8Array): CheckedKey {
  if (algorithm.sizing === 'fixed') return checkFixedKey(algorithm, parameters, keyBytes);
  if (algorithm.sizing === 'curve') return checkPoint(readCurve(parameters), keyBytes);
  if (algorithm.name === 'DSA') return checkDsaKey(parameters, keyBytes);
  readRsaParameters(algorithm, parameters);
  return checkRsaKey(keyBytes);
}

function readRsaParameters(algorithm: KeyAlgorithm, parameters: DerReader): void {
  if (algorithm.name === 'RSASSA-PSS') {
    if (!parameters.atEnd) decodePssParameters(parameters.readAny().raw);
  } else {
    // RFC 3279 §2.3.1. An absent NULL would give the same key a second encoding.
    if (!parameters.nextIs(Tag.null)) throw bad('key.bad_parameters', 'the parameters of an RSA key are not NULL');
    parameters.readNull();
  }
  requireEnd(parameters);
}

function checkRsaKey(keyBytes: Uint8Array): CheckedKey {
  return readDer(keyBytes, (reader) => {
    const key = reader.readSequence();
    const modulus = key.readIntegerBytes();
    const exponent = key.readIntegerBytes();
    key.finish();
    return { bits: checkRsaNumbers(modulus, exponent), curve: undefined };
  });
}

function checkRsaNumbers(modulus: Uint8Array, exponent: Uint8Array): number {
  const bits = bitLength(modulus);
  if (isNegative(modulus) || isEven(modulus)) throw bad('key.bad_modulus', 'an RSA modulus is negative or even');
  if (bits < MIN_MODULUS_BITS || bits > MAX_MODULUS_BITS) {
    throw bad(
      'key.bad_size',
      `an RSA modulus has ${bits} bits; ${MIN_MODULUS_BITS} to ${MAX_MODULUS_BITS} are accepted`,
    );
  }
  const exponentBits = bitLength(exponent);
  // A verification costs in proportion to the exponent, so an absurd one is a way to keep a server busy.
  if (isNegative(exponent) || isEven(exponent) || exponentBits < 2 || exponentBits > MAX_EXPONENT_BITS) {
    const found = `has ${exponentBits} bits`;
    throw bad(
      'key.bad_exponent',
      `an RSA exponent ${found}; odd ones from 3 to ${MAX_EXPONENT_BITS} bits are accepted`,
    );
  }
  return bits;
}

function readCurve(parameters: DerReader): NamedCurve {
  if (parameters.nextIs(Tag.sequence)) {
    throw bad('key.explicit_curve', 'an elliptic curve is spelled out; a named curve is required');
  }
  if (!parameters.nextIs(Tag.objectIdentifier)) {
    throw bad('key.bad_parameters', 'the parameters of an elliptic curve key are not a named curve');
  }
  const id = parameters.readOid();
  requireEnd(parameters);
  const curve = findCurve(id);
  if (curve === undefined) throw bad('key.unsupported_curve', `the curve ${id} is not supported`);
  return curve;
}

function checkPoint(curve: NamedCurve, point: Uint8Array): CheckedKey {
  const coordinate = Math.ceil(curve.bits / 8);
  const form = point[0];
  if ((form === 0x02 || form === 0x03) && point.length === 1 + coordinate) {
    throw bad('key.compressed_point', `a point on ${curve.name} is compressed; the uncompressed form is required`);
  }
  if (form !== 0x04 || point.length !== 1 + 2 * coordinate) {
    throw bad('key.bad_point', `a point on ${curve.name} is not 04 and ${2 * coordinate} octets`);
  }
  return { bits: curve.bits, curve };
}

function checkDsaKey(parameters: DerReader, keyBytes: Uint8Array): CheckedKey {
  // Parameters inherited from the issuer (RFC 3279 §2.3.2) are not: such a key verifies nothing alone.
  if (parameters.atEnd) throw bad('key.bad_parameters', 'a DSA key has no parameters');
  const domain = parameters.readSequence();
  requireEnd(parameters);
  const [prime, order, generator] = [domain.readIntegerBytes(), domain.readIntegerBytes(), domain.readIntegerBytes()];
  domain.finish();
  const value = readDer(keyBytes, (reader) => reader.readIntegerBytes());
  if ([prime, order, generator, value].some(isNegative))
    throw bad('key.bad_parameters', 'a number of a DSA key is negative');
  const bits = bitLength(prime);
  if (bits < MIN_MODULUS_BITS || bits > MAX_DSA_BITS || bitLength(order) > MAX_DSA_ORDER_BITS) {
    throw bad('key.bad_size', `a DSA key has ${bits} bits, its subgroup ${bitLength(order)}`);
  }
  return { bits, curve: undefined };
}

function checkFixedKey({ name, fixed }: KeyAlgorithm, parameters: DerReader, keyBytes: Uint8Array): CheckedKey {
  requireEnd(parameters);
  if (fixed === undefined || keyBytes.length !== fixed.publicKeyOctets) {
    throw bad('key.bad_size', `a key of ${name} has ${keyBytes.length} octets; it must have ${fixed?.publicKeyOctets}`);
  }
  return { bits: fixed.bits, curve: undefined };
}

function requireEnd(parameters: DerReader): void {
  if (!parameters.atEnd) throw bad('key.bad_parameters', 'a key has parameters that its algorithm does not take');
}

/** Returns the bit length of a non-negative INTEGER's content octets. */
function bitLength(integer: Uint8Array): number {
  const start = integer[0] === 0 ? 1 : 0;
  return start === integer.length ? 0 : (integer.length - start) * 8 - Math.clz32(integer[start]!) + 24;
}

function isNegative(integer: Uint8Array): boolean {
  return integer[0]! >= 0x80;
}

function isEven(integer: Uint8Array): boolean {
  return (integer.at(-1)! & 1) === 0;
}

function bad(code: PublicKeyError['code'], message: string): PublicKeyError {
  return new PublicKeyError(code, message);
}

const MIN_MODULUS_BITS = 1024;
const MAX_MODULUS_BITS = 16_384;
const MAX_EXPONENT_BITS = 64;
const MAX_DSA_BITS = 8192;
const MAX_DSA_ORDER_BITS = 512;
