/** Real threads; what is brought about is only the moment at which they end. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { TaskThread } from './task-thread.ts';
import { atEnd } from '../../../test/at-end.ts';

/** Threads that run `code` with `port`, and those that were started. The time is that of tasks that end no other way. */
function threads(t: TestContext, code: string, maxMilliseconds: number) {
  const started: Worker[] = [];
  const thread = new TaskThread<unknown, unknown>(
    () => {
      const worker = new Worker(`const { parentPort: port } = require('node:worker_threads'); ${code}`, { eval: true });
      started.push(worker);
      return worker;
    },
    { running: (task) => (task === 'silence' ? maxMilliseconds : 60_000) },
  );
  atEnd(t, () => Promise.all(started.map((worker) => worker.terminate())));
  return { thread, started };
}

/** Without `once` of `node:events`, which listens to errors, too. */
function endOf(worker: Worker): Promise<void> {
  worker.ref();
  return new Promise((resolve) => worker.on('exit', () => resolve()));
}

describe('a thread for tasks', () => {
  const echo = `port.on('message', (task) => { while (task === 'silence'); port.postMessage(task); });`;

  it('does one after the other, and is one for all', async (t) => {
    const { thread, started } = threads(t, echo, 10_000);
    assert.deepEqual(await Promise.all([thread.run('a'), thread.run('b')]), ['a', 'b']);
    assert.equal(await thread.run('c'), 'c');
    assert.equal(started.length, 1);
  });

  it('is lost to a task that takes too long, and another does the next one', async (t) => {
    const { thread, started } = threads(t, echo, 500);
    const [lost, next] = await Promise.all([thread.run('silence'), thread.run('next')]);
    assert.deepEqual(lost, { status: 'lost', reason: 'time' });
    assert.equal(next, 'next');
    assert.equal(started.length, 2);
  });

  it('gives a task the processor time that is for it', { timeout: 60_000 }, async (t) => {
    const used = new Int32Array(new SharedArrayBuffer(4));
    const started: Worker[] = [];
    const thread = new TaskThread<number, unknown>(
      () => {
        const code = `const { parentPort: port, workerData: used } = require('node:worker_threads');
          port.on('message', () => {
            for (;;) {
              const { user, system } = process.threadCpuUsage();
              used[0] = (user + system) / 1000;
            }
          });`;
        started.push(new Worker(code, { eval: true, workerData: used }));
        return started.at(-1)!;
      },
      { running: (milliseconds) => milliseconds },
    );
    atEnd(t, () => Promise.all(started.map((worker) => worker.terminate())));
    for (const milliseconds of [100, 400]) {
      used[0] = 0;
      assert.deepEqual(await thread.run(milliseconds), { status: 'lost', reason: 'time' });
      // The start of the thread takes a part.
      assert.ok(used[0] > milliseconds / 4, `${used[0]} ms`);
    }
  });

  it('is lost to a task that neither computes nor ends, after ten times its time', async (t) => {
    const { thread } = threads(
      t,
      `port.on('message', (task) => { if (task !== 'silence') port.postMessage(task); });`,
      20,
    );
    // It has started then, which may take more than 20 ms of a processor.
    await thread.run('first');
    const begun = performance.now();
    assert.deepEqual(await thread.run('silence'), { status: 'lost', reason: 'time' });
    assert.ok(performance.now() - begun > 199);
  });

  it('is given no further task when an answer came just as it was ended', { timeout: 20_000 }, async (t) => {
    const { thread, started } = threads(t, echo, 500);
    const late = thread.run('silence');
    const worker = await firstOf(started);
    const ended = endOf(worker);
    t.mock.method(worker, 'terminate', () => {
      worker.emit('message', 'late');
      return Worker.prototype.terminate.call(worker);
    });
    assert.equal(await late, 'late');
    assert.equal(await thread.run('at once'), 'at once');
    await ended;
    assert.equal(await thread.run('later'), 'later');
    assert.equal(started.length, 2);
  });

  it('may fail while nobody waits for it: the next task has another', { timeout: 20_000 }, async (t) => {
    const code = `port.on('message', (task) => { if (task === 'fail') throw new Error('idle'); port.postMessage(task); });`;
    const { thread, started } = threads(t, code, 10_000);
    // Not before the answer is there: an error may overtake it.
    const failIdle = async (worker: Worker) => {
      const ended = endOf(worker);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
      worker.postMessage('fail');
      await ended;
    };
    assert.equal(await thread.run('first'), 'first');
    await failIdle(started[0]!);
    assert.equal(await thread.run('second'), 'second');
    await failIdle(started[1]!);
    assert.equal(started.length, 2);
  });

  it('fails a task with what it fails with itself, and another does the next one', async (t) => {
    const code = `port.on('message', (task) => { if (task === 'bad') throw new Error('broken'); port.postMessage(task); });`;
    const { thread, started } = threads(t, code, 10_000);
    await assert.rejects(thread.run('bad'), /broken/);
    assert.equal(await thread.run('good'), 'good');
    assert.equal(started.length, 2);
  });
});

/** A task starts its thread in a turn of its own. */
async function firstOf(started: readonly Worker[]): Promise<Worker> {
  while (started[0] === undefined) await new Promise((resolve) => setImmediate(resolve));
  return started[0];
}
