/** The same databases, their rows copied into tables of PostgreSQL that the migrations of their release have made. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { MIGRATIONS } from '../../packages/server/src/storage/migrations/all-migrations.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import { copyRows } from '../../packages/server/test/copied-rows.ts';
import { temporaryPostgres } from '../../packages/server/test/temporary-database.ts';
import { describeOldDatabases } from './opening-contract.ts';

describeOldDatabases('PostgreSQL', async (fixture, home) => {
  const database = await temporaryPostgres();
  const file = path.join(path.dirname(home.database), 'of-before.db');
  writeFileSync(file, gunzipSync(readFileSync(fixture)));
  const before = new DatabaseSync(file);
  const { number } = before.prepare('SELECT max(number) AS number FROM schema_migration').get() as { number: number };
  const migrations = MIGRATIONS.filter((migration) => migration.number <= number);
  await (await openDatabase({ url: database.url, definitions: [], migrations, onBackgroundError: () => {} })).close();
  await copyRows(before, database.url);
  before.close();
  return database;
});
