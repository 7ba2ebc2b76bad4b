/**
 * The two forms of an ECDSA signature: `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279 §2.2.3), which certificates hold and keys make here, and
 * plain `r || s`, each as long as the order of the curve, which CV certificates and PKCS#11 use (BSI TR-03111 §5.2.1).
 */
import { DerError, type DerReader, readDer, writeDer } from '../der/index.ts';
import type { NamedCurve } from './named-curves.ts';

/**
 * Makes `r || s` of a signature in DER.
 *
 * @throws {DerError} when `der` is not a signature of `curve`
 */
export function ecdsaSignatureToPlain(der: Uint8Array, curve: NamedCurve): Uint8Array {
  const half = plainSignatureHalf(curve);
  const plain = new Uint8Array(2 * half);
  readDer(der, (reader) => {
    const pair = reader.readSequence();
    for (const end of [half, 2 * half]) {
      const magnitude = readMagnitude(pair, half);
      plain.set(magnitude, end - magnitude.length);
    }
    pair.finish();
  });
  return plain;
}

/**
 * Makes DER of `r || s`, or undefined when `plain` cannot be two halves of a signature of `curve`.
 *
 * Halves of equal length that are shorter than the order are understood: EJBCA leaves out the zeros that both begin with.
 */
export function ecdsaSignatureToDer(plain: Uint8Array, curve: NamedCurve): Uint8Array | undefined {
  const half = plain.length / 2;
  if (!Number.isInteger(half) || half === 0 || half > plainSignatureHalf(curve)) return undefined;
  return writeDer((writer) =>
    writer.sequence(() => writer.unsignedInteger(plain.subarray(0, half)).unsignedInteger(plain.subarray(half))),
  );
}

/**
 * Octets of one half of a plain signature: as many as the order of the curve has, which for every curve of the table is the length of a
 * coordinate.
 */
function plainSignatureHalf(curve: NamedCurve): number {
  return Math.ceil(curve.bits / 8);
}

function readMagnitude(pair: DerReader, half: number): Uint8Array {
  const start = pair.offset;
  const bytes = pair.readIntegerBytes();
  const magnitude = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  if (bytes[0]! >= 0x80 || magnitude.length > half)
    throw new DerError(
      'der.out_of_range',
      'a number of an ECDSA signature is negative or larger than the order',
      start,
    );
  return magnitude;
}
