import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { temporarySqlite } from '../../../test/temporary-database.ts';
import { BlockIds } from '../../kernel/ids.ts';
import { systemRandom } from '../../kernel/random.ts';
import { auditWriteDefinitions } from '../../storage/stores/installation/audit-store.ts';
import {
  installationWriteDefinitions,
  SqlInstallationStore,
} from '../../storage/stores/installation/installation-store.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { AuditLog } from '../audit/index.ts';
import { acceptClock } from './accepted-clock.ts';
import { ClockWatch } from './clock-watch.ts';
import { atEnd } from '../../../test/at-end.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

interface World {
  /** Time of the newest audit record. */
  recordMs?: number | undefined;
  databaseMs?: () => number;
}

async function watchIn(t: TestContext, world: World = {}) {
  const temporary = await temporarySqlite();
  const database = await openDatabase({
    url: temporary.url,
    definitions: [...auditWriteDefinitions, ...installationWriteDefinitions],
    onBackgroundError: (error) => assert.fail(error as Error),
  });
  atEnd(t, async () => {
    await database.close();
    await temporary.remove();
  });
  const time = { passed: 0, error: 0 };
  const clock = { nowMs: () => NOW + time.passed + time.error, steadyMs: () => time.passed };
  const random = systemRandom();
  const ids = await BlockIds.start(
    () => database.claimIdBlock(),
    (error) => assert.fail(error as Error),
  );
  const deps = {
    audit: new AuditLog({ clock, random, ids, store: database }),
    items: new SqlInstallationStore(database),
    store: database,
    clock,
    evidence: {
      newestRecordMs: async () => world.recordMs,
      newestRecordUpTo: async (ms: number) => world.recordMs && Math.min(world.recordMs, ms),
      latestCrlMs: async () => undefined,
      databaseMs: async () => world.databaseMs?.(),
    },
  };
  const watch = await ClockWatch.start(deps);
  const after = async (passed: number) => {
    time.passed += passed;
    await watch.observe();
    return watch.doubt?.kind;
  };
  return { deps, time, watch, after };
}

it('doubts a clock from the moment when it jumps ahead until it is right again', async (t) => {
  const { time, watch, after } = await watchIn(t);
  assert.equal(await after(1000), undefined);
  time.error = 2 * 60 * MINUTE;
  assert.equal(watch.doubt?.kind, 'wrong');
  assert.match(watch.doubt.text, /jumped ahead by 7200 s/);
  assert.equal(await after(14 * MINUTE), 'wrong');
  time.error = 0;
  assert.equal(watch.doubt, undefined);
  assert.equal(await after(1000), undefined);
});

it('believes a clock again that has run for a quarter of an hour since its jump', async (t) => {
  const { time, after } = await watchIn(t);
  time.error = DAY;
  assert.equal(await after(0), 'wrong');
  assert.equal(await after(14 * MINUTE), 'wrong');
  time.error = 2 * DAY;
  assert.equal(await after(2 * MINUTE), 'wrong', 'it has jumped again');
  assert.equal(await after(14 * MINUTE), 'wrong');
  assert.equal(await after(2 * MINUTE), undefined);
});

it('bears with steps of a few minutes, and with time that passes', async (t) => {
  const { time, after } = await watchIn(t);
  time.error = 4 * MINUTE;
  assert.equal(await after(0), undefined);
  assert.equal(await after(100 * DAY), undefined);
  time.error = -2 * DAY;
  assert.equal(await after(1000), undefined, 'a clock that is behind is told by the records');
  time.error = 0;
  assert.equal(await after(1000), undefined, 'it is where it was believed');
});

it('leaves a clock unconfirmed for a quarter of an hour after a standstill of more than a day', async (t) => {
  const { watch, after } = await watchIn(t, { recordMs: NOW - 31 * DAY });
  assert.match(watch.doubt!.text, /2678400 s older/);
  assert.equal(await after(14 * MINUTE), 'unconfirmed');
  assert.equal(await after(2 * MINUTE), undefined);
});

it('asks the records anew when a clock is set that was not confirmed', async (t) => {
  const { time, after } = await watchIn(t, { recordMs: NOW - 31 * DAY });
  time.error = -30.5 * DAY;
  assert.equal(await after(1000), undefined);
});

it('begins with a clock that follows the newest record within a day, or without any record', async (t) => {
  assert.equal((await watchIn(t, { recordMs: NOW - DAY + MINUTE })).watch.doubt, undefined);
  assert.equal((await watchIn(t)).watch.doubt, undefined);
});

it('believes the clock after any standstill when that of the database agrees', async (t) => {
  const world: World = { recordMs: NOW - 31 * DAY, databaseMs: () => NOW + MINUTE };
  assert.equal((await watchIn(t, world)).watch.doubt, undefined);
});

it('doubts a clock for as long as it is ahead of the database', async (t) => {
  const world: World = { databaseMs: () => NOW };
  const { time, watch, after } = await watchIn(t, world);
  world.databaseMs = () => NOW + time.passed;
  time.error = DAY;
  assert.equal(await after(1000), 'wrong');
  assert.match(watch.doubt!.text, /86400 s ahead of the database's clock/);
  assert.equal(await after(60 * MINUTE), 'wrong');
  time.error = 0;
  assert.equal(await after(1000), undefined);
});

it('believes a clock that an operator accepts, also ahead of the database, until it jumps again', async (t) => {
  const world: World = {};
  const { deps, time, after } = await watchIn(t, world);
  world.databaseMs = () => NOW + time.passed;
  time.error = DAY;
  assert.equal(await after(1000), 'wrong');
  await acceptClock({ kind: 'host' }, deps);
  assert.equal(await after(1000), undefined);
  assert.equal(await after(1000), undefined);
  time.error = 2 * DAY;
  assert.equal(await after(1000), 'wrong');
});

it('does not count dates that a clock left when it was wrong, once it saw itself be right again', async (t) => {
  const world: World = { recordMs: NOW };
  const { time, watch, after } = await watchIn(t, world);
  time.error = DAY;
  await after(1000);
  world.recordMs = NOW + DAY;
  time.error = 0;
  assert.equal(watch.reachedMs(world.recordMs), world.recordMs);
  await after(1000);
  assert.equal(watch.reachedMs(world.recordMs), NOW + 2000);
  assert.equal(watch.reachedMs(world.recordMs + 1), world.recordMs + 1);
  assert.equal(watch.reachedMs(NOW), NOW);
});

it('counts dates that it did not see come about until an operator accepts the clock', async (t) => {
  const world: World = { recordMs: NOW + DAY };
  const { deps, time, watch, after } = await watchIn(t, world);
  time.error = 60 * MINUTE;
  await after(1000);
  time.error = 0;
  await after(1000);
  assert.equal(watch.reachedMs(NOW + DAY), NOW + DAY);
  await acceptClock({ kind: 'host' }, deps);
  await after(0);
  assert.equal(watch.reachedMs(NOW + DAY), NOW + 2000);
});
