/** Four processes on PostgreSQL under a load of everything at once; `bench/soak-processes.ts` is the same for as long as one likes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  onServer,
  type TemporaryDatabase,
  temporaryPostgres,
} from '../../../packages/server/test/temporary-database.ts';
import { eventually } from '../../eventually.ts';
import { MixedLoad } from '../support/load/mixed-load.ts';

describe('four processes on one database under a mixed load', () => {
  let database: TemporaryDatabase;
  let load: MixedLoad;

  before(async () => {
    database = await temporaryPostgres();
    load = await MixedLoad.start({ url: database.url, processes: 4 });
  });
  after(async () => {
    await load.stop();
    await database.remove();
  });

  it('answer everything while nothing happens to them', async () => {
    const ran = load.run(CLIENTS);
    await sleep(CALM_MS);
    const everyAct = () => Object.values(load.report.answered).every((times) => times > 0);
    await eventually('an answer to each act', everyAct);
    load.end();
    await ran;
    const { unavailable, broken, errors } = load.report;
    assert.deepEqual({ errors, unavailable, broken }, { errors: [], unavailable: 0, broken: 0 }, load.lastBroken ?? '');
    assert.deepEqual(await load.verify(), []);
  });

  it('lose nothing and do nothing twice when they are killed and their connections are cut', async () => {
    const ran = load.run(CLIENTS);
    for (let at = 0; at < KILLS; at++) {
      await sleep(PAUSE_MS);
      await Promise.all([load.kill(at), ...(at % 2 === 0 ? [cutAll(database.url)] : [])]);
    }
    load.end();
    await ran;
    assert.deepEqual(load.report.errors, []);
    assert.deepEqual(await load.verify(), []);
  });
});

/** Ends every connection to the database, as its restart does. */
async function cutAll(url: string): Promise<void> {
  const others = 'datname = current_database() AND pid <> pg_backend_pid()';
  await onServer(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
}

const CLIENTS = 12;
const CALM_MS = 15_000;
const KILLS = 4;
const PAUSE_MS = 4000;
