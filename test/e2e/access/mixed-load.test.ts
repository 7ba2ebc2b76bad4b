/** Two worker processes on SQLite under a load of everything at once; `bench/soak-processes.ts --workers 2` is the same for as long as one likes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MixedLoad } from '../support/load/mixed-load.ts';

describe('two worker processes and their supervisor under a mixed load', () => {
  let load: MixedLoad;

  before(async () => {
    load = await MixedLoad.start({ url: undefined, processes: 1, workers: 2 });
  });
  after(() => load.stop());

  it('lose nothing and do nothing twice when they are killed', async () => {
    const ran = load.run(CLIENTS);
    for (let at = 0; at < KILLS; at++) {
      await sleep(PAUSE_MS);
      await (at % 3 === 2 ? load.kill(0) : load.killWorker(at));
    }
    await sleep(PAUSE_MS);
    load.end();
    await ran;
    const { answered, errors } = load.report;
    assert.deepEqual(errors, []);
    for (const [act, times] of Object.entries(answered)) assert.ok(times > 0, `${act} was never answered`);
    assert.deepEqual(await load.verify(), []);
  });
});

const CLIENTS = 8;
/** Every third one is of the supervisor. */
const KILLS = 6;
const PAUSE_MS = 3000;
