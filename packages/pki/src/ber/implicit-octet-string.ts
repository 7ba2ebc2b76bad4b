import { contextConstructed, contextPrimitive, type DerReader } from '../der/index.ts';
import { BerOutput } from './output.ts';

/**
 * Reads `[number] IMPLICIT OCTET STRING` from a transcoded structure, in one piece or in segments.
 *
 * The tag hides from the transcoder that a constructed element is a string, so its segments are joined here (X.690 §8.7.3).
 * Bouncy Castle and NSS write the encryptedContent of RFC 5652 §6.1 so.
 *
 * @returns undefined when the next element has another tag
 * @throws {DerError} `der.unexpected_tag` when a segment is not an OCTET STRING
 */
export function readImplicitOctetString(reader: DerReader, number: number): Uint8Array | undefined {
  if (reader.nextIs(contextPrimitive(number))) return reader.readAny().content;
  if (!reader.nextIs(contextConstructed(number))) return undefined;
  const segments = reader.readExplicit(number);
  const joined = new BerOutput(FIRST_CAPACITY);
  while (!segments.atEnd) joined.append(segments.readOctetString());
  return joined.finish();
}

const FIRST_CAPACITY = 1024;
