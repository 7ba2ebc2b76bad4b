import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../test/temporary-database.ts';
import { openDatabase } from '../open-database.ts';
import { collectDefinitions } from '../sql/write-definition.ts';
import { WriteBinding } from './bound-writes.ts';
import { openSqlite } from './sqlite-connection.ts';
import { sqlitePath } from './sqlite-database.ts';
import { SqliteUnitWriter } from './sqlite-unit-writer.ts';

const binding = new WriteBinding(collectDefinitions(contractDefinitions));
let temporary: TemporaryDatabase;
let connection: DatabaseSync;
let writer: SqliteUnitWriter;
beforeEach(async () => {
  temporary = await temporarySqlite();
  const options = { url: temporary.url, definitions: [], onBackgroundError: () => {} };
  await (await openDatabase(options)).close();
  connection = openSqlite({ path: sqlitePath(temporary.url) });
  writer = new SqliteUnitWriter(connection, binding.statements);
});
afterEach(async () => {
  connection.close();
  await temporary.remove();
});

const insert = (octets = 0) => unit([{ op: 'item.insert', key: freshName(), value: new Uint8Array(octets) }]);
const kinds = (units: readonly UnitOfWork[]) =>
  writer.write(units.map((each) => binding.bind(each))).map(({ kind }) => kind);
const countItems = () => connection.prepare('SELECT count(*) AS count FROM installation_item').get()!['count'];

it('answers every unit of a group as unavailable when there is no more room, and stores later ones', () => {
  const pages = connection.prepare('PRAGMA page_count').get()!['page_count'] as number;
  connection.exec(`PRAGMA max_page_count = ${pages + 10}`);
  const group = [insert(), insert(1_000_000), insert()];
  assert.deepEqual(kinds(group), ['unavailable', 'unavailable', 'unavailable']);
  assert.equal(connection.isTransaction, false);
  assert.equal(countItems(), 0);
  assert.deepEqual(kinds([insert()]), ['stored']);
  connection.exec(`PRAGMA max_page_count = 1000000`);
  assert.deepEqual(kinds(group), ['stored', 'stored', 'stored']);
});

it('runs nothing more of a group that SQLite has rolled back', () => {
  connection.exec(`CREATE TEMP TRIGGER undo BEFORE INSERT ON installation_item WHEN NEW.version = 13
    BEGIN SELECT RAISE(ROLLBACK, 'as a failing disk would'); END`);
  const unlucky = unit([{ op: 'item.insert', key: freshName(), version: 13 }]);
  assert.deepEqual(kinds([insert(), unlucky, insert()]), ['unavailable', 'unavailable', 'unavailable']);
  assert.equal(countItems(), 0);
});

it('answers a group whose COMMIT fails as unavailable and goes on', () => {
  connection.exec(`PRAGMA foreign_keys = ON;
    CREATE TABLE checked_late (name TEXT REFERENCES installation_item (name) DEFERRABLE INITIALLY DEFERRED);
    CREATE TEMP TRIGGER late AFTER INSERT ON installation_item WHEN NEW.version = 13
    BEGIN INSERT INTO checked_late VALUES ('nobody'); END`);
  const unlucky = unit([{ op: 'item.insert', key: freshName(), version: 13 }]);
  assert.deepEqual(kinds([insert(), unlucky]), ['unavailable', 'unavailable']);
  assert.equal(connection.isTransaction, false);
  assert.deepEqual(kinds([insert()]), ['stored']);
});
