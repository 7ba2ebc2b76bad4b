/** Migrations, on every kind of database. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/engine/database.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all-migrations.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { TABLES } from '../../src/storage/sql/schema.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** The table of a test, as two releases make it. */
export const releaseOne: readonly Migration[] = [
  ...MIGRATIONS,
  migration(MIGRATIONS.length + 1, ({ integer }) => [`CREATE TABLE pet (id ${integer} PRIMARY KEY)`]),
];
export const releaseTwo: readonly Migration[] = [
  ...releaseOne,
  migration(MIGRATIONS.length + 2, ({ text }) => [`ALTER TABLE pet ADD COLUMN name ${text}`]),
];

/** Defines the suite. */
export function describeMigrations(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`migrations on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    const open = (migrations: readonly Migration[]) =>
      openDatabase({ url: temporary.url, definitions: [], migrations, onBackgroundError: () => {} });
    const openAndClose = async (migrations: readonly Migration[]) => (await open(migrations)).close();
    const countPets = async (database: Database) =>
      (await sql<{ count: number }>`SELECT count(name) AS count FROM pet`.execute(database.kysely)).rows[0]!.count;

    beforeEach(async () => {
      temporary = await makeTemporary();
    });
    afterEach(() => temporary.remove());

    it('make the tables that the sources speak of, and no others', async () => {
      const database = await open(MIGRATIONS);
      const tables = await database.kysely.introspection.getTables();
      await database.close();
      const { schema_migration: _, ...found } = Object.fromEntries(
        tables.map(({ name, columns }) => [
          name,
          Object.fromEntries(columns.map((column, place) => [column.name, columnType(column, place)])),
        ]),
      );
      assert.deepEqual(found, TABLES);
    });

    it('go on from where the release before has left', async () => {
      await openAndClose(releaseOne);
      await openAndClose(releaseOne);
      const database = await open(releaseTwo);
      assert.equal(await countPets(database), 0);
      await database.close();
    });

    it('run once when two processes start together', async () => {
      const databases = await Promise.all([open(releaseTwo), open(releaseTwo)]);
      for (const database of databases) {
        assert.equal(await countPets(database), 0);
        await database.close();
      }
    });

    it('refuse a database of a later release', async () => {
      await openAndClose(releaseTwo);
      await assert.rejects(open(releaseOne), { code: 'storage.newer_schema', kind: 'unavailable' });
    });

    it('refuse a database that has run something else under the same number', async () => {
      await openAndClose(releaseOne);
      const other = migration(MIGRATIONS.length + 1, ({ text }) => [`CREATE TABLE pet (id ${text} PRIMARY KEY)`]);
      await assert.rejects(open([...MIGRATIONS, other]), { code: 'storage.changed_migration' });
    });

    it('undo a step that fails, keep those before it and go on later', async () => {
      const broken = migration(MIGRATIONS.length + 2, ({ integer }) => [
        `CREATE TABLE owner (id ${integer} PRIMARY KEY)`,
        'INSERT INTO no_such_table VALUES (1)',
      ]);
      await assert.rejects(open([...releaseOne, broken]), { code: 'storage.migration_failed' });
      const database = await open(releaseTwo);
      const tables = (await database.kysely.introspection.getTables()).map(({ name }) => name);
      await database.close();
      assert.ok(tables.includes('pet') && !tables.includes('owner'));
    });
  });
}

function migration(number: number, statements: Migration['statements']): Migration {
  return { number, name: `test-${number}`, statements };
}

/** SQLite takes null for a row id, the first column where there is one, and puts a number in its place. */
function columnType({ dataType, isNullable }: { dataType: string; isNullable: boolean }, place: number): string {
  const isRowId = dataType === 'INTEGER' && place === 0;
  const type = { integer: 'integer', int8: 'integer', text: 'text', blob: 'bytes', bytea: 'bytes' }[
    dataType.toLowerCase()
  ];
  return `${type ?? dataType}${isNullable && !isRowId ? '?' : ''}`;
}
