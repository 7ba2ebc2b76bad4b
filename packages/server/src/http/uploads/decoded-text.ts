/** Texts of forms whose octets were not text. */
import { ForbiddenCharacterError } from '../errors/index.ts';

/**
 * Refuses a text in which something stands for octets that are not text in the character set of their part: what is signed would not be what was
 * sent. Nobody can tell it from the same character that a client has sent; a file takes that.
 *
 * @param field - the name of the part
 * @throws {@link ForbiddenCharacterError}
 */
export function requireDecoded(field: string, text: string): void {
  if (text.includes(REPLACEMENT_CHARACTER)) throw new ForbiddenCharacterError(field);
}

/** Decoders write it in place of octets that they cannot read. */
const REPLACEMENT_CHARACTER = '\ufffd';
