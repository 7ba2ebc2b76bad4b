/** A password in the two encodings that keystores derive keys from. */
export interface EncodedPassword {
  /** For PBKDF2: UTF-8, as RFC 8018 §3 recommends and OpenSSL, Java and NSS do. */
  readonly utf8: Uint8Array;
  /** For the PKCS #12 derivation: a BMPString that ends in a NUL character (RFC 7292 appendix B.1). */
  readonly bmp: Uint8Array;
}

/** Encodes `text` both ways. A character outside the BMP becomes a surrogate pair in `bmp`, as in OpenSSL and Java. */
export function encodePassword(text: string): EncodedPassword {
  return { utf8: new TextEncoder().encode(text), bmp: encodeBmp(`${text}\0`) };
}

/**
 * Lists the encodings that `text` may have had: {@link encodePassword}, and for the empty password also no octets at all, which
 * some writers use for it instead of the lone NUL.
 */
export function passwordCandidates(text: string): readonly EncodedPassword[] {
  const encoded = encodePassword(text);
  return text === '' ? [encoded, { utf8: encoded.utf8, bmp: new Uint8Array(0) }] : [encoded];
}

/** The UTF-16 code units of `text`, big endian: the content of a BMPString (X.690 §8.23.8). */
export function encodeBmp(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[i * 2] = unit >> 8;
    bytes[i * 2 + 1] = unit & 0xff;
  }
  return bytes;
}

/** The text of a BMPString's content, or undefined when it is not whole code units. */
export function decodeBmp(content: Uint8Array): string | undefined {
  return content.length % 2 === 0 ? BMP.decode(content) : undefined;
}

const BMP = new TextDecoder('utf-16be', { ignoreBOM: true });
