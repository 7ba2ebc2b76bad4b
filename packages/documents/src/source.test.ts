import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hashAlgorithmByName } from '@sealwright/pki';
import { bytesSource, digestOf, fileSource, piecesOf } from './source.ts';

const bytes = Uint8Array.from({ length: 600_000 }, (_, index) => index * 7 + (index >> 8));

describe('a document that is read by ranges', () => {
  it('is the same from memory and from a file', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'sealwright-source-'));
    writeFileSync(join(directory, 'file'), bytes);
    const handle = await open(join(directory, 'file'));
    t.after(async () => {
      await handle.close();
      rmSync(directory, { recursive: true });
    });
    const file = fileSource(handle, bytes.length);
    const memory = bytesSource(bytes);
    for (const [offset, length] of [
      [0, 10],
      [599_990, 10],
      [1, 599_998],
      [600_000, 0],
    ] as const)
      assert.deepEqual(await file.read(offset, length), await memory.read(offset, length));
  });

  it('is digested in pieces', async () => {
    const wanted = createHash('sha256').update(bytes.subarray(5, 550_000)).digest();
    const found = await digestOf(hashAlgorithmByName('SHA-256'), piecesOf(bytesSource(bytes), 5, 550_000));
    assert.deepEqual(found, new Uint8Array(wanted));
  });

  it('refuses ranges that are not within it', () => {
    for (const [offset, length] of [
      [0, 600_001],
      [-1, 1],
      [600_000, 1],
      [Number.NaN, 1],
    ] as const)
      assert.throws(() => bytesSource(bytes).read(offset, length), RangeError);
  });

  it('does not go on for ever in a file that became shorter', async () => {
    const handle = { read: () => Promise.resolve({ bytesRead: 0 }) };
    await assert.rejects(fileSource(handle, 10).read(0, 10), RangeError);
  });
});
