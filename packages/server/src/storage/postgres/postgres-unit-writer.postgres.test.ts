import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Client } from 'pg';
import { contractDefinitions, freshId, freshName, unit, unitOf } from '../../../test/contracts/contract-writes.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { type CuttingProxy, startCuttingProxy } from '../../../test/cutting-proxy.ts';
import { type TemporaryDatabase, temporaryPostgres } from '../../../test/temporary-database.ts';
import type { UnitId } from '../../kernel/unit-of-work.ts';
import type { Database } from '../engine/database.ts';
import { openDatabase } from '../open-database.ts';

let temporary: TemporaryDatabase;
let proxy: CuttingProxy;
let database: Database;
before(async () => {
  temporary = await temporaryPostgres();
});
after(() => temporary.remove());
beforeEach(async () => {
  proxy = await startCuttingProxy(temporary.url);
  database = await open();
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const open = (statementMs = 30_000) =>
  openDatabase({
    url: proxy.url,
    definitions: contractDefinitions,
    onBackgroundError: () => {},
    queue: { lanes: 1 },
    timeouts: { statementMs, connectMs: 5000 },
  });
const insertItem = (key: string) => unit([{ op: 'item.insert', key }]);
const isStored = async (name: string) =>
  (await database.kysely.selectFrom('installation_item').select('name').where('name', '=', name).execute()).length ===
  1;
const withoutReceipt = (key: string) => unitOf(freshName() as UnitId, [{ op: 'item.insert', key }]);

describe('a connection that breaks at COMMIT', () => {
  for (const where of ['before COMMIT arrives', 'before the answer to COMMIT'] as const) {
    it(`${where}: units with a receipt are stored once`, async () => {
      const names = Array.from({ length: 10 }, freshName);
      proxy.cut(where);
      await Promise.all(names.map((name) => database.commit(insertItem(name))));
      for (const name of names) assert.ok(await isStored(name));
    });

    it(`${where}: a unit without a receipt is answered as unavailable`, async () => {
      proxy.cut(where);
      await assert.rejects(database.commit(withoutReceipt(freshName())), { code: 'storage.unavailable' });
    });
  }

  it('again and again: units are answered as unavailable', async () => {
    const name = freshName();
    proxy.cut('before COMMIT arrives', 100);
    await assert.rejects(database.commit(insertItem(name)), { code: 'storage.unavailable' });
    proxy.cut('before COMMIT arrives', 0);
    assert.equal(await isStored(name), false);
    await database.commit(insertItem(name));
  });
});

it('replaces a connection that broke while it was idle', async () => {
  await database.commit(insertItem(freshName()));
  proxy.stop();
  proxy.resume();
  await database.commit(insertItem(freshName()));
});

it('answers units as unavailable while there is no server, and goes on when there is one', async () => {
  await database.commit(insertItem(freshName()));
  proxy.stop();
  await assert.rejects(database.commit(insertItem(freshName())), { code: 'storage.unavailable' });
  await assert.rejects(database.readEpoch(), { code: 'storage.read_failed', kind: 'unavailable' });
  proxy.resume();
  await database.commit(insertItem(freshName()));
});

it('answers a unit as unavailable when it waits too long for a row', async () => {
  const name = freshName();
  await database.commit(insertItem(name));
  const other = new Client({ connectionString: temporary.url });
  await other.connect();
  await other.query('BEGIN');
  await other.query('UPDATE installation_item SET version = version WHERE name = $1', [name]);
  const impatient = await open(2500);
  await assert.rejects(impatient.commit(unit([{ op: 'item.update', key: name, version: 1 }])), {
    code: 'storage.unavailable',
  });
  await impatient.close();
  await other.query('ROLLBACK');
  await other.end();
  await database.commit(unit([{ op: 'item.update', key: name, version: 1 }]));
});

it('tells the first reason of a unit, though a later one has failed before it was looked for', async () => {
  const name = freshName();
  const [id, value] = [freshId(), Uint8Array.fromHex(freshName())];
  const claim = (owner: number) => ({ op: 'key.claim', id, value, owner }) as const;
  await database.commit(unit([{ op: 'item.insert', key: name }, claim(1)]));
  await assert.rejects(database.commit(unit([claim(2), { op: 'item.insert', key: name }])), {
    op: 'key.claim',
    reason: 'claimed',
  });
});

it('stores no unit of a transaction that did not begin, unless it says so', async () => {
  await database.commit(insertItem(freshName()));
  const names = [freshName(), freshName()];
  proxy.spoil('BEGIN');
  const outcomes = await Promise.allSettled(names.map((name) => database.commit(withoutReceipt(name))));
  for (const [index, { status }] of outcomes.entries())
    assert.equal(await isStored(names[index]!), status === 'fulfilled');
});

it('stores what two processes write at once, whatever rows they meet in', async () => {
  const second = await openDatabase({
    url: temporary.url,
    definitions: contractDefinitions,
    onBackgroundError: () => {},
  });
  const names = Array.from({ length: 20 }, freshName);
  const key = Uint8Array.fromHex(freshName());
  const store = (where: Database, name: string, index: number) =>
    where
      .commit(
        unit([
          { op: 'item.insert', key: name },
          { op: 'key.claim', id: freshId(), value: key, owner: index },
        ]),
      )
      .then(
        () => 'stored',
        (error: { reason?: string }) => error.reason,
      );
  // Opposite orders: each holds what the other one wants.
  const outcomes = await Promise.all([
    ...names.map((name, index) => store(database, name, index)),
    ...names.toReversed().map((name, index) => store(second, name, index)),
  ]);
  await second.close();
  assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 20);
  assert.equal(outcomes.filter((outcome) => outcome === 'exists').length, 20);
});

it('keeps the epoch of units in one process from moving in another before they are stored', async () => {
  const second = await openDatabase({
    url: temporary.url,
    definitions: contractDefinitions,
    onBackgroundError: () => {},
  });
  const epoch = await database.readEpoch();
  const outcomes = await Promise.all([
    ...Array.from({ length: 30 }, () => outcomeAt(database, [{ op: 'item.insert', key: freshName() }], epoch)),
    outcomeAt(second, [{ op: 'epoch.move' }], epoch),
    ...Array.from({ length: 30 }, () => outcomeAt(second, [{ op: 'item.insert', key: freshName() }], epoch)),
  ]);
  await second.close();
  assert.equal(outcomes[30], 'stored');
  // What is behind the move in the same process is planned again; what is in the other one came before it or is planned again.
  assert.deepEqual(new Set(outcomes.slice(31)), new Set(['storage.epoch_moved']));
  for (const outcome of outcomes) assert.ok(outcome === 'stored' || outcome === 'storage.epoch_moved');
});

describe('a large unit that moves the epoch', () => {
  const named = (names: readonly string[]) => names.map((key) => ({ op: 'item.insert', key }) as const);
  const many = () => Array.from({ length: 1500 }, freshName);
  const EPOCH_LOCK = 0x5e_a1_00_01;
  const WAITING = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  /** Begins a transaction of somebody else, who has the lock of the epoch. */
  const holder = async (lock: string) => {
    const other = new Client({ connectionString: temporary.url });
    await other.connect();
    await other.query(`BEGIN; SELECT ${lock}(${EPOCH_LOCK})`);
    return other;
  };

  it('makes its new rows before it waits for the lock, and so while others have it', async () => {
    const names = many();
    const other = await holder('pg_advisory_xact_lock_shared');
    const stored = database.commit(unit([...named(names), { op: 'epoch.move' }]));
    await eventually('the unit to wait for the lock', async () => (await other.query(WAITING)).rows.length === 1);
    const { rows: locks } = await other.query(
      `SELECT 1 FROM pg_locks waiting JOIN pg_locks written USING (pid) WHERE waiting.locktype = 'advisory' AND NOT waiting.granted
       AND written.relation = 'installation_item'::regclass AND written.mode = 'RowExclusiveLock'`,
    );
    assert.equal(locks.length, 1);
    assert.equal(await isStored(names[0]!), false);
    await other.query('ROLLBACK');
    await other.end();
    await stored;
    assert.ok(await isStored(names[0]!));
    assert.ok(await isStored(names.at(-1)!));
  });

  it('leaves nothing when the epoch moves while it waits', async () => {
    const names = many();
    const epoch = await database.readEpoch();
    const other = await holder('pg_advisory_xact_lock');
    await other.query('UPDATE configuration_epoch SET epoch = epoch + 1');
    const refused = assert.rejects(database.commit(unit([...named(names), { op: 'epoch.move' }], epoch)), {
      code: 'storage.epoch_moved',
    });
    await eventually('the unit to wait for the lock', async () => (await other.query(WAITING)).rows.length === 1);
    await other.query('COMMIT');
    await other.end();
    await refused;
    assert.equal(await isStored(names[0]!), false);
    await database.commit(unit([...named(names), { op: 'epoch.move' }], epoch + 1));
  });

  it('is a conflict when one of its rows is there', async () => {
    const names = many();
    await database.commit(insertItem(names[1200]!));
    await assert.rejects(database.commit(unit([...named(names), { op: 'epoch.move' }])), {
      code: 'storage.conflict',
      reason: 'exists',
    });
    assert.equal(await isStored(names[0]!), false);
  });

  it('changes rows and frees names before it makes rows in the same table', async () => {
    const [old, name, ...names] = many();
    await database.commit(insertItem(name!));
    await database.commit(insertItem(old!));
    await database.commit(
      unit([{ op: 'item.delete', key: name!, version: 1 }, ...named([name!, ...names]), { op: 'epoch.move' }]),
    );
    assert.ok(await isStored(name!));
    assert.ok(await isStored(names.at(-1)!));
  });
});

function outcomeAt(where: Database, writes: Parameters<typeof unit>[0], epoch: number) {
  return where.commit(unit(writes, epoch)).then(
    () => 'stored',
    (error: { code: string }) => error.code,
  );
}
