import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { type Content, contentOf } from '../../../kernel/content.ts';
import { joinContents, partOf } from './content-parts.ts';

/** Returns a content that appears not to be in memory. */
function elsewhere(bytes: Uint8Array): Content {
  return { ...contentOf(bytes), inMemory: undefined };
}

describe('joined and partial contents', () => {
  it('yield the concatenated octets from any offset', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(40), fc.nat(40), async (parts, offset, length) => {
        const joined = joinContents(parts.map((part, index) => (index % 2 === 0 ? contentOf(part) : elsewhere(part))));
        const all = Buffer.concat(parts);
        assert.equal(joined.octets, all.length);
        assert.deepEqual(
          new Uint8Array(await joined.read(offset, length)),
          new Uint8Array(all.subarray(offset, offset + length)),
        );
      }),
    );
  });

  it('end where the part ends', async () => {
    const bytes = Uint8Array.from({ length: 20 }, (_, index) => index);
    for (const content of [contentOf(bytes), elsewhere(bytes)]) {
      const part = partOf(content, 5, 10);
      assert.equal(part.octets, 10);
      assert.deepEqual(await part.read(8, 100), bytes.subarray(13, 15));
      assert.deepEqual(await part.read(0, 10), bytes.subarray(5, 15));
    }
  });
});
