/** Tells whether a text is one plain address of mail: no list, no name beside it, nothing that ends a line or quotes. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/.test(text);
}

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const MAX_LENGTH = 254;
