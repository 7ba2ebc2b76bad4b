import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../test/temporary-database.ts';
import { openDatabase } from '../open-database.ts';
import { collectDefinitions } from '../sql/write-definition.ts';
import { sqlitePath } from './sqlite-database.ts';
import { WriteThread } from './write-thread.ts';

let temporary: TemporaryDatabase;
let thread: WriteThread;
const errors: unknown[] = [];
beforeEach(async () => {
  temporary = await temporarySqlite();
  await (await openDatabase({ url: temporary.url, definitions: [], onBackgroundError: assert.ifError })).close();
  errors.length = 0;
  const definitions = collectDefinitions(contractDefinitions);
  thread = new WriteThread({ path: sqlitePath(temporary.url) }, definitions, (error) => errors.push(error));
});
afterEach(async () => {
  await thread.close();
  await temporary.remove();
});

const insert = (value = new Uint8Array()) => unit([{ op: 'item.insert', key: freshName(), value }]);
const kinds = async (...units: ReturnType<typeof unit>[]) => (await thread.write(units)).map(({ kind }) => kind);

it('waits for a writer of another process without holding the event loop', async () => {
  const other = new DatabaseSync(sqlitePath(temporary.url));
  other.exec('BEGIN IMMEDIATE');
  const stored = kinds(insert());
  let turns = 0;
  for (; turns < 5; turns++) await delay(2);
  other.exec('COMMIT');
  other.close();
  assert.deepEqual(await stored, ['stored']);
  assert.equal(turns, 5);
});

it('stores a part of a buffer and not what lies around it', async () => {
  const buffer = new Uint8Array(1000).fill(0xee);
  buffer.set([1, 2, 3], 500);
  assert.deepEqual(await kinds(insert(buffer.subarray(500, 503))), ['stored']);
  const rows = await thread.run('SELECT value FROM installation_item', []);
  assert.deepEqual(rows, [{ value: Uint8Array.of(1, 2, 3) }]);
});

it('gives each row of a group its own octets, also where a unit of it fails', async () => {
  const values = [[1, 2], [], [3], [4, 5, 6]].map((octets) => Uint8Array.from(octets));
  const items = values.map((value, at) => ({ op: 'item.insert', key: `item ${at}`, value }));
  const taken = unit([{ op: 'item.insert', key: 'item 0', value: Uint8Array.of(7) }]);
  assert.deepEqual(await kinds(unit(items.slice(0, 3)), taken, unit(items.slice(3))), ['stored', 'conflict', 'stored']);
  const rows = await thread.run('SELECT name, value FROM installation_item ORDER BY name', []);
  assert.deepEqual(
    rows,
    values.map((value, at) => ({ name: `item ${at}`, value })),
  );
});

it('refuses a unit that no store can write, and stores those around it', async () => {
  assert.deepEqual(await kinds(insert(), unit([{ op: 'nothing.of-the-kind' }]), insert()), [
    'stored',
    'misfit',
    'stored',
  ]);
  assert.deepEqual(await kinds(unit([{ op: 'item.insert', key: freshName(), version: 2 ** 53 }])), ['misfit']);
  const text = unit([{ op: 'item.insert', key: freshName(), value: 'text where octets belong' }]);
  assert.deepEqual(await kinds(insert(), text, insert()), ['stored', 'misfit', 'stored']);
  const octets = unit([{ op: 'item.insert', key: freshName(), version: new Uint8Array(1) as never }]);
  assert.deepEqual(await kinds(insert(), octets, insert()), ['stored', 'misfit', 'stored']);
  const given = new Uint8Array(8);
  structuredClone(given, { transfer: [given.buffer] });
  assert.deepEqual(await kinds(insert(), insert(given), insert()), ['stored', 'misfit', 'stored']);
});

it('stores a unit that is handed over in parts as a whole or not at all, between others', async () => {
  const many = (...last: Parameters<typeof unit>[0]) =>
    unit([...Array.from({ length: 2500 }, () => ({ op: 'item.insert', key: freshName() })), ...last]);
  const taken = freshName();
  assert.deepEqual(await kinds(insert(), many({ op: 'item.insert', key: taken }), insert()), [
    'stored',
    'stored',
    'stored',
  ]);
  const [misfit, conflict] = [many({ op: 'nothing.of-the-kind' }), many({ op: 'item.insert', key: taken })];
  assert.deepEqual(await kinds(misfit, conflict, many(), insert()), ['misfit', 'conflict', 'stored', 'stored']);
  const [rows] = await thread.run('SELECT count(*) AS n FROM installation_item', []);
  assert.equal(rows!['n'], 2501 + 2500 + 3);
});

it('answers what waits as unavailable when its file cannot be opened, and begins anew', async () => {
  const path = sqlitePath(temporary.url);
  const lost = new WriteThread({ path: `${path}/nowhere` }, collectDefinitions(contractDefinitions), (error) =>
    errors.push(error),
  );
  assert.deepEqual(
    (await lost.write([insert(), insert()])).map(({ kind }) => kind),
    ['unavailable', 'unavailable'],
  );
  assert.match(String(errors[0]), /DatabaseOpenError|unable to open/);
  assert.deepEqual(
    (await lost.write([insert()])).map(({ kind }) => kind),
    ['unavailable'],
  );
  await lost.close();
});

it('says what is wrong with a statement, and runs the next one', async () => {
  await assert.rejects(thread.run('SELECT 1 FROM nowhere', []), causedBy(/no such table/));
  assert.deepEqual(await thread.run('SELECT 1 AS one', []), [{ one: 1 }]);
});

it('takes nothing more once it is closed', async () => {
  assert.deepEqual(await kinds(insert()), ['stored']);
  await thread.close();
  assert.deepEqual(await kinds(insert()), ['unavailable']);
  await assert.rejects(thread.run('SELECT 1 AS one', []), causedBy(/closed/));
});

function causedBy(message: RegExp) {
  return ({ code, cause }: { code: string; cause: Error }) =>
    code === 'storage.unavailable' && message.test(cause.message);
}
