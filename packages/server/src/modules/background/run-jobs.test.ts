import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { contractDefinitions, freshId, unit } from '../../../test/contracts/contract-writes.ts';
import { FakeTime, START_MS } from '../../../test/fake-time.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../test/temporary-database.ts';
import { systemRandom } from '../../kernel/random.ts';
import { type Database, openDatabase } from '../../storage/index.ts';
import { JobStore, jobWriteDefinitions } from '../../storage/stores/background/job-store.ts';
import type { InsertJob, Jobs } from './job.ts';
import { type JobKind, jobTask } from './run-jobs.ts';

/** A job that counts to ten in steps of three. */
interface Progress {
  readonly reached: number;
}

describe('a job', () => {
  let temporary: TemporaryDatabase;
  let database: Database;
  let store: JobStore;
  let lastKind = 0;
  before(async () => {
    temporary = await temporarySqlite();
    database = await openDatabase({
      url: temporary.url,
      definitions: [...contractDefinitions, ...jobWriteDefinitions],
      onBackgroundError: assert.ifError,
    });
    store = new JobStore(database);
  });
  after(async () => {
    await database.close();
    await temporary.remove();
  });

  /** A kind with some jobs, and the runners of several processes. */
  const setUp = async (count = 1, actions: Partial<JobKind<Progress, number>> = {}) => {
    const kind = `counting ${++lastKind}`;
    const ids = Array.from({ length: count }, () => freshId());
    for (const id of ids) {
      const progress = JSON.stringify({ reached: 0 });
      const insert: InsertJob = { op: 'job.insert', id, kind, progress, createdMs: START_MS };
      await database.commit(unit([insert]));
    }
    const steps: string[] = [];
    const counting: JobKind<Progress, number> = {
      kind,
      task: 'count',
      purpose: 'count to ten',
      summarize: (id, { reached }) => ({ caId: id, counts: { reached } }),
      readItems: async (_, { reached }) => [1, 2, 3].map((next) => reached + next).filter((next) => next <= 10),
      planStep: async (id, _, items) => {
        steps.push(`${id}: ${items.join(' ')}`);
        return { unit: unit([]), result: { reached: items.at(-1)! } };
      },
      complete: async () => undefined,
      planEnd: () => unit([]),
      ...actions,
    };
    const time = new FakeTime();
    const run = async (
      signal = new AbortController().signal,
      jobs: Pick<Jobs, 'claim' | 'noteProblem' | 'release' | 'renew'> = store,
    ) => jobTask(counting, { jobs, store: database, clock: time, random: systemRandom(), timers: time }).run(signal);
    const state = async (id = ids[0]!) => {
      const { state, progress } = (await store.find(id))!;
      return [state, (JSON.parse(progress) as Progress).reached];
    };
    return { ids, steps, time, run, state };
  };

  it('is done step by step to the end', async () => {
    const { ids, steps, run, state } = await setUp();
    assert.deepEqual(await run(), { outcome: 'worked', problem: '' });
    assert.deepEqual(
      steps,
      ['1 2 3', '4 5 6', '7 8 9', '10'].map((items) => `${ids[0]!}: ${items}`),
    );
    assert.deepEqual(await state(), ['done', 10]);
    assert.deepEqual(await run(), { outcome: 'nothing-to-do', problem: '' });
  });

  it('that is aborted continues elsewhere, from the step reached', async () => {
    const stopping = new AbortController();
    const { ids, steps, run, state } = await setUp(1, {
      complete: async () => assert.fail('is not reached'),
      readItems: async (_, { reached }) => {
        if (reached === 3) stopping.abort();
        return [reached + 1, reached + 2, reached + 3];
      },
    });
    await run(stopping.signal);
    assert.deepEqual(await state(), ['waiting', 6]);
    assert.deepEqual(steps, [`${ids[0]!}: 1 2 3`, `${ids[0]!}: 4 5 6`]);
  });

  it('of a process that has lost its lease is left to its new holder', async () => {
    let commits = 0;
    const { ids, run, state } = await setUp(1, {
      planStep: async (id, { reached }) => {
        if (commits++ === 1) {
          await endLease(id);
          await store.claim(`counting ${lastKind}`, 'another process', 60_000);
        }
        return { unit: unit([]), result: { reached: reached + 1 } };
      },
    });
    assert.deepEqual(await run(), { outcome: 'worked', problem: '' });
    assert.deepEqual([commits, await state(ids[0])], [2, ['running', 1]]);
  });

  it('keeps its lease as long as its steps take', async () => {
    const renewed: number[] = [];
    const { time, run } = await setUp(1, {
      planStep: async (_, { reached }) => {
        await time.pass(4000);
        return { unit: unit([]), result: { reached: reached + 2 } };
      },
    });
    await run(undefined, {
      claim: store.claim.bind(store),
      noteProblem: store.noteProblem.bind(store),
      release: store.release.bind(store),
      renew: async (...job) => {
        renewed.push(time.nowMs() - START_MS);
        return store.renew(...job);
      },
    });
    assert.deepEqual(renewed, [8000, 16_000]);
  });

  it('that cannot be completed does not block others, and is retried', async () => {
    let isBroken = true;
    const { ids, run, state } = await setUp(2, {
      complete: async (id) => {
        if (isBroken && id === ids[0]) throw new RangeError('no CRL');
      },
    });
    await assert.rejects(run(), RangeError);
    assert.deepEqual(
      [await state(ids[0]), await state(ids[1])],
      [
        ['running', 10],
        ['done', 10],
      ],
    );
    const problemOf = async (id: number) => (await store.list(ALL)).find((job) => job.id === id)!.problem;
    assert.equal(await problemOf(ids[0]!), 'General failure.', 'the text of a foreign error is for the log');
    isBroken = false;
    assert.deepEqual(await run(), { outcome: 'nothing-to-do', problem: '' }, 'its lease has not ended');
    await endLease(ids[0]!);
    await run();
    assert.deepEqual(await state(ids[0]), ['done', 10]);
    assert.equal(await problemOf(ids[0]!), '');
  });

  it('has its step planned again after a change of the configuration', async () => {
    let plans = 0;
    const { run, state } = await setUp(1, {
      planStep: async () => {
        const step = unit([]);
        return { unit: plans++ === 0 ? { ...step, epoch: -1 } : step, result: { reached: 10 } };
      },
    });
    await run();
    assert.deepEqual([plans, await state()], [2, ['done', 10]]);
  });

  async function endLease(id: number): Promise<void> {
    await database.runStatement(sql`UPDATE job SET lease_until_ms = 0 WHERE id = ${id}`);
  }
});

const ALL = { open: 1000, ended: 1000 };
