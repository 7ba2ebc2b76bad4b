/** A thousand connections that break, most of them around COMMIT: the units that are answered as stored are those that are. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pool } from 'pg';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { type Cut, type CuttingProxy, startCuttingProxy } from '../../../test/cutting-proxy.ts';
import { type TemporaryDatabase, temporaryPostgres } from '../../../test/temporary-database.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Database } from '../engine/database.ts';
import { openDatabase } from '../open-database.ts';

let temporary: TemporaryDatabase;
let proxy: CuttingProxy;
let database: Database;
/** Not through the proxy. */
let direct: Pool;
before(async () => {
  temporary = await temporaryPostgres();
  proxy = await startCuttingProxy(temporary.url);
  database = await openDatabase({ url: proxy.url, definitions: contractDefinitions, onBackgroundError: () => {} });
  direct = new Pool({ connectionString: temporary.url });
});
after(async () => {
  await database.close();
  await proxy.close();
  await direct.end();
  await temporary.remove();
});

/** Fate of a unit by its answer, and its presence. */
type Fate = 'stored' | 'refused' | 'answered as unavailable, but stored';

/** A row that one unit after the other changes: one that was lost or applied twice would show in its version. */
class Chain {
  readonly #key = freshName();
  #version = 1;

  async start(): Promise<void> {
    await database.commit(unit([{ op: 'item.insert', key: this.#key }]));
  }

  /** Commits the next change of the row and gives its fate, which is checked at once. */
  async next(): Promise<Fate> {
    const change = unit([
      { op: 'item.update', key: this.#key, version: this.#version },
      { op: 'item.insert', key: freshName() },
    ]);
    const answer = await database.commit(change).then(
      () => 'stored',
      ({ code }: { code: string }) => code,
    );
    const stored = await this.#find(change);
    if (stored) this.#version++;
    if (answer === 'stored') {
      assert.ok(stored);
      return 'stored';
    }
    assert.equal(answer, 'storage.unavailable');
    return stored ? 'answered as unavailable, but stored' : 'refused';
  }

  /** Returns whether a unit is stored; asserts that all of it is or nothing, and that the row was changed so many times and no more. */
  async #find({ id }: UnitOfWork): Promise<boolean> {
    const { rows } = await direct.query<{ receipts: number; version: number }>(
      `SELECT (SELECT count(*)::int FROM audit_record WHERE unit_id = $1) AS receipts, version::int
       FROM installation_item WHERE name = $2`,
      [id, this.#key],
    );
    const { receipts, version } = rows[0]!;
    assert.ok(receipts <= 1);
    assert.equal(version, this.#version + receipts);
    return receipts === 1;
  }
}

async function startChains(count: number): Promise<readonly Chain[]> {
  const chains = Array.from({ length: count }, () => new Chain());
  await Promise.all(chains.map((chain) => chain.start()));
  return chains;
}

/** Commits groups while `arm` sets up one cut after the other, until there were so many. Each has fired before the next is set up. */
async function commitUnderCuts(cuts: number, arm: () => void): Promise<readonly Fate[]> {
  const chains = await startChains(4);
  const fates: Fate[] = [];
  for (const end = proxy.cuts + cuts; proxy.cuts < end;) {
    const before = proxy.cuts;
    arm();
    while (proxy.cuts === before) fates.push(...(await Promise.all(chains.map((chain) => chain.next()))));
  }
  return fates;
}

const count = (fates: readonly Fate[], fate: Fate) => fates.filter((one) => one === fate).length;

describe('connections that break', () => {
  for (const where of ['before COMMIT arrives', 'before the answer to COMMIT'] as const satisfies Cut[]) {
    it(`300 times ${where}: all units are stored, once, and answered so`, async () => {
      const fates = await commitUnderCuts(300, () => proxy.cut(where));
      assert.deepEqual(new Set(fates), new Set(['stored']));
    });
  }

  it('300 times anywhere: the units that are answered as stored are those that are', async (t) => {
    const fates = await commitUnderCuts(300, () => proxy.cutAt(randomInt(1, 25)));
    t.diagnostic(`${count(fates, 'stored')} units stored, ${count(fates, 'refused')} refused`);
    assert.equal(count(fates, 'answered as unavailable, but stored'), 0);
  });

  it('100 times, four in a row: a unit may be refused, no answer is wrong', async (t) => {
    const chains = await startChains(4);
    const fates: Fate[] = [];
    for (const end = proxy.cuts + 100; proxy.cuts < end;) {
      proxy.cut(randomInt(2) === 0 ? 'before COMMIT arrives' : 'before the answer to COMMIT', 4);
      fates.push(...(await Promise.all(chains.map((chain) => chain.next()))));
    }
    proxy.cut('before COMMIT arrives', 0);
    t.diagnostic(`${count(fates, 'stored')} units stored, ${count(fates, 'refused')} refused`);
    assert.equal(count(fates, 'answered as unavailable, but stored'), 0);
    assert.deepEqual(
      await Promise.all(chains.map((chain) => chain.next())),
      chains.map(() => 'stored'),
    );
  });

  it('with the server gone for the look-up too: a stored unit is answered as unavailable, and as stored when it comes again', async () => {
    const insert = unit([{ op: 'item.insert', key: freshName() }]);
    const cutsBefore = proxy.cuts;
    proxy.cut('before the answer to COMMIT');
    const first = assert.rejects(database.commit(insert), { code: 'storage.unavailable' });
    while (proxy.cuts === cutsBefore) await nextTurn();
    proxy.stop();
    await first;
    proxy.resume();
    await database.commit(insert);
    const { rowCount } = await direct.query('SELECT 1 FROM audit_record WHERE unit_id = $1', [insert.id]);
    assert.equal(rowCount, 1);
  });

  it('with no look-up answered: a stored unit whose repeat fails on its own first attempt is not a conflict', async () => {
    const [changed, created] = [freshName(), freshName()];
    await database.commit(unit([{ op: 'item.insert', key: changed }]));
    const units = [
      unit([{ op: 'item.update', key: changed, version: 1 }]),
      unit([{ op: 'item.insert', key: created }]),
    ];
    proxy.cut('before the answer to COMMIT', 2);
    proxy.cutOn('FROM audit_record WHERE unit_id');
    await Promise.all(units.map((each) => assert.rejects(database.commit(each), { code: 'storage.unavailable' })));
    proxy.cut('before the answer to COMMIT', 0);
    proxy.cutOn(undefined);
    const { rowCount } = await direct.query('SELECT 1 FROM audit_record WHERE unit_id = ANY ($1)', [
      units.map(({ id }) => id),
    ]);
    assert.equal(rowCount, 2, 'they were stored all the same');
    for (const each of units) await database.commit(each);
  });
});
