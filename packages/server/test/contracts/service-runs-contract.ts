/** What is remembered of the runs of services, on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { SqlServiceRunStore } from '../../src/storage/stores/background/service-run-store.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeServiceRuns(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`runs of services on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    before(async () => {
      temporary = await makeTemporary();
      database = await openDatabase({
        url: temporary.url,
        definitions: contractDefinitions,
        onBackgroundError: assert.ifError,
      });
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const at = (nowMs: number) => new SqlServiceRunStore(database, sql<number>`CAST(${nowMs} AS bigint)`);

    it('begin without an outcome, and end with one', async () => {
      await at(1000).notes(1).begin();
      assert.deepEqual((await at(0).list()).get(1), { startedMs: 1000, end: undefined });
      await at(1500).notes(1).end({ outcome: 'failed', problem: 'the token is off line' });
      const end = { endedMs: 1500, outcome: 'failed', problem: 'the token is off line' };
      assert.deepEqual((await at(0).list()).get(1), { startedMs: 1000, end });
    });

    it('take the place of the run before', async () => {
      await at(1000).notes(2).begin();
      await at(1500).notes(2).end({ outcome: 'worked', problem: '' });
      await at(2000).notes(2).begin();
      assert.deepEqual((await at(0).list()).get(2), { startedMs: 2000, end: undefined });
    });

    it('are forgotten of services that are no more', async () => {
      await at(1000).notes(3).begin();
      await at(2000).notes(4).begin();
      assert.deepEqual([...(await at(0).list()).keys()], [4]);
    });
  });
}
