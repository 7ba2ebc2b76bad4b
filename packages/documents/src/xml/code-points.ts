/**
 * Compares by code point, as Canonical XML orders (XML-C14N §2.2), where JavaScript compares by code unit: beyond the basic plane
 * the two differ. Negative when `one` comes first.
 */
export function compareCodePoints(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const a = one.charCodeAt(index);
    const b = other.charCodeAt(index);
    if (a !== b) return fixUp(a) - fixUp(b);
  }
  return one.length - other.length;
}

/** Moves surrogates above the rest of the basic plane. */
function fixUp(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
