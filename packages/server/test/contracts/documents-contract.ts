/** Reads of many documents on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type DocumentInsert, EPOCH_MOVE } from '../../src/modules/configuration/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { documentWrites, SqlDocumentStore } from '../../src/storage/stores/installation/document-store.ts';
import { contractDefinitions, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeDocuments(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`documents on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    before(async () => {
      temporary = await makeTemporary();
      database = await openDatabase({
        url: temporary.url,
        definitions: [...contractDefinitions, ...documentWrites.filter(({ op }) => op.startsWith('document.'))],
        onBackgroundError: assert.ifError,
      });
      // More than go to the database at a time.
      const writes = Array.from({ length: 2500 }, (_each, index) => insertOf('ROLE', index + 1));
      await database.commit(unit([...writes, insertOf('CA', 5000), EPOCH_MOVE]));
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    it('are read together by name, by id and by public id, those of other types excepted', async () => {
      const store = new SqlDocumentStore(database);
      const named = await store.findByNames('ROLE', ['role 1', 'role 2500', 'role 5000', 'nobody']);
      assert.deepEqual(new Set(named.map(({ id }) => id)), new Set([1, 2500]));
      assert.deepEqual(named.find(({ id }) => id === 1)!.body, '{"of":1}');
      const byId = await store.findByIds('ROLE', [2, 3, 5000, 9999]);
      assert.deepEqual(byId.map(({ name }) => name).toSorted(), ['Role 2', 'Role 3']);
      assert.deepEqual(await store.publicIdsAmong('ROLE', [-7, 107, 5100]), [107]);
    });

    it('become durable together, however many there are, or not at all', async () => {
      const store = new SqlDocumentStore(database);
      const many = Array.from({ length: 2500 }, (_each, index) => insertOf('ROLE', 10_000 + index));
      await assert.rejects(database.commit(unit([...many, insertOf('ROLE', 1), EPOCH_MOVE])), {
        code: 'storage.conflict',
      });
      assert.deepEqual(await store.findByIds('ROLE', [10_000, 12_499]), []);
      await database.commit(unit([...many, EPOCH_MOVE]));
      assert.equal((await store.findByIds('ROLE', [10_000, 11_000, 12_499])).length, 3);
    });
  });
}

function insertOf(type: string, id: number): DocumentInsert {
  const name = `Role ${id}`;
  const head = { id, type, nameKey: name.toLowerCase(), namespace: '', name, publicId: id + 100, version: 1 };
  const body = JSON.stringify({ of: id });
  return { op: 'document.insert', ...head, schemaVersion: 1, body, createdMs: 1, modifiedMs: 1 };
}
