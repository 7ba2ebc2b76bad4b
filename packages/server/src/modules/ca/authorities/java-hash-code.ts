/**
 * Returns the hash of a text as Java's `String.hashCode` computes it, signed 32 bits: what clients of the interface know a CA by.
 *
 * Not unique: `CN=Aa` and `CN=BB` have the same.
 */
export function javaHashCode(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
