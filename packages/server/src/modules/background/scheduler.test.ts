import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BELIEVED } from '../../../test/believed-clock.ts';
import { FakeTime, settled, START_MS } from '../../../test/fake-time.ts';
import { MemoryLeases } from '../../../test/memory-leases.ts';
import type { ClockBelief } from '../../kernel/clock-belief.ts';
import { appError } from '../../kernel/errors.ts';
import { systemRandom } from '../../kernel/random.ts';
import { parseCron } from './cron-expression.ts';
import { Leases } from './leases.ts';
import { RunTask } from './run-task.ts';
import { every } from './schedule.ts';
import { Scheduler } from './scheduler.ts';
import type { RunEnd, Task } from './task.ts';

class OfflineError extends appError('unavailable', 'test.offline') {}

/** One or more processes that share their leases. */
function newProcess({
  time = new FakeTime(),
  shared = undefined as MemoryLeases | undefined,
  host = 'here',
  clockBelief = BELIEVED,
} = {}) {
  const store = new MemoryLeases(time, shared);
  const failures: unknown[][] = [];
  const leases = new Leases({ store, random: systemRandom(), timers: time, onRenewalFailed: assert.ifError });
  const scheduler = new Scheduler({
    runTask: new RunTask({ leases, leaseStore: store, host }),
    clock: time,
    clockBelief,
    timers: time,
    onFailed: (...failure) => failures.push(failure),
  });
  return { time, store, failures, scheduler };
}

/** A task that counts its runs. */
function counted(task: Partial<Task> = {}) {
  const runs: number[] = [];
  const run = async () => void runs.push(0);
  return { runs, task: { name: 'counted', where: 'each-process', schedule: every(1000), run, ...task } as Task };
}

/** A task whose runs continue until the test ends them. */
function lasting(task: Partial<Task> = {}) {
  const runs: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const run = async (signal: AbortSignal) => new Promise<void>((end) => runs.push({ signal, end }));
  return { runs, task: { name: 'lasting', where: 'each-process', schedule: every(1000), run, ...task } as Task };
}

describe('a task of each process', () => {
  it('runs repeatedly, with a pause before and after each run', async () => {
    const { time, scheduler } = newProcess();
    const { runs, task } = lasting();
    scheduler.add([task]);
    scheduler.start();
    await time.pass(999);
    assert.equal(runs.length, 0);
    await time.pass(1);
    assert.equal(runs.length, 1);
    await time.pass(10_000);
    assert.equal(runs.length, 1);
    runs[0]!.end();
    await settled();
    await time.pass(999);
    assert.equal(runs.length, 1);
    await time.pass(1);
    assert.equal(runs.length, 2);
  });

  it('does not block others, and does not use the database', async () => {
    const { time, store, scheduler } = newProcess();
    const [slow, quick] = [lasting(), counted()];
    scheduler.add([slow.task, quick.task]);
    scheduler.start();
    await time.pass(5000);
    assert.deepEqual([slow.runs.length, quick.runs.length], [1, 5]);
    assert.deepEqual(store.asked, []);
  });

  it('is reported if it fails, and runs again', async () => {
    const { time, failures, scheduler } = newProcess();
    const error = new RangeError('row 17 of secrets');
    const { task } = counted({ title: 'A task', run: async () => Promise.reject(error) });
    scheduler.add([task]);
    scheduler.start();
    await time.pass(2000);
    assert.deepEqual(failures, [
      [error, 'A task'],
      [error, 'A task'],
    ]);
  });

  it('with a cron expression runs at the times of the clock', async () => {
    const { time, scheduler } = newProcess();
    const next = parseCron('15 8 * * *');
    assert.ok(typeof next === 'function');
    const { runs, task } = counted({ schedule: { text: 'cron', next } });
    scheduler.add([task]);
    scheduler.start();
    await time.pass(15 * 60_000 - 1);
    assert.equal(runs.length, 0);
    await time.pass(1);
    assert.equal(runs.length, 1);
    await time.pass(86_400_000);
    assert.equal(runs.length, 2);
  });

  it('does not run before the scheduler is started', async () => {
    const { time, scheduler } = newProcess();
    const { runs, task } = counted();
    scheduler.add([task]);
    await time.pass(5000);
    assert.equal(runs.length, 0);
    scheduler.start();
    await time.pass(999);
    assert.equal(runs.length, 0);
    await time.pass(1);
    assert.equal(runs.length, 1);
  });

  it('has a unique name', () => {
    const { scheduler } = newProcess();
    scheduler.add([counted().task]);
    assert.throws(() => scheduler.add([counted().task]), RangeError);
  });
});

describe('a task of the installation', () => {
  const HOUR_MS = 3_600_000;

  const twoProcesses = (where: Task['where'] = 'one-per-installation', hosts = ['one', 'other']) => {
    const time = new FakeTime();
    const one = newProcess({ time, host: hosts[0]! });
    const other = newProcess({ time, host: hosts[1]!, shared: one.store });
    const tasks = [one, other].map(({ scheduler }) => {
      const counts = counted({ where, schedule: every(HOUR_MS) });
      scheduler.add([counts.task]);
      scheduler.start();
      return counts;
    });
    return { time, one, other, runs: () => tasks.map(({ runs }) => runs.length) };
  };
  const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other);

  it('runs once per interval, in one process, first after one interval', async () => {
    const { time, runs } = twoProcesses();
    await time.pass(HOUR_MS);
    assert.equal(sum(runs()), 0);
    await time.pass(1000);
    assert.equal(sum(runs()), 1);
    await time.pass(5 * HOUR_MS);
    assert.equal(sum(runs()), 6);
  });

  it('with one run per host runs once on each', async () => {
    const { time, runs } = twoProcesses('one-per-host');
    await time.pass(HOUR_MS + 1000);
    assert.deepEqual(runs(), [1, 1]);
    const sameHost = twoProcesses('one-per-host', ['one', 'one']);
    await sameHost.time.pass(HOUR_MS + 1000);
    assert.equal(sum(sameHost.runs()), 1);
  });

  it('is not queried repeatedly while it is not due', async () => {
    const { time, one } = twoProcesses();
    await time.pass(HOUR_MS);
    assert.ok(one.store.asked.length <= 61, `asked ${one.store.asked.length} times`);
  });

  it('is not started by another process while it runs', async () => {
    const time = new FakeTime();
    const one = newProcess({ time });
    const other = newProcess({ time, shared: one.store });
    const long = lasting({ where: 'one-per-installation' });
    one.scheduler.add([long.task]);
    one.scheduler.start();
    await time.pass(2000);
    assert.equal(long.runs.length, 1);
    const beside = lasting({ where: 'one-per-installation' });
    other.scheduler.add([beside.task]);
    other.scheduler.start();
    await time.pass(120_000);
    await Promise.race([other.scheduler.wake('lasting'), time.pass(1000)]);
    assert.deepEqual([long.runs.length, beside.runs.length], [1, 0]);
    long.runs[0]!.end();
    await one.scheduler.stop();
    await time.pass(2000);
    assert.equal(beside.runs.length, 1);
  });

  it('waits while the clock is in doubt, and is due afterwards', async () => {
    const belief = { doubt: undefined as ClockBelief['doubt'], reachedMs: (dateMs: number) => dateMs };
    const { time, store, scheduler } = newProcess({ clockBelief: belief });
    const { runs, task } = counted({
      where: 'one-per-installation',
      schedule: every(HOUR_MS),
      needsBelievedClock: true,
    });
    scheduler.add([task]);
    scheduler.start();
    await time.pass(2000);
    belief.doubt = { kind: 'wrong', text: 'The clock is wrong.' };
    store.asked.length = 0;
    await time.pass(2 * HOUR_MS);
    assert.ok(store.asked.length <= 1);
    assert.equal(runs.length, 0);
    belief.doubt = undefined;
    await time.pass(1000);
    assert.equal(runs.length, 1);
  });

  it('is retried later if its due time cannot be read', async () => {
    const { time, store, failures, scheduler } = newProcess();
    const { runs, task } = counted({ where: 'one-per-installation' });
    let isBroken = true;
    const dueTime = store.dueTime('broken');
    const read = async () => (isBroken ? Promise.reject(new OfflineError('no database')) : dueTime.read());
    scheduler.add([{ ...task, dueTime: { ...dueTime, read } }]);
    scheduler.start();
    await time.pass(20_000);
    assert.equal(failures.length, 2);
    isBroken = false;
    await time.pass(12_000);
    assert.equal(failures.length, 2);
    assert.ok(runs.length > 0);
  });
});

describe('a task that is woken', () => {
  it('runs at once, and once more if it is already running', async () => {
    const { time, scheduler } = newProcess();
    const { runs, task } = lasting({ schedule: every(3_600_000) });
    scheduler.add([task]);
    scheduler.start();
    let ended = 0;
    const wake = () => void scheduler.wake('lasting').then(() => ended++);
    wake();
    wake();
    await time.pass(0);
    assert.equal(runs.length, 1);
    wake();
    wake();
    await time.pass(0);
    assert.equal(runs.length, 1);
    runs[0]!.end();
    await time.pass(0);
    assert.deepEqual([runs.length, ended], [2, 2]);
    runs[1]!.end();
    await time.pass(1000);
    assert.deepEqual([runs.length, ended], [2, 4]);
  });

  it('runs even if it is not due', async () => {
    const { time, scheduler } = newProcess();
    const { runs, task } = counted({ where: 'one-per-installation', schedule: every(3_600_000) });
    scheduler.add([task]);
    scheduler.start();
    void scheduler.wake('counted');
    await time.pass(0);
    assert.equal(runs.length, 1);
  });

  it('runs later if another process was running it', async () => {
    const time = new FakeTime();
    const one = newProcess({ time });
    const other = newProcess({ time, shared: one.store });
    const schedule = every(24 * 3_600_000);
    const long = lasting({ where: 'one-per-installation', schedule });
    const beside = counted({ name: 'lasting', where: 'one-per-installation', schedule });
    one.scheduler.add([long.task]);
    other.scheduler.add([beside.task]);
    one.scheduler.start();
    other.scheduler.start();
    void one.scheduler.wake('lasting');
    await time.pass(0);
    void other.scheduler.wake('lasting');
    await time.pass(30_000);
    assert.deepEqual([long.runs.length, beside.runs.length], [1, 0]);
    long.runs[0]!.end();
    await time.pass(30_000);
    assert.deepEqual([long.runs.length, beside.runs.length], [1, 1]);
    await time.pass(3_600_000);
    assert.deepEqual([long.runs.length, beside.runs.length], [1, 1]);
  });

  it('has to exist', () => {
    assert.throws(() => newProcess().scheduler.wake('nothing'), RangeError);
  });
});

describe('the tasks of a source', () => {
  const followed = (first: readonly Task[]) => {
    const source = { name: 'follow', tasks: first, version: 1, isBroken: false };
    const process = newProcess();
    process.scheduler.follow({
      name: source.name,
      version: () => source.version,
      tasks: async () => {
        if (source.isBroken) throw new OfflineError('no database');
        return source.tasks;
      },
    });
    process.scheduler.start();
    return { ...process, source };
  };

  it('come, change and go within a second', async () => {
    const { runs, task } = counted({ name: 'one', where: 'one-per-installation', schedule: every(3_600_000) });
    const { time, source } = followed([]);
    await time.pass(5000);
    source.tasks = [task];
    source.version++;
    await time.pass(3_600_000);
    assert.equal(runs.length, 0);
    await time.pass(1000);
    assert.equal(runs.length, 1);
    source.tasks = [{ ...task, schedule: every(60_000) }];
    source.version++;
    await time.pass(61_000);
    assert.equal(runs.length, 2);
    source.tasks = [];
    source.version++;
    await time.pass(3_600_000);
    assert.equal(runs.length, 2);
  });

  it('run as soon as they are added if they were woken before', async () => {
    const { runs, task } = counted({ name: 'new', where: 'one-per-installation', schedule: every(3_600_000) });
    const { time, source, scheduler } = followed([]);
    await time.pass(5000);
    scheduler.wakeIfThere('new');
    source.tasks = [task];
    source.version++;
    await time.pass(1000);
    assert.equal(runs.length, 1);
    await time.pass(60_000);
    assert.equal(runs.length, 1);
  });

  it('keep their times when something else is configured', async () => {
    const { runs, task } = counted({ schedule: every(10_000) });
    const { time, source } = followed([task]);
    for (let seconds = 0; seconds < 24; seconds++) {
      await time.pass(1000);
      source.version++;
      source.tasks = [{ ...task }];
    }
    assert.equal(runs.length, 2);
  });

  it('run in one place at a time, even if removed and added again', async () => {
    const { runs, task } = lasting();
    const { time, source, scheduler } = followed([task]);
    await time.pass(2000);
    assert.equal(runs.length, 1);
    source.tasks = [];
    source.version++;
    await time.pass(2000);
    assert.equal(runs[0]!.signal.aborted, false);
    source.tasks = [task];
    source.version++;
    await time.pass(5000);
    assert.equal(runs.length, 1);
    runs[0]!.end();
    await time.pass(1000);
    assert.equal(runs.length, 2);
    source.tasks = [];
    source.version++;
    await time.pass(2000);
    runs[1]!.end();
    await settled();
    assert.deepEqual(
      scheduler.reports().map(({ name }) => name),
      ['follow'],
    );
  });

  /** Sets the tasks of the source, and lets two seconds pass, in which the scheduler follows it. */
  const configure = async ({ source, time }: ReturnType<typeof followed>, ...tasks: readonly Task[]) => {
    source.tasks = tasks;
    source.version++;
    await time.pass(2000);
  };

  /** An answer of the database that is waited for until `answer` is called. */
  const newAnswer = () => {
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const answer = async () => {
      resolve();
      await settled();
    };
    return { answered, answer };
  };

  /** A process with one task that is due every ten seconds, from when its due time is being read. `answer` has the reading go on. */
  const readingDueTime = async (task: Task) => {
    const process = followed([]);
    const { answered, answer } = newAnswer();
    let isSlow = false;
    const dueTime = process.store.dueTime('slow');
    const read = async () => {
      if (isSlow) await answered;
      return dueTime.read();
    };
    const slow: Task = {
      ...task,
      where: 'one-per-installation',
      schedule: every(10_000),
      dueTime: { ...dueTime, read },
    };
    await configure(process, slow);
    isSlow = true;
    await process.time.pass(15_000);
    return { ...process, task: slow, answer };
  };

  it('do not run if they were removed while their due time was read', async () => {
    const { runs, task } = counted();
    const process = await readingDueTime(task);
    await configure(process);
    await process.answer();
    assert.deepEqual([runs.length, process.scheduler.reports().length], [0, 1]);
  });

  it('run as they are configured when their due time has been read', async () => {
    const [former, present] = [counted(), counted()];
    const process = await readingDueTime(former.task);
    await configure(process, { ...process.task, run: (signal) => present.task.run(signal) });
    await process.answer();
    assert.deepEqual([former.runs.length, present.runs.length], [0, 1]);
  });

  for (const [title, schedule] of [
    ['a longer one', every(3_600_000)],
    ['a shorter one', every(5000)],
  ] as const)
    it(`make the run that is due, and then follow another schedule, ${title}, given while their due time was read`, async () => {
      const { runs, task } = counted();
      const process = await readingDueTime(task);
      await configure(process, { ...process.task, schedule, dueTime: process.store.dueTime('other') });
      await process.answer();
      assert.equal(runs.length, 1);
      await process.time.pass(schedule.next(0)! + 1000);
      assert.equal(runs.length, 2);
    });

  it('are due anew when they are to run elsewhere', async () => {
    const { runs, task } = counted({ schedule: every(3_600_000) });
    const process = followed([task]);
    await process.time.pass(1_800_000);
    await configure(process, { ...task, where: 'one-per-installation' });
    await process.time.pass(3_600_000);
    assert.equal(runs.length, 1);
  });

  it('pause as long as they are now configured to, even if that changed while they ran', async () => {
    const { runs, task } = lasting({ schedule: every(3_600_000) });
    const process = followed([task]);
    await process.time.pass(2000);
    void process.scheduler.wake('lasting');
    await process.time.pass(1000);
    assert.equal(runs.length, 1);
    await configure(process, { ...task, schedule: every(5000) });
    runs[0]!.end();
    await process.time.pass(6000);
    assert.equal(runs.length, 2);
  });

  /** A process that has just been told to run a task of the installation, and is taking the lease for it. `answer` has it go on. */
  const takingLease = async (task: Task) => {
    const process = followed([{ ...task, where: 'one-per-installation' }]);
    const { store, time, scheduler } = process;
    const { answered, answer } = newAnswer();
    await time.pass(2000);
    const acquire = store.acquire.bind(store);
    store.acquire = async (...lease) => {
      await answered;
      return acquire(...lease);
    };
    void scheduler.wake(task.name);
    await time.pass(0);
    return { ...process, answer };
  };

  it('do not run if they were removed, or the scheduler was stopped, while the lease was taken', async () => {
    const { runs, task } = counted({ schedule: every(3_600_000) });
    const removing = await takingLease(task);
    await configure(removing);
    await removing.answer();
    const stopping = await takingLease(task);
    const stopped = stopping.scheduler.stop();
    await stopping.answer();
    await stopped;
    assert.equal(runs.length, 0);
  });

  it('run as they are configured when the lease is taken', async () => {
    const [former, present] = [{ schedule: every(3_600_000) }, { schedule: every(3_600_000) }].map(counted);
    const process = await takingLease(former!.task);
    await configure(process, { ...present!.task, where: 'one-per-installation' });
    await process.answer();
    assert.deepEqual([former!.runs.length, present!.runs.length], [0, 1]);
  });

  it('resolve callers who woke them, if they are removed before that run', async () => {
    const { runs, task } = lasting();
    const process = followed([task]);
    await process.time.pass(2000);
    let ended = 0;
    void process.scheduler.wake('lasting').then(() => ended++);
    await configure(process);
    assert.equal(ended, 0);
    runs[0]!.end();
    await settled();
    assert.deepEqual([runs.length, ended, process.scheduler.reports().length], [1, 1, 1]);
  });

  it('resolve callers who woke them, if they are removed before their run begins', async () => {
    const { runs, task } = counted({ schedule: every(3_600_000) });
    const { time, scheduler } = newProcess();
    const answers = [Promise.withResolvers<readonly Task[]>(), Promise.withResolvers<readonly Task[]>()];
    let asked = 0;
    scheduler.follow({ name: 'follow', version: () => asked, tasks: () => answers[asked++]!.promise });
    scheduler.start();
    answers[0]!.resolve([task]);
    await time.pass(2000);
    assert.equal(asked, 2);
    let ended = 0;
    void scheduler.wake('counted').then(() => ended++);
    answers[1]!.resolve([]);
    await time.pass(0);
    assert.deepEqual([runs.length, ended, scheduler.reports().length], [0, 1, 1]);
  });

  it('run once more if they are woken after they were removed and before they come back', async () => {
    const { runs, task } = lasting({ schedule: every(3_600_000) });
    const process = followed([task]);
    await process.time.pass(2000);
    void process.scheduler.wake('lasting');
    await process.time.pass(0);
    await configure(process);
    process.scheduler.wakeIfThere('lasting');
    runs[0]!.end();
    await settled();
    await configure(process, task);
    assert.equal(runs.length, 2);
  });

  it('stay unchanged while they cannot be read', async () => {
    const { runs, task } = counted();
    const { time, source, failures } = followed([task]);
    await time.pass(2000);
    source.isBroken = true;
    source.version++;
    await time.pass(10_000);
    assert.ok(runs.length >= 10);
    assert.ok(failures.length >= 9);
  });
});

describe('the end of the scheduler', () => {
  it('aborts the runs in progress, waits for them, and starts no more', async () => {
    const { time, scheduler } = newProcess();
    const [long, short] = [lasting(), counted()];
    scheduler.add([long.task, short.task]);
    scheduler.start();
    await time.pass(1000);
    let isStopped = false;
    const stopped = scheduler.stop().then(() => (isStopped = true));
    assert.equal(long.runs[0]!.signal.aborted, true);
    await scheduler.wake('counted');
    await time.pass(10_000);
    assert.deepEqual([isStopped, short.runs.length], [false, 1]);
    long.runs[0]!.end();
    await stopped;
    assert.equal(time.timers, 0);
  });

  it('resolves callers who wait for a run that will not start', async () => {
    const { scheduler } = newProcess();
    const { task } = counted();
    scheduler.add([task]);
    let ended = 0;
    void scheduler.wake('counted').then(() => ended++);
    await scheduler.stop();
    await settled();
    assert.equal(ended, 1);
  });
});

describe('the report of a task', () => {
  it('contains the last run, the next one, and the last failure', async () => {
    const { time, scheduler } = newProcess();
    const ends: (RunEnd | undefined | Error)[] = [
      { outcome: 'nothing-to-do', problem: '' },
      new OfflineError('The token\n is off line.'),
      undefined,
    ];
    const run = async () => {
      const end = ends.shift();
      if (end instanceof Error) throw end;
      return end;
    };
    scheduler.add([counted({ title: 'Three runs', schedule: every(60_000), run }).task]);
    scheduler.start();
    const reportAt = () => scheduler.reports()[0]!;
    assert.deepEqual(reportAt(), {
      name: 'Three runs',
      where: 'each-process',
      schedule: 'every 60000 ms',
      lastRun: undefined,
      lastFailure: undefined,
      failures: 0,
      nextMs: START_MS + 60_000,
    });
    await time.pass(60_000);
    await settled();
    const at = (minutes: number) => ({
      startedMs: START_MS + minutes * 60_000,
      endedMs: START_MS + minutes * 60_000,
    });
    assert.deepEqual(reportAt().lastRun, { ...at(1), outcome: 'nothing-to-do', problem: '' });
    await time.pass(60_000);
    await settled();
    const failure = { ...at(2), outcome: 'failed', problem: 'The token  is off line.' };
    assert.deepEqual([reportAt().lastRun, reportAt().lastFailure], [failure, failure]);
    await time.pass(60_000);
    await settled();
    assert.deepEqual(reportAt().lastRun, { ...at(3), outcome: 'worked', problem: '' });
    assert.deepEqual([reportAt().lastFailure, reportAt().failures], [failure, 1]);
    assert.equal(reportAt().nextMs, START_MS + 4 * 60_000);
  });
});
