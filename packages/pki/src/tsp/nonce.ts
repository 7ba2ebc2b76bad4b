/** The number by which a client knows the answer to its request (RFC 3161 §2.4.1). */
import { type DerReader, Tag } from '../der/index.ts';
import { TspError } from './errors.ts';

/**
 * Reads a nonce, undefined when the next element is another one.
 *
 * Of any sign: RFC 3161 gives no bound, and clients that fill octets at random write negative ones.
 *
 * @throws {DerError}
 * @throws {TspError} `tsp.too_large` for more than 64 octets
 */
export function readNonce(reader: DerReader): bigint | undefined {
  if (!reader.nextIs(Tag.integer)) return undefined;
  const nonce = reader.readInteger();
  if (BigInt.asIntN(MAX_OCTETS * 8, nonce) !== nonce)
    throw new TspError('tsp.too_large', `a nonce of more than ${MAX_OCTETS} octets`);
  return nonce;
}

const MAX_OCTETS = 64;
