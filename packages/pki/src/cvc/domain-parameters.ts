/** The numbers of a public key on an elliptic curve and the curve that they describe (BSI TR-03110 part 3 D.2.1, D.3.3). */
import { type DomainParameters, domainParameters, domainParametersOf, type NamedCurve } from '../algorithm/index.ts';
import { compareBytes, type DerReader, type DerWriter } from '../der/index.ts';
import { CvcError } from './errors.ts';

/**
 * Reads domain parameters and the public point among them.
 *
 * @throws {@link CvcError} `cvc.unsupported_curve`, or `cvc.bad_public_key`
 */
export function readDomainParameters(content: DerReader): { readonly curve: NamedCurve; readonly point: Uint8Array } {
  const prime = readUnsigned(content, PRIME);
  const a = readUnsigned(content, COEFFICIENT_A);
  const b = readUnsigned(content, COEFFICIENT_B);
  const generator = readPoint(content, GENERATOR);
  const order = readUnsigned(content, ORDER);
  const point = readPoint(content, PUBLIC_POINT);
  // The only domain parameter that may be left out.
  const cofactor = content.nextIs(COFACTOR) ? readUnsigned(content, COFACTOR) : ONE;
  const found = domainParameters.find(
    (each) =>
      [
        [prime, each.prime],
        [a, each.a],
        [b, each.b],
        [order, each.order],
        [cofactor, ONE],
      ].every(([given, known]) => compareBytes(given!, shortest(known!)) === 0) &&
      compareBytes(generator, each.generator) === 0,
  );
  if (found === undefined)
    throw new CvcError('cvc.unsupported_curve', 'the domain parameters of a public key are not those of a named curve');
  return { curve: found.curve, point };
}

/** Writes the domain parameters of `curve` with `point` among them. */
export function writeDomainParameters(writer: DerWriter, curve: NamedCurve, point: Uint8Array): void {
  const { prime, a, b, generator, order }: DomainParameters = domainParametersOf(curve);
  writeUnsigned(writer, PRIME, prime);
  writeUnsigned(writer, COEFFICIENT_A, a);
  writeUnsigned(writer, COEFFICIENT_B, b);
  writer.primitive(GENERATOR, generator);
  writeUnsigned(writer, ORDER, order);
  writer.primitive(PUBLIC_POINT, point);
  writeUnsigned(writer, COFACTOR, ONE);
}

/** Reads an unsigned integer: big-endian, without leading zeros (D.2.1.1). */
export function readUnsigned(content: DerReader, tag: number): Uint8Array {
  const octets = content.readElement(tag).content;
  if (octets.length === 0 || (octets[0] === 0 && octets.length > 1))
    throw new CvcError('cvc.bad_public_key', 'a number of a public key is empty or has leading zeros');
  if (octets.length > MAX_OCTETS)
    throw new CvcError('cvc.bad_public_key', `a number of a public key has more than ${MAX_OCTETS} octets`);
  return octets;
}

export function writeUnsigned(writer: DerWriter, tag: number, magnitude: Uint8Array): void {
  writer.primitive(tag, shortest(magnitude));
}

/** Reads a point of an elliptic curve: uncompressed (D.2.1.2). */
export function readPoint(content: DerReader, tag: number): Uint8Array {
  const point = content.readElement(tag).content;
  if (point[0] !== 0x04 || point.length % 2 === 0 || point.length > MAX_OCTETS)
    throw new CvcError('cvc.bad_public_key', 'a point of a public key is not 04 and two coordinates');
  return point;
}

function shortest(magnitude: Uint8Array): Uint8Array {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
  return magnitude.subarray(start);
}

const PRIME = 0x81;
const COEFFICIENT_A = 0x82;
const COEFFICIENT_B = 0x83;
const GENERATOR = 0x84;
const ORDER = 0x85;
const PUBLIC_POINT = 0x86;
const COFACTOR = 0x87;
const ONE = Uint8Array.of(1);
/** A modulus of 16,384 bits. */
const MAX_OCTETS = 2048;
