/** Jobs, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/engine/database.ts';
import type { ClaimedJob, StoredJob } from '../../src/modules/background/index.ts';
import { JobStore, jobWriteDefinitions } from '../../src/storage/stores/background/job-store.ts';
import { freshId, freshName, unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeJobs(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`jobs on ${kind}`, () => {
    let database: Database;
    let jobs: JobStore;
    openForSuite(makeTemporary, jobWriteDefinitions, (opened) => {
      database = opened;
      jobs = new JobStore(database);
    });

    const insertJob = async (kind: string) => {
      const id = freshId();
      await database.commit(unit([{ op: 'job.insert', id, kind, progress: 'start', createdMs: 0 } as never]));
      return id;
    };
    const advance = (job: ClaimedJob, progress: string, writes: Parameters<typeof unit>[0] = []) =>
      database.commit(unit([...writes, { op: 'job.advance', job, progress, updatedMs: 1 } as never]));

    it('give each job to one runner', async () => {
      const kind = freshName();
      const ids = [await insertJob(kind), await insertJob(kind)];
      const claimed = await Promise.all(['a', 'b', 'c'].map((holder) => jobs.claim(kind, holder, 60_000)));
      const found = claimed.filter((job) => job !== undefined).map(({ id }) => id);
      // Two runners that look at one moment may see the same job; the one that loses it looks again.
      const again = await jobs.claim(kind, 'd', 60_000);
      assert.deepEqual(new Set([...found, ...(again ? [again.id] : [])]), new Set(ids));
      assert.equal(await jobs.claim(kind, 'e', 60_000), undefined);
    });

    it('keep the progress of a step together with its writes', async () => {
      const kind = freshName();
      await insertJob(kind);
      const job = (await jobs.claim(kind, 'a', 60_000))!;
      const name = freshName();
      await advance(job, 'one', [{ op: 'item.insert', key: name }]);
      await assert.rejects(advance({ ...job, version: job.version + 1 }, 'two', [{ op: 'item.insert', key: name }]), {
        reason: 'exists',
      });
      assert.equal((await jobs.find(job.id))!.progress, 'one');
    });

    it('refuse a step of a runner whose job was taken over', async () => {
      const kind = freshName();
      await insertJob(kind);
      const late = (await jobs.claim(kind, 'a', 1))!;
      await delay(5);
      const next = (await jobs.claim(kind, 'b', 60_000))!;
      assert.equal(next.progress, 'start');
      await assert.rejects(advance(late, 'too late'), { op: 'job.advance', reason: 'changed' });
      assert.equal(await jobs.renew(late, 60_000), false);
      await advance(next, 'one');
      assert.equal(await jobs.renew(next, 60_000), true);
    });

    it('let the next runner go on where the one before has stopped', async () => {
      const kind = freshName();
      await insertJob(kind);
      const job = (await jobs.claim(kind, 'a', 60_000))!;
      await advance(job, 'half');
      assert.equal(await jobs.claim(kind, 'b', 60_000), undefined);
      await jobs.release(job);
      assert.equal((await jobs.claim(kind, 'b', 60_000))!.progress, 'half');
    });

    it('are listed, those that have not ended first, then the last that have', async () => {
      const kind = freshName();
      const ids = [await insertJob(kind), await insertJob(kind), await insertJob(kind), await insertJob(kind)];
      const jobsOf = async (limits: { readonly open: number; readonly ended: number }) =>
        (await jobs.list(limits)).filter((job) => job.kind === kind);
      for (const updatedMs of [EVER + 7, EVER + 8]) {
        const job = (await jobs.claim(kind, 'a', 60_000))!;
        await database.commit(unit([{ op: 'job.finish', job, state: 'done', progress: 'all', updatedMs } as never]));
      }
      await jobs.claim(kind, 'b', 60_000);
      const sorted = ids.toSorted((one, other) => one - other);
      const [first, second, third, fourth] = sorted;
      const statesOf = (listed: readonly StoredJob[]) => listed.map(({ id, state }) => [id, state]);
      assert.deepEqual(statesOf(await jobsOf({ open: 1000, ended: 1000 })), [
        [third, 'running'],
        [fourth, 'waiting'],
        [second, 'done'],
        [first, 'done'],
      ]);
      assert.deepEqual(statesOf(await jobsOf({ open: 0, ended: 1 })), [[second, 'done']]);
      const [waiting] = (await jobsOf({ open: 1000, ended: 0 })).slice(-1);
      const times = { createdMs: 0, updatedMs: 0 };
      assert.deepEqual(waiting, { id: fourth, kind, state: 'waiting', progress: 'start', problem: '', ...times });
    });

    it('have the problem of their runner noted until a step succeeds', async () => {
      const kind = freshName();
      const id = await insertJob(kind);
      const listed = async () => {
        const { state, problem } = (await jobs.list({ open: 1000, ended: 1000 })).find((job) => job.id === id)!;
        return [state, problem];
      };
      const job = (await jobs.claim(kind, 'a', 60_000))!;
      await jobs.noteProblem(job, 'the token is off line');
      assert.deepEqual(await listed(), ['running', 'the token is off line']);
      await jobs.noteProblem({ id, holder: 'another' }, 'too late');
      await advance(job, 'one');
      assert.deepEqual(await listed(), ['running', '']);
      await database.runStatement(sql`UPDATE job SET lease_until_ms = 0 WHERE id = ${id}`);
      assert.deepEqual(await listed(), ['waiting', '']);
      await jobs.noteProblem(job, 'later');
      assert.deepEqual(await listed(), ['waiting', 'later']);
      const finish = { op: 'job.finish', job: { ...job, version: job.version + 1 }, state: 'done', progress: 'all' };
      await database.commit(unit([{ ...finish, updatedMs: 2 } as never]));
      assert.deepEqual(await listed(), ['done', '']);
    });

    it('end a job for good', async () => {
      const kind = freshName();
      const id = await insertJob(kind);
      const job = (await jobs.claim(kind, 'a', 60_000))!;
      const finish = { op: 'job.finish', job, state: 'done', progress: 'all', updatedMs: 2 };
      await database.commit(unit([finish]));
      const row = (await jobs.find(id))!;
      assert.deepEqual([row.state, row.progress], ['done', 'all']);
      assert.equal(await jobs.claim(kind, 'b', 60_000), undefined);
      assert.equal(await jobs.renew(job, 60_000), false);
    });
  });
}

/** Later than the last step of any other job of the suite. */
const EVER = 8e15;
