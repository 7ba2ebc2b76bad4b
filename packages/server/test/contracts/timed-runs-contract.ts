/** The stored runs of timed services, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { takeTurn } from '../../src/modules/background/index.ts';
import type { TimedRunStore } from '../../src/modules/signing/index.ts';
import { SqlTimedRunStore } from '../../src/storage/stores/background/timed-run-store.ts';
import { twoDatabases } from './two-databases.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeTimedRuns(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`runs of timed services on ${kind}`, () => {
    const databases = twoDatabases(makeTemporary);

    /** The runs as several processes see them, at a time of the database. */
    const stores = (nowMs: number): readonly TimedRunStore[] =>
      databases.map((database) => new SqlTimedRunStore(database, sql<number>`CAST(${nowMs} AS bigint)`));
    const minutely = (afterMs: number) => afterMs + 60_000;
    const dueAt = async (nowMs: number, key: { workerId: number; node: string }, schedule = 'minutely') => {
      const turns = await Promise.all(
        Array.from({ length: 8 }, (_, index) => takeTurn(stores(nowMs)[index % 2]!.dueTime(key, schedule), minutely)),
      );
      return turns.filter(({ due }) => due).length;
    };

    it('come once in each interval, to one process, the first after one interval', async () => {
      const key = { workerId: 1, node: '' };
      assert.equal(await dueAt(1_000_000, key), 0);
      assert.equal(await dueAt(1_059_999, key), 0);
      assert.equal(await dueAt(1_060_000, key), 1);
      assert.equal(await dueAt(1_060_000, key), 0);
      assert.equal(await dueAt(1_120_000, key), 1);
    });

    it('are made up for once, however many were missed', async () => {
      const key = { workerId: 2, node: '' };
      assert.equal(await dueAt(1_000_000, key), 0);
      assert.equal(await dueAt(9_000_000, key), 1);
      assert.equal(await dueAt(9_000_000, key), 0);
      assert.equal(await dueAt(9_060_000, key), 1);
    });

    it('are counted from anew under another schedule', async () => {
      const key = { workerId: 3, node: '' };
      assert.equal(await dueAt(1_000_000, key), 0);
      assert.equal(await dueAt(1_060_000, key, 'another'), 0);
      assert.equal(await dueAt(1_120_000, key, 'another'), 1);
    });

    it('are those of each process where each makes its own', async () => {
      const [one, other] = [
        { workerId: 4, node: 'one' },
        { workerId: 4, node: 'other' },
      ];
      for (const key of [one, other]) assert.equal(await dueAt(1_000_000, key), 0);
      for (const key of [one, other]) assert.equal(await dueAt(1_060_000, key), 1);
      const [store] = stores(1_060_001);
      await store!.notes(one).begin();
      await store!.notes(one).end({ outcome: 'failed', problem: 'a: no' });
      await store!.notes(other).begin();
      const next = { nextMs: 1_120_000, startedMs: 1_060_001 };
      assert.deepEqual(await store!.list(4), [
        { node: 'one', ...next, endedMs: 1_060_001, problem: 'a: no' },
        { node: 'other', ...next, endedMs: undefined, problem: '' },
      ]);
    });

    it('come to an end with their schedule', async () => {
      const key = { workerId: 5, node: '' };
      const [store] = stores(1_000_000);
      await takeTurn(store!.dueTime(key, 'once'), () => 1_000_500);
      const later = stores(1_000_500)[0]!;
      const turn = await takeTurn(later.dueTime(key, 'once'), () => undefined);
      assert.equal(turn.due, true);
      assert.ok(turn.waitMs > 1e12);
      assert.equal((await later.list(5))[0]!.nextMs, undefined);
    });

    it('are forgotten of processes and workers that no longer exist', async () => {
      await takeTurn(stores(1_000_000)[0]!.dueTime({ workerId: 6, node: 'gone' }, 'minutely'), minutely);
      const [store] = stores(1_000_000 + 91 * 86_400_000);
      await takeTurn(store!.dueTime({ workerId: 6, node: 'new' }, 'minutely'), minutely);
      assert.deepEqual(
        (await store!.list(6)).map(({ node }) => node),
        ['new'],
      );
    });
  });
}
