/** Kept keys, on every kind of database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { serialNumberFromBytes } from '@sealwright/pki';
import { type KeptKey, markWrite } from '../../src/modules/key-recovery/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { keptKeyWriteDefinitions, SqlKeptKeyStore } from '../../src/storage/stores/end-entities/kept-key-store.ts';
import { freshId, unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const bytes = (octets: number) => new Uint8Array(randomBytes(octets));

/** Defines the suite. */
export function describeKeptKeys(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`kept keys on ${kind}`, () => {
    let database: Database;
    let store: SqlKeptKeyStore;
    openForSuite(makeTemporary, keptKeyWriteDefinitions, (opened) => {
      database = opened;
      store = new SqlKeptKeyStore(database);
    });

    const keep = async (given: Partial<KeptKey> = {}): Promise<KeptKey> => {
      const key: KeptKey = {
        id: freshId(),
        caId: freshId(),
        serialNumber: serialNumberFromBytes(Uint8Array.of(0x5a, ...bytes(19))),
        endEntityId: freshId(),
        publicKeySha256: bytes(32),
        envelope: bytes(1500),
        escrowKey: { tokenId: 7, alias: 'escrow', publicKeySha256: bytes(32) },
        markedFor: undefined,
        createdMs: 1_900_000_000_000,
        version: 1,
        ...given,
      };
      await database.commit(unit([{ op: 'kept-key.insert', key } as never]));
      return key;
    };
    const commit = (...writes: readonly object[]) => database.commit(unit(writes as never));
    const exists = { code: 'storage.conflict', reason: 'exists' };
    const changed = { code: 'storage.conflict', reason: 'changed' };

    it('are found by their certificate, whole', async () => {
      const key = await keep();
      assert.deepEqual(await store.find(key.caId, key.serialNumber), key);
      assert.equal(await store.find(key.caId + 1, key.serialNumber), undefined);
    });

    it('are one for a certificate at most', async () => {
      const { caId, serialNumber } = await keep();
      await assert.rejects(keep({ caId, serialNumber }), exists);
    });

    it('are known by their end entity and by the escrow key', async () => {
      const { endEntityId, escrowKey } = await keep();
      assert.equal(await store.hasKeyOf(endEntityId), true);
      assert.equal(await store.hasKeyOf(endEntityId + 1), false);
      assert.equal(await store.hasKeyFor(escrowKey.publicKeySha256), true);
      assert.equal(await store.hasKeyFor(bytes(32)), false);
    });

    it('are marked for one end entity each, until the mark is removed', async () => {
      const { endEntityId, ...first } = await keep();
      const second = await keep({ endEntityId });
      assert.equal(await store.findMarked(endEntityId), undefined);
      await commit(markWrite(first, endEntityId));
      const marked = await store.findMarked(endEntityId);
      assert.deepEqual(marked, { ...first, endEntityId, markedFor: endEntityId, version: 2 });
      await assert.rejects(commit(markWrite(second, endEntityId)), exists);
      await assert.rejects(commit(markWrite(first, undefined)), changed);
      await commit(markWrite(marked, undefined));
      assert.equal(await store.findMarked(endEntityId), undefined);
      await commit(markWrite(second, endEntityId));
      assert.equal((await store.findMarked(endEntityId))!.id, second.id);
    });

    it('get another envelope with another escrow key, at the version that was read', async () => {
      const key = await keep();
      const next = { envelope: bytes(99), escrowKey: { tokenId: 8, alias: 'next', publicKeySha256: bytes(32) } };
      const rewrap = { op: 'kept-key.rewrap', id: key.id, expectedVersion: 1, ...next };
      await commit(rewrap);
      assert.deepEqual(await store.find(key.caId, key.serialNumber), { ...key, ...next, version: 2 });
      assert.equal(await store.hasKeyFor(key.escrowKey.publicKeySha256), false);
      await assert.rejects(commit(rewrap), changed);
    });

    it('are removed at the version that was read, and then nothing needs their escrow key', async () => {
      const key = await keep();
      const removal = { op: 'kept-key.delete', id: key.id, expectedVersion: 1 };
      await assert.rejects(commit({ ...removal, expectedVersion: 2 }), changed);
      await commit(removal);
      assert.equal(await store.find(key.caId, key.serialNumber), undefined);
      assert.equal(await store.hasKeyFor(key.escrowKey.publicKeySha256), false);
      await assert.rejects(commit(removal), changed);
    });

    it('are listed by their CA, a page at a time', async () => {
      const caId = freshId();
      const ids: number[] = [];
      for (let each = 0; each < 5; each++) ids.push((await keep({ caId })).id);
      await keep();
      ids.sort((one, other) => one - other);
      const page = async (after: number) => (await store.listAfter(caId, after, 2)).map(({ id }) => id);
      assert.deepEqual(await page(0), ids.slice(0, 2));
      assert.deepEqual(await page(ids[1]!), ids.slice(2, 4));
      assert.deepEqual(await page(ids[4]!), []);
    });
  });
}
