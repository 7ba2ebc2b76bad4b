/**
 * Returns the hash of a text as Java's `String.hashCode` computes it, signed 32 bits. Clients of the CA REST interface identify a CA by it.
 *
 * Not unique: `CN=Aa` and `CN=BB` have the same hash.
 */
export function javaHashCode(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
