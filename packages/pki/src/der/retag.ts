/**
 * A copy of one encoded element under another tag of one octet: `[n] IMPLICIT` over a structure that was written or is read under its
 * own tag (X.690 §8.14.3).
 */
export function retag(element: Uint8Array, tag: number): Uint8Array {
  const tagged = element.slice();
  tagged[0] = tag;
  return tagged;
}
