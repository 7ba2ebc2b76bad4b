import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import { releaseOne, releaseTwo } from '../../../test/contracts/migration-contract.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../test/temporary-database.ts';
import type { Migration } from '../migrations/migration.ts';
import { openDatabase } from '../open-database.ts';
import { sqlitePath } from './sqlite-database.ts';

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporarySqlite();
});
afterEach(() => temporary.remove());

const open = (migrations: readonly Migration[]) =>
  openDatabase({ url: temporary.url, definitions: [], migrations, onBackgroundError: () => {} });
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('makes the file and its log for their owner alone', { skip: process.platform === 'win32' }, async () => {
  const database = await open(releaseOne);
  const path = sqlitePath(temporary.url);
  assert.deepEqual([path, `${path}-wal`, `${path}-shm`].map(mode), ['600', '600', '600']);
  await database.close();
});

it('writes a copy before the first step on a file with tables, for its owner alone', async () => {
  const path = sqlitePath(temporary.url);
  const backup = `${path}.schema-${releaseOne.length}.backup`;
  const first = await open(releaseOne);
  await first.claimIdBlock();
  await first.close();
  assert.equal(existsSync(backup), false);
  await (await open(releaseTwo)).close();
  if (process.platform !== 'win32') assert.equal(mode(backup), '600');
  const copy = new DatabaseSync(backup, { readOnly: true });
  assert.equal(copy.prepare('SELECT count(*) AS steps FROM schema_migration').get()!['steps'], releaseOne.length);
  assert.equal(copy.prepare('SELECT next_block FROM id_block').get()!['next_block'], 2);
  assert.throws(() => copy.prepare('SELECT name FROM pet'));
  copy.close();
});

it('writes no copy of a new file and none when nothing is to be done', async () => {
  await (await open(releaseTwo)).close();
  await (await open(releaseTwo)).close();
  const path = sqlitePath(temporary.url);
  assert.deepEqual(
    readdirSync(dirname(path)).filter((name) => name.includes('backup')),
    [],
  );
});

it('refuses a file that is not a database', async () => {
  writeFileSync(sqlitePath(temporary.url), 'this is a text and no database, whatever its name says\n'.repeat(100));
  await assert.rejects(open(releaseOne), { code: 'storage.cannot_open', kind: 'unavailable' });
});
