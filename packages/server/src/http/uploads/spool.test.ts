import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { Spool, type SpooledContent } from './spool.ts';

const MIB = 1024 * 1024;
const PATTERN = Buffer.from(
  Uint8Array.from({ length: 251 }, (_, index) => index)
    .toHex()
    .repeat(17_000),
  'hex',
);
const NO_LIMIT = { octets: Number.MAX_SAFE_INTEGER, setting: 'none' };

describe('the spool', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'spool-'));
  after(() => rmSync(directory, { recursive: true, force: true }));
  const spool = new Spool(path.join(directory, 'documents'), 100 * MIB);

  /** Octets that tell where they stand, in pieces of `pieceOctets`. */
  async function* counting(octets: number, pieceOctets: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < octets; at += pieceOctets)
      yield PATTERN.subarray(at % 251, (at % 251) + Math.min(pieceOctets, octets - at));
  }
  const whole = async (content: SpooledContent) => Buffer.from(await content.read(0, content.octets + 1));
  const expected = (octets: number) => PATTERN.subarray(0, octets);

  for (const [octets, pieceOctets, isInMemory] of [
    [0, 1, true],
    [1, 1, true],
    [4097, 1, true],
    [MIB, 65_536, true],
    [MIB + 1, 1000, false],
    [3 * MIB, MIB, false],
  ] as const)
    it(`keeps ${octets} octets in pieces of ${pieceOctets} ${isInMemory ? 'in memory' : 'on disk'}`, async () => {
      const content = await spool.keep(counting(octets, pieceOctets), NO_LIMIT);
      assert.equal(content.octets, octets);
      assert.equal(content.inMemory !== undefined, isInMemory);
      assert.ok((await whole(content)).equals(expected(octets)));
      const middle = Buffer.from(await content.read(Math.floor(octets / 2), 3));
      assert.ok(
        middle.equals(
          expected(octets)
            .subarray(Math.floor(octets / 2))
            .subarray(0, 3),
        ),
      );
      await content.close();
    });

  it('keeps no more in memory than it is told to', async () => {
    const narrow = new Spool(path.join(directory, 'narrow'), 100 * MIB, MIB);
    const kept = [await narrow.keep(counting(MIB, MIB), NO_LIMIT), await narrow.keep(counting(MIB, MIB), NO_LIMIT)];
    assert.deepEqual(
      kept.map(({ inMemory }) => inMemory !== undefined),
      [true, false],
    );
    await Promise.all(kept.map((content) => content.close()));
  });

  it('keeps no more than 64 MiB of all documents in memory, and gives room when they are closed', async () => {
    const kept = [];
    for (let count = 0; count < 70; count++) kept.push(await spool.keep(counting(MIB, MIB), NO_LIMIT));
    assert.equal(kept.filter(({ inMemory }) => inMemory !== undefined).length, 64);
    assert.ok((await whole(kept[69]!)).equals(expected(MIB)));
    await Promise.all(kept.map(async (content) => content.close()));
    const again = await spool.keep(counting(MIB, MIB), NO_LIMIT);
    assert.ok(again.inMemory !== undefined);
    await again.close();
  });

  it('takes no more than it may altogether, and forgets what it refuses', async () => {
    for (let count = 0; count < 3; count++)
      await assert.rejects(spool.keep(counting(101 * MIB, MIB), NO_LIMIT), { code: 'upload.no_room' });
    await assert.rejects(spool.keep(counting(3 * MIB, MIB), { octets: 2 * MIB, setting: 'small' }), {
      code: 'upload.document_too_large',
    });
    const content = await spool.keep(counting(99 * MIB, MIB), NO_LIMIT);
    await content.close();
    assert.deepEqual(readdirSync(path.join(directory, 'documents')), []);
  });
});
