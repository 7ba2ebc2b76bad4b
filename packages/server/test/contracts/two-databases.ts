import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Returns one database as two processes have it, while the tests of the suite run. */
export function twoDatabases(makeTemporary: () => Promise<TemporaryDatabase>): readonly Database[] {
  const databases: Database[] = [];
  let temporary: TemporaryDatabase;
  before(async () => {
    temporary = await makeTemporary();
    for (let process = 0; process < 2; process++)
      databases.push(
        await openDatabase({
          url: temporary.url,
          definitions: contractDefinitions,
          onBackgroundError: assert.ifError,
        }),
      );
  });
  after(async () => {
    for (const database of databases) await database.close();
    await temporary.remove();
  });
  return databases;
}
