/** The stored runs of services, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/engine/database.ts';
import { SqlServiceRunStore } from '../../src/storage/stores/background/service-run-store.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeServiceRuns(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`runs of services on ${kind}`, () => {
    let database: Database;
    openForSuite(makeTemporary, [], (opened) => {
      database = opened;
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

    it('are forgotten of services that no longer exist', async () => {
      await at(1000).notes(3).begin();
      await at(2000).notes(4).begin();
      assert.deepEqual([...(await at(0).list()).keys()], [4]);
    });
  });
}
