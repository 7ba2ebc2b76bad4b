import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { contractDefinitions } from '../../test/contract-writes.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../test/temporary-database.ts';
import { systemRandom } from '../kernel/random.ts';
import type { Database } from '../storage/engine/database.ts';
import { openDatabase } from '../storage/open-database.ts';
import { LeasedTurns } from './leased-turns.ts';

const HOUR_MS = 3_600_000;

describe('the turns of services', () => {
  let temporary: TemporaryDatabase;
  let database: Database;
  before(async () => {
    temporary = await temporarySqlite();
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

  /** As many processes have them. */
  const newTurns = () => new LeasedTurns({ database, random: systemRandom(), onRenewalFailed: assert.ifError });

  it('come once in each interval, to one process, the first after one interval', async () => {
    const processes = [newTurns(), newTurns(), newTurns()];
    const take = async () => {
      const taken = await Promise.all(processes.map((turns) => turns.takeInterval('1', HOUR_MS)));
      return taken.filter(Boolean).length;
    };
    const endInterval = () => database.runStatement(sql`UPDATE service_lease SET until_ms = 0`);
    assert.equal(await take(), 0);
    await endInterval();
    assert.equal(await take(), 1);
    assert.equal(await take(), 0);
    await endInterval();
    assert.equal(await take(), 1);
    assert.equal(await newTurns().takeInterval('2', HOUR_MS), false, 'of another service');
  });

  it('keep a second run of a service away while the first goes on', async () => {
    const { promise: end, resolve } = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const first = newTurns().exclusively('3', () => {
      begun.resolve();
      return end;
    });
    await begun.promise;
    assert.equal(await newTurns().exclusively('3', async () => 'second'), undefined);
    assert.equal(await newTurns().exclusively('4', async () => 'of another service'), 'of another service');
    resolve('first');
    assert.equal(await first, 'first');
    assert.equal(await newTurns().exclusively('3', async () => 'third'), 'third');
  });

  it('are given back by a run that failed', async () => {
    const failing = newTurns().exclusively('5', async () => Promise.reject(new RangeError('no')));
    await assert.rejects(failing, RangeError);
    assert.equal(await newTurns().exclusively('5', async () => 'again'), 'again');
  });
});
