import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import type { WriteDefinition } from '../../src/storage/sql/index.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/**
 * Opens a database of its own for the suite that it is called in, and removes it after the suite. Errors in the background fail the run.
 *
 * @param definitions - beside those that all contracts have
 * @param take - receives the database before the first test
 */
export function openForSuite(
  makeTemporary: () => Promise<TemporaryDatabase>,
  definitions: readonly WriteDefinition[],
  take: (database: Database) => void | Promise<void>,
): void {
  let temporary: TemporaryDatabase;
  let database: Database;
  before(async () => {
    temporary = await makeTemporary();
    database = await openDatabase({
      url: temporary.url,
      definitions: [...contractDefinitions, ...definitions],
      onBackgroundError: assert.ifError,
    });
    await take(database);
  });
  after(async () => {
    await database.close();
    await temporary.remove();
  });
}
