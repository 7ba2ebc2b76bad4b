/** Helvetica, which every reader of PDF has (ISO 32000-1 §9.6.2.2), with the encoding of Windows (annex D). */

/** The octets of a text; what the encoding does not have becomes a question mark. */
export function winAnsi(text: string): Uint8Array {
  return Uint8Array.from(text.normalize('NFC'), (character) => {
    const code = character.codePointAt(0)!;
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa1 && code <= 0xff)) return code;
    return SPECIAL.get(character) ?? 0x3f;
  });
}

/** The width of a text at a size of one unit. */
export function helveticaWidth(octets: Uint8Array): number {
  return octets.reduce((width, octet) => width + widthOf(octet), 0) / 1000;
}

function widthOf(octet: number): number {
  if (octet >= 0x20 && octet < 0x7f) return ASCII[octet - 0x20]!;
  return octet >= 0xa1 ? LATIN[octet - 0xa1]! : WIDEST;
}

/** In thousandths of the size, from U+0020 to U+007E. */
const ASCII: readonly number[] = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** From U+00A1 to U+00FF. */
const LATIN: readonly number[] = [
  333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 556, 537, 278,
  333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278,
  278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556,
  889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556,
  500, 556, 500,
];
const WIDEST = 1000;
const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['\u20ac', 0x80],
  ['\u2026', 0x85],
  ['\u0160', 0x8a],
  ['\u0152', 0x8c],
  ['\u017d', 0x8e],
  ['\u2018', 0x91],
  ['\u2019', 0x92],
  ['\u201c', 0x93],
  ['\u201d', 0x94],
  ['\u2013', 0x96],
  ['\u2014', 0x97],
  ['\u0161', 0x9a],
  ['\u0153', 0x9c],
  ['\u017e', 0x9e],
  ['\u0178', 0x9f],
]);
