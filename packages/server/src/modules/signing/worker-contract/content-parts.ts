/** Contents composed of others without copying them into memory. */
import { type Content, contentOf } from '../../../kernel/content.ts';

/** Concatenates contents, each of which is read only when it is reached. */
export function joinContents(parts: readonly Content[]): Content {
  const octets = parts.reduce((sum, part) => sum + part.octets, 0);
  return {
    octets,
    inMemory: undefined,
    async read(offset, length) {
      const pieces: Uint8Array[] = [];
      let start = 0;
      for (const part of parts) {
        const from = Math.max(offset - start, 0);
        const to = Math.min(offset + length - start, part.octets);
        if (from < to) pieces.push(await part.read(from, to - from));
        start += part.octets;
      }
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    },
  };
}

/** Returns the part of a content with `octets` octets from `offset` on. */
export function partOf(content: Content, offset: number, octets: number): Content {
  const { inMemory } = content;
  if (inMemory !== undefined) return contentOf(inMemory.subarray(offset, offset + octets));
  return {
    octets,
    inMemory: undefined,
    read: (from, length) => content.read(offset + from, Math.min(length, octets - from)),
  };
}
