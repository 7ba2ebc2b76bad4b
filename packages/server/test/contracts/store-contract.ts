/** Jobs, on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/storage/engine/database.ts';
import type { ClaimedJob } from '../../src/modules/background/index.ts';
import { JobStore, jobWriteDefinitions } from '../../src/storage/stores/background/job-store.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { contractDefinitions, freshId, freshName, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeJobs(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`jobs on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let jobs: JobStore;
    before(async () => {
      temporary = await makeTemporary();
      database = await openDatabase({
        url: temporary.url,
        definitions: [...contractDefinitions, ...jobWriteDefinitions],
        onBackgroundError: () => {},
      });
      jobs = new JobStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
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
