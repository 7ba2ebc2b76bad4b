import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { zipEntries } from '../import/zip-entries.ts';
import { type ArchivedText, zipArchive } from './zip-archive.ts';

const LIMITS = { maxEntries: 20_000, maxFileOctets: 2 ** 22, maxTotalOctets: 2 ** 24 };

describe('an archive', () => {
  it('holds small, large and empty files, with names that are not ASCII', async () => {
    const files = [
      { path: 'services/Löschen.yaml', content: 'Name: Löschen\n' },
      { path: 'services/empty.yaml', content: '' },
      { path: 'services/large.yaml', content: randomBytes(200_000).toString('base64') },
      { path: 'services/last.yaml', content: 'a: 1\n' },
    ];
    const read: ArchivedText[] = [];
    for await (const { path, content } of zipEntries(await octets(files), LIMITS))
      read.push({ path, content: new TextDecoder().decode(content) });
    assert.deepEqual(read, files);
  });

  it('is there without files', async () => {
    assert.deepEqual(await Array.fromAsync(zipEntries(await octets([]), LIMITS)), []);
  });

  it('has the same octets for the same files', async () => {
    const files = [{ path: 'a/b.yaml', content: 'x: y\n'.repeat(100) }];
    assert.deepEqual(await octets(files), await octets(files));
  });
});

async function octets(files: readonly ArchivedText[]): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(zipArchive(files)));
}
