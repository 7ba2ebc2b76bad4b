/**
 * Tags as the number of their identifier octets: the first octet, plus 256 times the tag number when that is 31 or more
 * (X.690 §8.1.2).
 */
export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The tag `[number]`, primitive: IMPLICIT over a primitive type. */
export function contextPrimitive(number: number): number {
  return 0x80 | low(number);
}

/** The tag `[number]`, constructed: EXPLICIT, or IMPLICIT over a constructed type. */
export function contextConstructed(number: number): number {
  return 0xa0 | low(number);
}

function low(number: number): number {
  if (!Number.isInteger(number) || number < 0 || number > 30)
    throw new RangeError(`tag number ${number} is not in 0..30`);
  return number;
}
