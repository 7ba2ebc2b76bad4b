/** The rules of leases, wherever they are stored. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { every, Leases, type LeaseStore, takeTurn } from '../../src/modules/background/index.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { SqlLeaseStore } from '../../src/storage/stores/background/lease-store.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { contractDefinitions } from './contract-writes.ts';
import { FakeTime } from '../fake-time.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Leases as several processes have them, at a time of the database that the test sets. */
export interface OpenLeases {
  at(nowMs: number): readonly LeaseStore[];
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Defines the suite. */
export function describeLeases(kind: string, open: () => Promise<OpenLeases>): void {
  describe(`leases ${kind}`, () => {
    let leases: OpenLeases;
    before(async () => (leases = await open()));
    after(async () => leases.close());

    it('are given to one holder, who may make them longer', async () => {
      const [one, other] = leases.at(1_000_000);
      const holders = ['a', 'b', 'c', 'd'];
      const taken = await Promise.all(
        holders.map((holder, index) => (index % 2 === 0 ? one! : other!).acquire('one', holder, 1000)),
      );
      assert.equal(taken.filter(Boolean).length, 1);
      const [later] = leases.at(1_000_999);
      assert.equal(await later!.acquire('one', holders[taken.indexOf(true)]!, 1000), true);
      assert.equal(await leases.at(1_001_500)[0]!.acquire('one', 'e', 1000), false);
    });

    it('go to another holder when they were given back or have ended', async () => {
      const [one] = leases.at(1_000_000);
      await one!.acquire('another', 'a', 1000);
      await one!.release('another', 'b');
      assert.equal(await one!.acquire('another', 'b', 1000), false);
      await one!.release('another', 'a');
      assert.equal(await one!.acquire('another', 'b', 1000), true);
      assert.equal(await leases.at(1_001_000)[0]!.acquire('another', 'c', 1000), true);
    });

    /** Returns how many of eight callers that ask at once are to make a run. */
    const dueAt = async (nowMs: number, name: string) => {
      const processes = leases.at(nowMs);
      const turns = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          takeTurn(processes[index % processes.length]!.dueTime(name), every(HOUR_MS).next),
        ),
      );
      return turns.filter(({ due }) => due).length;
    };

    it('that nobody gives back come once in each interval, to one process, the first after one interval', async () => {
      assert.equal(await dueAt(1_000_000, '1'), 0);
      assert.equal(await dueAt(1_000_000 + HOUR_MS - 1, '1'), 0);
      assert.equal(await dueAt(1_000_000 + HOUR_MS, '1'), 1);
      assert.equal(await dueAt(1_000_000 + HOUR_MS, '1'), 0);
      assert.equal(await dueAt(1_000_000 + 2 * HOUR_MS, '1'), 1);
      assert.equal(await dueAt(1_000_000 + 2 * HOUR_MS, '2'), 0, 'of another task');
    });

    it('that nobody gives back come once for all intervals that were missed', async () => {
      assert.equal(await dueAt(1_000_000, '3'), 0);
      assert.equal(await dueAt(1_000_000 + 10 * HOUR_MS, '3'), 1);
      assert.equal(await dueAt(1_000_000 + 10 * HOUR_MS, '3'), 0);
      assert.equal(await dueAt(1_000_000 + 11 * HOUR_MS, '3'), 1);
    });

    /** The leases as several processes hold them. */
    const newLeases = () => {
      const [store] = leases.at(1_000_000);
      return new Leases({
        store: store!,
        random: systemRandom(),
        timers: new FakeTime(),
        onRenewalFailed: assert.ifError,
      });
    };

    it('keep a second run away while the first goes on', async () => {
      const { promise: end, resolve } = Promise.withResolvers<string>();
      const begun = Promise.withResolvers<void>();
      const first = newLeases().exclusively('3', () => {
        begun.resolve();
        return end;
      });
      await begun.promise;
      assert.equal(await newLeases().exclusively('3', async () => 'second'), undefined);
      assert.equal(await newLeases().exclusively('4', async () => 'of another task'), 'of another task');
      resolve('first');
      assert.equal(await first, 'first');
      assert.equal(await newLeases().exclusively('3', async () => 'third'), 'third');
    });

    it('are given back by a run that failed', async () => {
      const failing = newLeases().exclusively('5', async () => Promise.reject(new RangeError('no')));
      await assert.rejects(failing, RangeError);
      assert.equal(await newLeases().exclusively('5', async () => 'again'), 'again');
    });
  });
}

/** Opens a new database as two processes do. */
export async function leasesOf(temporary: TemporaryDatabase): Promise<OpenLeases> {
  const definitions = contractDefinitions;
  const open = () => openDatabase({ url: temporary.url, definitions, onBackgroundError: assert.ifError });
  const databases = [await open(), await open()];
  return {
    at: (nowMs) => databases.map((database) => new SqlLeaseStore(database, sql<number>`CAST(${nowMs} AS bigint)`)),
    close: async () => {
      for (const database of databases) await database.close();
      await temporary.remove();
    },
  };
}
