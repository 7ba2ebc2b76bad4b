/** Reader threads, on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/storage/engine/database.ts';
import { eventually } from '../../../../test/eventually.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import type { ReaderLimits, ReaderPool } from '../../src/storage/readers/reader-pool.ts';
import type { readerTasks } from '../reader-test-tasks.ts';
import { contractDefinitions, freshName, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';
import { atEnd } from '../at-end.ts';

/** Defines the suite. */
export function describeReaderPool(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`reader threads on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let readers: ReaderPool<typeof readerTasks>;
    const backgroundErrors: unknown[] = [];
    const open = (readerLimits?: ReaderLimits, connections = 14) =>
      openDatabase({
        url: temporary.url,
        definitions: contractDefinitions,
        ...(readerLimits && { readerLimits }),
        connections,
        readerTasks: new URL('../reader-test-tasks.ts', import.meta.url),
        onBackgroundError: (error) => backgroundErrors.push(error),
      });
    const poolOf = ({ readers }: Database) => readers as unknown as ReaderPool<typeof readerTasks>;
    const timeoutMs = 20_000;

    before(async () => {
      temporary = await makeTemporary();
      database = await open();
      readers = poolOf(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    it('read what the main thread has committed', async () => {
      assert.equal(await readers.run('epoch', undefined, { timeoutMs }), await database.readEpoch());
    });

    it('hand over chunks in order and the result after them', async () => {
      const seen: [number, number][] = [];
      const onChunk = async (chunk: Uint8Array) => {
        await delay(1);
        seen.push([chunk[0]!, chunk.length]);
      };
      const result = await readers.run('chunks', { count: 20, octets: 1000 }, { timeoutMs, onChunk });
      assert.equal(result, '20 chunks');
      assert.deepEqual(
        seen,
        Array.from({ length: 20 }, (_, n) => [n, 1000]),
      );
    });

    it('wait for the receiver instead of filling the memory with chunks', async () => {
      let received = 0;
      const { promise: opened, resolve: open } = Promise.withResolvers<void>();
      const running = readers.run(
        'chunks',
        { count: 100, octets: 10 },
        { timeoutMs, onChunk: () => (received++, opened) },
      );
      await readers.run('slow', 3, { timeoutMs });
      assert.equal(received, 1);
      open();
      await running;
      assert.equal(received, 100);
    });

    it('end a task at its time-out, between two steps', async () => {
      const ended = new Int32Array(new SharedArrayBuffer(4));
      await assert.rejects(readers.run('endless', ended, { timeoutMs: 0 }), { code: 'storage.reader_timeout' });
      await readers.run('slow', 1, { timeoutMs });
      assert.equal(ended[0], 1);
    });

    it('end a task that waits for its turn until its time is over: to be repeated later', async () => {
      const ended = new Int32Array(new SharedArrayBuffer(4));
      const abort = new AbortController();
      const options = { yields: true, signal: abort.signal };
      const before = Promise.allSettled(Array.from({ length: 16 }, () => readers.run('endless', ended, options)));
      await assert.rejects(readers.run('epoch', undefined, { timeoutMs: 1, yields: true }), {
        code: 'storage.readers_busy',
        retryAfterSeconds: 5,
      });
      abort.abort();
      await before;
    });

    it('end a task that its thread has not taken up until its time is over: to be repeated later', async () => {
      const gate = new Int32Array(new SharedArrayBuffer(8));
      const other = await open();
      try {
        const holding = poolOf(other).run('holding', gate);
        assert.ok(['ok', 'not-equal'].includes(await Atomics.waitAsync(gate, 0, 0).value));
        const late = poolOf(other).run('epoch', undefined, { timeoutMs: 8 });
        await assert.rejects(late, { code: 'storage.readers_busy', retryAfterSeconds: 5 });
        Atomics.store(gate, 1, 1);
        Atomics.notify(gate, 1);
        assert.equal(await holding, 'held');
      } finally {
        await other.close();
      }
    });

    it('end a task that many others have left little time: to be repeated later', async (t) => {
      const crowded = await open({ searches: 64, waitingSearches: 64, waitingReads: 1 }, 6);
      atEnd(t, () => crowded.close());
      const ended = new Int32Array(new SharedArrayBuffer(4));
      const abort = new AbortController();
      const run = (options: object) => poolOf(crowded).run('endless', ended, { yields: true, ...options });
      const others = Promise.allSettled(Array.from({ length: 63 }, () => run({ signal: abort.signal })));
      await assert.rejects(run({ timeoutMs: 2000 }), { code: 'storage.readers_busy', retryAfterSeconds: 5 });
      abort.abort();
      await others;
    });

    it('end a task that is aborted, with the reason', async () => {
      const ended = new Int32Array(new SharedArrayBuffer(4));
      const abort = new AbortController();
      const running = readers.run('endless', ended, { timeoutMs, signal: abort.signal });
      abort.abort(new RangeError('not wanted any more'));
      await assert.rejects(running, { message: 'not wanted any more' });
      await assert.rejects(readers.run('slow', 1, { timeoutMs, signal: abort.signal }), RangeError);
    });

    it('end a task whose receiver fails, with its error', async () => {
      const onChunk = () => {
        throw new RangeError('full');
      };
      await assert.rejects(readers.run('chunks', { count: 100, octets: 10 }, { timeoutMs, onChunk }), {
        message: 'full',
      });
    });

    it('do a short task while a long one goes on', async () => {
      const ended = new Int32Array(new SharedArrayBuffer(4));
      const abort = new AbortController();
      const long = readers.run('endless', ended, { timeoutMs, signal: abort.signal });
      assert.equal(await readers.run('slow', 3, { timeoutMs }), 'slow');
      abort.abort();
      await assert.rejects(long, { name: 'AbortError' });
    });

    it('tell a bug of a task from a failure of the database', async () => {
      await assert.rejects(readers.run('bug', undefined, { timeoutMs }), TypeError);
      await assert.rejects(readers.run('failing', undefined, { timeoutMs }), { code: 'storage.reader_failed' });
    });

    it('do a task although any number of those that yield go on and wait', async () => {
      const ended = new Int32Array(new SharedArrayBuffer(4));
      const abort = new AbortController();
      const search = () => readers.run('endless', ended, { timeoutMs, yields: true, signal: abort.signal });
      const searches = Promise.allSettled(Array.from({ length: 100 }, search));
      for (let n = 0; n < 3; n++) assert.equal(await readers.run('slow', 3, { timeoutMs }), 'slow');
      abort.abort();
      const reasons = (await searches).map(
        (outcome) => (outcome as PromiseRejectedResult).reason as { code?: unknown },
      );
      const refused = reasons.filter(({ code }) => code === 'storage.readers_busy').length;
      assert.ok(refused > 0 && refused < 100, `${refused} were refused`);
      assert.equal(await readers.run('epoch', undefined, { timeoutMs, yields: true }), await database.readEpoch());
    });

    it('refuse tasks when too many wait', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 120 }, () => readers.run('slow', 1, { timeoutMs })),
      );
      const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      assert.ok(refused.length > 0 && refused.length < 20);
      for (const { reason } of refused) assert.equal((reason as { code: string }).code, 'storage.readers_busy');
    });

    it('work on as many searches as they may, and have as many wait as may wait', async (t) => {
      const narrow = await open({ searches: 3, waitingSearches: 2, waitingReads: 1 });
      atEnd(t, () => narrow.close());
      const abort = new AbortController();
      const run = (yields: boolean, ended: Int32Array) =>
        poolOf(narrow).run('endless', ended, { timeoutMs, yields, signal: abort.signal });
      const outcomesOf = async (yields: boolean, count: number) => {
        const ended = Array.from({ length: count }, () => new Int32Array(new SharedArrayBuffer(4)));
        const running = ended.map((note) => run(yields, note).catch((error: { code?: string }) => error.code));
        // Those that are refused are so at once.
        await new Promise((resolve) => setImmediate(resolve));
        return { running, refused: (await Promise.all(running.map(settledNow))).filter((code) => code !== undefined) };
      };
      const searches = await outcomesOf(true, 7);
      assert.deepEqual(searches.refused, ['storage.readers_busy', 'storage.readers_busy']);
      const reads = await outcomesOf(false, 4);
      assert.deepEqual(reads.refused, ['storage.readers_busy']);
      abort.abort();
      await Promise.all([...searches.running, ...reads.running]);
    });

    it('make one step of a search at a time while units are stored', async () => {
      const steps = new Int32Array(new SharedArrayBuffer(12));
      const abort = new AbortController();
      const options = { yields: true, signal: abort.signal };
      const searches = Promise.allSettled([1, 2].map(() => readers.run('beside', steps, options)));
      await eventually('steps beside one another', () => Atomics.load(steps, 1) > 0);
      await eventually('steps one after the other', async () => {
        await database.commit(unit([{ op: 'item.insert', key: freshName() }]));
        return Atomics.load(steps, 2) > 20;
      });
      const beside = Atomics.load(steps, 1);
      await eventually('steps beside one another again', () => Atomics.load(steps, 1) > beside);
      abort.abort();
      await searches;
    });

    it('reject the tasks of a thread that ends, and start another one', async () => {
      const bystander = readers.run('slow', 10_000, { timeoutMs });
      const [crashed, other] = await Promise.allSettled([readers.run('crash', undefined, { timeoutMs }), bystander]);
      for (const outcome of [crashed, other]) {
        assert.equal(((outcome as PromiseRejectedResult).reason as { code: string }).code, 'storage.reader_failed');
      }
      assert.equal(await readers.run('slow', 1, { timeoutMs }), 'slow');
    });

    it('end with the database', async () => {
      const closing = await open();
      const running = poolOf(closing).run('slow', 10_000, { timeoutMs });
      const outcome = assert.rejects(running, { code: 'storage.reader_failed' });
      await poolOf(closing).run('slow', 1, { timeoutMs });
      await closing.close();
      await outcome;
      await assert.rejects(poolOf(closing).run('slow', 1, { timeoutMs }), { code: 'storage.reader_failed' });
    });
  });
}

/** Returns the result of a promise that is settled, and undefined for another one. */
function settledNow<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, Promise.resolve(undefined)]);
}
