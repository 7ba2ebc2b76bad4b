/** The contract of every kind of database. Called by one test file for each kind. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { ConflictError, EpochMovedError, type UnitId, type UnitOfWork } from '../../src/kernel/unit-of-work.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import type { ParameterExpressions } from '../../src/storage/sql/reads.ts';
import { contractDefinitions, freshId, freshName, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeDatabase(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`a ${kind} database`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    const open = (options: { maxWaiting?: number } = {}) =>
      openDatabase({
        url: temporary.url,
        definitions: contractDefinitions,
        onBackgroundError: () => {},
        queue: options,
      });

    before(async () => {
      temporary = await makeTemporary();
      database = await open();
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const commitAll = (units: readonly UnitOfWork[]) =>
      Promise.all(units.map((each) => database.commit(each).then(() => 'stored', outcomeName)));
    const findItem = async (name: string) =>
      (await database.kysely.selectFrom('installation_item').selectAll().where('name', '=', name).execute())[0];
    const insertItem = async (fields: { value?: Uint8Array } = {}) => {
      const key = freshName();
      await database.commit(unit([{ op: 'item.insert', key, ...fields }]));
      return key;
    };

    it('gives back what a unit stored, as plain objects with numbers and octets', async () => {
      const value = Uint8Array.of(0, 0xff, 0x5c, 0x27);
      const name = await insertItem({ value });
      assert.deepEqual(await findItem(name), { name, value, version: 1 });
    });

    it('stores many units that come at once', async () => {
      const names = Array.from({ length: 200 }, freshName);
      const outcomes = await commitAll(names.map((key) => unit([{ op: 'item.insert', key }])));
      assert.deepEqual(new Set(outcomes), new Set(['stored']));
      for (const name of names) assert.ok(await findItem(name));
    });

    it('lets a unit that conflicts fail alone and undoes its other writes', async () => {
      const taken = await insertItem();
      const names = Array.from({ length: 64 }, freshName);
      const units = names.map((key, index) =>
        unit([{ op: 'item.insert', key }, ...(index === 41 ? [{ op: 'item.insert', key: taken }] : [])]),
      );
      const outcomes = await commitAll(units);
      assert.deepEqual(
        outcomes.map((outcome, index) => (index === 41 ? outcome : outcome === 'stored')),
        names.map((_, index) => (index === 41 ? 'item.insert exists' : true)),
      );
      assert.equal(await findItem(names[41]!), undefined);
      assert.ok(await findItem(names[42]!));
    });

    it('lets one of two units of a group insert the same row', async () => {
      const key = freshName();
      const outcomes = await commitAll([unit([{ op: 'item.insert', key }]), unit([{ op: 'item.insert', key }])]);
      assert.deepEqual(outcomes.toSorted(), ['item.insert exists', 'stored']);
    });

    it('changes a row only when it is as the plan expects', async () => {
      const key = await insertItem();
      const update = (version: number) => unit([{ op: 'item.update', key, version }]);
      assert.deepEqual(await commitAll([update(1)]), ['stored']);
      assert.deepEqual(await commitAll([update(1)]), ['item.update changed']);
      assert.deepEqual((await commitAll([update(2), update(2), update(2)])).toSorted(), [
        'item.update changed',
        'item.update changed',
        'stored',
      ]);
      assert.equal((await findItem(key))!.version, 3);
    });

    it('reports an update that meets a unique key of another row as existing', async () => {
      const [key, to] = [await insertItem(), await insertItem()];
      assert.deepEqual(await commitAll([unit([{ op: 'item.rename', key, to }])]), ['item.rename exists']);
    });

    it('compares an expected null as a value', async () => {
      const id = freshId();
      const handOver = (holder: string | null, to: string | null) => unit([{ op: 'job.hand-over', id, holder, to }]);
      await database.commit(unit([{ op: 'job.insert-held', id, holder: null }]));
      assert.deepEqual(await commitAll([handOver('a', 'b')]), ['job.hand-over changed']);
      assert.deepEqual(await commitAll([handOver(null, 'a')]), ['stored']);
      assert.deepEqual(await commitAll([handOver(null, 'b')]), ['job.hand-over changed']);
    });

    it('deletes a row only when it is as the plan expects', async () => {
      const key = await insertItem();
      assert.deepEqual(await commitAll([unit([{ op: 'item.delete', key, version: 2 }])]), ['item.delete changed']);
      assert.deepEqual(await commitAll([unit([{ op: 'item.delete', key, version: 1 }])]), ['stored']);
      assert.equal(await findItem(key), undefined);
    });

    it('holds only while a row that it relies on is as expected', async () => {
      const key = await insertItem();
      const expect = (version: number) => unit([{ op: 'item.expect', key, version }]);
      assert.deepEqual(await commitAll([expect(1), expect(2), expect(1)]), ['stored', 'item.expect changed', 'stored']);
    });

    it('keeps the order of the writes of one unit', async () => {
      const key = await insertItem();
      const outcomes = await commitAll([
        unit([
          { op: 'item.delete', key, version: 1 },
          { op: 'item.insert', key, version: 7 },
          { op: 'item.update', key, version: 7 },
          { op: 'item.update', key, version: 8 },
        ]),
        unit([{ op: 'item.insert', key: freshName() }]),
      ]);
      assert.deepEqual(outcomes, ['stored', 'stored']);
      assert.equal((await findItem(key))!.version, 9);
    });

    it('stores a unit of a thousand rows', async () => {
      const names = Array.from({ length: 1000 }, freshName);
      await database.commit(unit(names.map((key) => ({ op: 'item.insert', key }))));
      await database.commit(unit(names.map((key) => ({ op: 'item.update', key, version: 1 }))));
      assert.equal((await findItem(names[999]!))!.version, 2);
    });

    describe('claims', () => {
      const claim = (value: Uint8Array, owner: number) => unit([{ op: 'key.claim', id: 1, value, owner }]);
      const freshKey = () => Uint8Array.fromHex(freshName().repeat(4));

      it('are made once and found by their owner', async () => {
        const key = freshKey();
        assert.deepEqual(await commitAll([claim(key, 5), claim(key, 5)]), ['stored', 'stored']);
        assert.deepEqual(await commitAll([claim(key, 5)]), ['stored']);
      });

      it('are refused to another owner', async () => {
        const key = freshKey();
        await database.commit(claim(key, 5));
        assert.deepEqual(await commitAll([claim(freshKey(), 6), claim(key, 6), claim(key, 5)]), [
          'stored',
          'key.claim claimed',
          'stored',
        ]);
      });

      it('go to exactly one of many who want the same at once', async () => {
        const key = freshKey();
        const outcomes = await commitAll(Array.from({ length: 100 }, (_, owner) => claim(key, owner)));
        assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 1);
        assert.equal(outcomes.filter((outcome) => outcome === 'key.claim claimed').length, 99);
      });
    });

    describe('the epoch', () => {
      it('refuses units that were planned before it moved, and says where it is', async () => {
        const epoch = await database.readEpoch();
        await database.commit(unit([{ op: 'epoch.move' }], epoch));
        assert.equal(await database.readEpoch(), epoch + 1);
        const [stale, fresh, free] = [epoch, epoch + 1, undefined].map((noted) =>
          unit([{ op: 'item.insert', key: freshName() }], noted),
        );
        const outcomes = await commitAll([stale!, fresh!, free!]);
        assert.deepEqual(outcomes, [`epoch moved to ${epoch + 1}`, 'stored', 'stored']);
      });

      it('refuses the units behind one that moves it', async () => {
        const epoch = await database.readEpoch();
        const insert = () => unit([{ op: 'item.insert', key: freshName() }], epoch);
        const move = unit([{ op: 'epoch.move' }], epoch);
        assert.deepEqual(await commitAll([insert(), move, insert(), unit([{ op: 'epoch.move' }], epoch)]), [
          'stored',
          'stored',
          `epoch moved to ${epoch + 1}`,
          `epoch moved to ${epoch + 1}`,
        ]);
      });

      it('stays when the unit that moves it fails', async () => {
        const epoch = await database.readEpoch();
        const taken = await insertItem();
        const outcomes = await commitAll([
          unit([{ op: 'epoch.move' }, { op: 'item.insert', key: taken }], epoch),
          unit([{ op: 'item.insert', key: freshName() }], epoch),
        ]);
        assert.deepEqual(outcomes, ['item.insert exists', 'stored']);
        assert.equal(await database.readEpoch(), epoch);
      });
    });

    describe('a unit that comes again', () => {
      it('is answered as stored and not applied', async () => {
        const key = await insertItem();
        const update = unit([{ op: 'item.update', key, version: 1 }]);
        assert.deepEqual(await commitAll([update, update]), ['stored', 'stored']);
        assert.deepEqual(await commitAll([update]), ['stored']);
        assert.equal((await findItem(key))!.version, 2);
      });

      it('is answered as stored when the epoch has moved since', async () => {
        const epoch = await database.readEpoch();
        const insert = unit([{ op: 'item.insert', key: freshName() }], epoch);
        await database.commit(insert);
        await database.commit(unit([{ op: 'epoch.move' }]));
        assert.deepEqual(await commitAll([insert]), ['stored']);
      });

      it('has left a receipt if it was stored', async () => {
        const stored = unit([]);
        await database.commit(stored);
        assert.equal(await database.unitReceipt(stored.id), 'stored');
        assert.equal(await database.unitReceipt('00' as UnitId), 'absent');
      });
    });

    it('answers a write that does not fit its table as a bug, to its unit alone', async () => {
      const bad = [
        unit([{ op: 'item.unheard-of' }]),
        unit([{ op: 'item.insert', key: freshName(), value: 'no octets' }]),
        unit([{ op: 'item.insert', key: freshName(), version: 1.5 }]),
        unit([{ op: 'item.insert', key: freshName(), version: 2 ** 60 }]),
        unit([{ op: 'item.insert' }]),
      ];
      const good = unit([{ op: 'item.insert', key: freshName() }]);
      assert.deepEqual(await commitAll([good, ...bad]), ['stored', ...bad.map(() => 'TypeError')]);
    });

    it('refuses units when too many wait', async () => {
      const narrow = await open({ maxWaiting: 10 });
      const units = Array.from({ length: 30 }, () => unit([{ op: 'item.insert', key: freshName() }]));
      const outcomes = await Promise.all(units.map((each) => narrow.commit(each).then(() => 'stored', outcomeName)));
      await narrow.close();
      assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 10);
      assert.equal(outcomes.filter((outcome) => outcome === 'storage.commit_queue_full').length, 20);
    });

    it('answers the units that wait before it closes, and refuses those that come later', async () => {
      const closing = await open();
      const last = closing.commit(unit([{ op: 'item.insert', key: freshName() }]));
      const closed = closing.close();
      await assert.rejects(closing.commit(unit([])), { code: 'storage.unavailable' });
      await last;
      await closed;
    });

    it('claims each block of ids once', async () => {
      const other = await open();
      const blocks = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? database : other).claimIdBlock()));
      await other.close();
      assert.equal(new Set(blocks).size, 20);
    });

    describe('reads', () => {
      it('that were prepared take their parameters by name', async () => {
        const name = await insertItem();
        const read = database.prepareRead((kysely, given: ParameterExpressions<{ name: string; version: number }>) =>
          kysely
            .selectFrom('installation_item')
            .select(['name', 'version'])
            .where('version', '>=', given.version)
            .where('name', '=', given.name)
            .where('version', '<', 100),
        );
        assert.deepEqual(await read.first({ name, version: 1 }), { name, version: 1 });
        assert.equal(await read.first({ name, version: 2 }), undefined);
        assert.deepEqual(await read.all({ name, version: 1 }), [{ name, version: 1 }]);
        await assert.rejects(read.all({ name } as never), TypeError);
      });

      it('of whole rows go on while a later release adds columns, and do not show them', async () => {
        const name = await insertItem();
        const ofItem = database.prepareRead((kysely, given: ParameterExpressions<{ name: string }>) =>
          kysely.selectFrom('installation_item').selectAll().where('name', '=', given.name),
        );
        const ofJoined = database.prepareRead((kysely, given: ParameterExpressions<{ name: string }>) =>
          kysely
            .selectFrom('configuration_epoch')
            .innerJoin('installation_item', (join) => join.on('name', '=', given.name))
            .selectAll('installation_item'),
        );
        const row = { ...(await findItem(name)) };
        const expectRow = async () => {
          for (const read of [ofItem, ofJoined]) assert.deepEqual(await read.all({ name }), [row]);
          assert.deepEqual(await findItem(name), row);
        };
        await expectRow();
        await database.runStatement(sql`ALTER TABLE installation_item ADD COLUMN added_later TEXT`);
        await expectRow();
      });

      it('of whole rows name the table where there are several', () => {
        assert.throws(
          () =>
            database.prepareRead((kysely) =>
              kysely
                .selectFrom('configuration_epoch')
                .innerJoin('installation_item', (join) => join.onTrue())
                .selectAll(),
            ),
          TypeError,
        );
      });

      it('of whole rows name them in queries within the query, too', () => {
        for (const build of [
          (kysely) =>
            kysely
              .selectFrom('installation_item')
              .selectAll()
              .unionAll(kysely.selectFrom('installation_item').selectAll()),
          (kysely) =>
            kysely
              .with('some', (db) => db.selectFrom('installation_item').selectAll())
              .selectFrom('some')
              .select('name'),
          (kysely) =>
            kysely.selectFrom(kysely.selectFrom('installation_item').selectAll().as('some')).select('some.name'),
        ] satisfies ((kysely: Database['kysely']) => { compile(): { readonly sql: string } })[])
          assert.doesNotMatch(build(database.kysely).compile().sql, /\*/);
      });

      it('of whole rows are of a table by its own name', () => {
        for (const build of [
          (kysely) => kysely.selectFrom('installation_item as item').selectAll(),
          (kysely) => kysely.selectFrom('installation_item as item').selectAll('item'),
          (kysely) => kysely.selectFrom(kysely.selectFrom('installation_item').select('name').as('some')).selectAll(),
          (kysely) =>
            kysely
              .with('some', (db) => db.selectFrom('installation_item').select('name'))
              .selectFrom('some')
              .selectAll(),
        ] satisfies ((kysely: Database['kysely']) => { compile(): unknown })[])
          assert.throws(() => build(database.kysely).compile(), TypeError);
      });

      it('give counts and sums as numbers', async () => {
        await insertItem();
        const query = database.kysely
          .selectFrom('installation_item')
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('version').as('sum')]);
        const { count, sum } = await query.executeTakeFirstOrThrow();
        assert.ok(count > 0 && sum >= count);
      });

      it('order text by code unit', async () => {
        const prefix = freshName();
        const names = ['B', 'a', 'Z', 'z', 'ä', '_'].map((letter) => prefix + letter);
        await database.commit(unit(names.map((key) => ({ op: 'item.insert', key }))));
        const query = database.kysely.selectFrom('installation_item').select('name').orderBy('name');
        const found = await query.where('name', '>', prefix).where('name', '<', `${prefix}~~`).execute();
        assert.deepEqual(
          found.map(({ name }) => name),
          names.filter((name) => name < `${prefix}~~`).toSorted(byCodeUnit),
        );
      });

      it('are all that a store can do', async () => {
        await assert.rejects(database.kysely.deleteFrom('installation_item').execute(), TypeError);
        await assert.rejects(
          database.kysely.transaction().execute(async () => {}),
          TypeError,
        );
      });
    });
  });
}

/** Names the outcome of a unit, as a text that both kinds of database have to agree on. */
function outcomeName(error: unknown): string {
  if (error instanceof ConflictError) return `${error.op} ${error.reason}`;
  if (error instanceof EpochMovedError) return `epoch moved to ${error.epoch}`;
  return 'code' in (error as Error) ? (error as { code: string }).code : (error as Error).name;
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
