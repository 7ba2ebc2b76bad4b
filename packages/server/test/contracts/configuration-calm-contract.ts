/** Changes of the configuration and other acts of two processes on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { planAndCommit } from '../../src/kernel/unit-of-work.ts';
import { EpochFollowingStore } from '../../src/modules/configuration/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { SqlConfigurationCalm } from '../../src/storage/stores/background/configuration-calm-store.ts';
import { freshName, unit } from './contract-writes.ts';
import { twoDatabases } from './two-databases.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeConfigurationCalm(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`calm of the configuration on ${kind}`, () => {
    const databases = twoDatabases(makeTemporary);

    /** A process: its store, and the epoch that it knows. */
    const processOn = async (database: Database) => {
      const known = { epoch: await database.readEpoch() };
      const refresh = async () => {
        known.epoch = await database.readEpoch();
        return true;
      };
      const calm = new SqlConfigurationCalm(database);
      const store = new EpochFollowingStore({
        store: database,
        configuration: { refresh },
        calm,
        onFailed: assert.ifError,
      });
      return { known, calm, store };
    };

    it('lets what takes long to plan be stored beside somebody who changes without a break in another process', async () => {
      const [changing, planning] = [await processOn(databases[0]!), await processOn(databases[1]!)];
      const over = { is: false };
      const count = { changes: 0 };
      const change = async () => {
        while (!over.is) {
          await planAndCommit(async () => {
            return { unit: unit([{ op: 'epoch.move' }], changing.known.epoch), result: undefined };
          }, changing.store);
          count.changes += 1;
        }
      };
      const changed = change();
      try {
        for (let act = 0; act < 5; act++) {
          const before = count.changes;
          while (count.changes === before) await Promise.race([changed, sleep(1)]);
          await planAndCommit(async () => {
            const { epoch } = planning.known;
            // As long as a slow device signs.
            await sleep(40);
            return { unit: unit([{ op: 'item.insert', key: freshName() }], epoch), result: undefined };
          }, planning.store);
        }
      } finally {
        over.is = true;
        await changed;
      }
    });

    it('is what the longest was that anybody asked for', async () => {
      const [one, other] = [await processOn(databases[0]!), await processOn(databases[1]!)];
      await other.calm.ask(600_000);
      await one.calm.ask(1000);
      const left = await one.calm.remainingMs();
      assert.ok(left > 300_000 && left <= 600_000, `${left} ms`);
    });
  });
}
