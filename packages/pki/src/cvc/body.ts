/** The body of certificates and requests: what is signed, and the frame that holds it with its signature (BSI TR-03110 part 3 C.1, C.2). */
import { type DerReader, writeDer } from '../der/index.ts';
import { CvcError } from './errors.ts';
import { CvTag } from './tags.ts';

/** A body with its signature, taken apart. All bytes are views on the input. */
export interface SignedBody {
  readonly raw: Uint8Array;
  /** The signed octets, tag and length included. */
  readonly body: Uint8Array;
  /** Stands behind the profile identifier. */
  readonly content: DerReader;
  readonly signature: Uint8Array;
}

/**
 * Takes one data object `7F21` apart; nothing is verified.
 *
 * @throws {DerError}
 * @throws {@link CvcError} `cvc.bad_profile`
 */
export function readSignedBody(reader: DerReader): SignedBody {
  const { raw, content: frame } = reader.readConstructedElement(CvTag.certificate);
  const { raw: body, content } = frame.readConstructedElement(CvTag.body);
  const signature = frame.readElement(CvTag.signature).content;
  frame.finish();
  const profile = content.readElement(CvTag.profileIdentifier).content;
  if (profile.length !== 1 || profile[0] !== 0)
    throw new CvcError('cvc.bad_profile', `the profile identifier is ${profile.toHex().slice(0, 16)}; 00 is defined`);
  return { raw, body, content, signature };
}

/** Puts the signature to a body. */
export function encodeSignedBody(body: Uint8Array, signature: Uint8Array): Uint8Array {
  return writeDer((writer) =>
    writer.constructed(CvTag.certificate, () => writer.raw(body).primitive(CvTag.signature, signature)),
  );
}

/** @throws {@link CvcError} `cvc.too_large` for more than a length of two octets says (D) */
export function requireSize(der: Uint8Array): void {
  if (der.length > MAX_OCTETS)
    throw new CvcError('cvc.too_large', `a card verifiable certificate has at most ${MAX_OCTETS} octets`);
}

const MAX_OCTETS = 0xffff;
