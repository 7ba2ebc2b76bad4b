/**
 * A few threads with their own connections for whatever may visit more than 1,000 rows, so that the event loop of the main thread
 * never waits for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { processorMsOf } from '../../kernel/tasks/processor-time.ts';
import {
  DEFAULT_WORK_LIMITS,
  READER_HEAP_MIB,
  READS_BESIDE_SEARCHES,
  type WorkLimits,
} from '../../kernel/work-limits.ts';
import type { CommitActivity } from './commit-activity.ts';
import { ReaderFailedError, ReadersBusyError, ReaderTimeoutError } from './errors.ts';
import type { FromReader, ReaderSource, ReaderThreadData, ToReader } from './reader-messages.ts';
import type { TaskChunk, TaskInput, TaskResult } from './reader-task.ts';
import type { readerTasks } from './tasks.ts';
import { type TaskTimes, workedMsByClock } from './worked-time.ts';

/** Limits of a pool: tasks that yield are searches. */
export type ReaderLimits = Pick<WorkLimits, 'searches' | 'waitingSearches' | 'waitingReads'>;

/** Options of a pool. */
export interface ReaderPoolOptions {
  readonly source: ReaderSource;
  readonly threads: number;
  /** Units of work of this process. */
  readonly commits: CommitActivity;
  /** The defaults unless given. */
  readonly limits?: ReaderLimits;
  /** The module that exports `readerTasks`; that of the program unless given. */
  readonly tasks?: URL;
  readonly onBackgroundError: (error: unknown) => void;
}

/** Options of one task. */
export interface RunOptions<Chunk> {
  /**
   * Time limit of the task, with its time in the queue; none by default. The error is {@link ReaderTimeoutError}, or {@link ReadersBusyError} if the task
   * hardly ran because others had the threads or the processors.
   */
  readonly timeoutMs?: number;
  /** Ends the task between two of its steps; the promise rejects at once, with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Takes the chunks, one after the other, and may return a promise; the thread makes only a few before the first has been dealt with. */
  readonly onChunk?: (chunk: Chunk) => unknown;
  /**
   * True for tasks that callers may start at will, such as searches: they use only a part of the threads and wait behind the rest, so that CRLs are made
   * however much is searched for, and they yield to pending writes.
   */
  readonly yields?: boolean;
  /** Buffers of the input that are handed to the thread without a copy: nobody else has them any more. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** The pool. Threads start with the first task and are replaced when they crash. */
export class ReaderPool<Tasks extends Record<keyof Tasks, unknown> = typeof readerTasks> {
  readonly #options: ReaderPoolOptions;
  readonly #limits: ReaderLimits;
  readonly #threads: ReaderThread[] = [];
  readonly #waiting: PoolTask[] = [];
  #nextId = 1;
  #closed = false;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#limits = options.limits ?? DEFAULT_WORK_LIMITS;
  }

  /**
   * Runs a task and gives its result, after the last chunk has been dealt with.
   *
   * @throws {@link ReaderTimeoutError}, {@link ReadersBusyError}
   * @throws {@link ReaderFailedError} when the task fails, its thread ends, or the pool is closed
   */
  async run<N extends keyof Tasks & string>(
    name: N,
    input: TaskInput<Tasks[N]>,
    { timeoutMs, signal, onChunk, yields = false, transfer = [] }: RunOptions<TaskChunk<Tasks[N]>> = {},
  ): Promise<TaskResult<Tasks[N]>> {
    signal?.throwIfAborted();
    if (this.#closed) throw new ReaderFailedError(name, { cause: 'the database is being closed' });
    const { waitingReads, waitingSearches } = this.#limits;
    if (this.#waitingOf(yields).length >= (yields ? waitingSearches : waitingReads)) throw new ReadersBusyError(name);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const task: PoolTask = {
      id: this.#nextId++,
      name,
      input,
      transfer,
      yields,
      onChunk: onChunk as PoolTask['onChunk'],
      resolve,
      reject,
      tail: Promise.resolve(),
      timeoutMs,
      thread: undefined,
      usedBefore: undefined,
      begunAt: undefined,
      sharedBefore: undefined,
      since: performance.now(),
      waitedMs: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    };
    const end = (error: unknown) => this.#abandon(task, error);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => void this.#endLate(task, timeoutMs), timeoutMs);
    const onAbort = () => end(signal!.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(task);
    this.#assign();
    try {
      return (await promise) as TaskResult<Tasks[N]>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#assign();
    }
  }

  /** Ends all threads; tasks that run or wait are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) {
      task.reject(new ReaderFailedError(task.name, { cause: 'the database is being closed' }));
    }
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }

  /** Gives waiting tasks to the threads with the least to do. */
  #assign(): void {
    while (this.#waiting.length > 0 && !this.#closed) {
      const task = this.#next();
      const thread = task && this.#freeThread();
      if (task === undefined || thread === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      task.thread = thread;
      thread.start(task);
    }
  }

  /** Returns the first that waits and may run: of those that yield only while others have room. */
  #next(): PoolTask | undefined {
    const [first] = this.#waitingOf(false);
    if (first !== undefined) return first;
    const running = this.#threads.reduce((sum, { yielding }) => sum + yielding, 0);
    return running < this.#limits.searches * this.#options.threads ? this.#waitingOf(true)[0] : undefined;
  }

  get #tasksPerThread(): number {
    return this.#limits.searches + READS_BESIDE_SEARCHES;
  }

  #waitingOf(yields: boolean): readonly PoolTask[] {
    return this.#waiting.filter((task) => task.yields === yields);
  }

  #freeThread(): ReaderThread | undefined {
    const [least] = this.#threads.toSorted((a, b) => a.load - b.load);
    if (least !== undefined && (least.load === 0 || this.#threads.length === this.#options.threads)) {
      return least.load < this.#tasksPerThread ? least : undefined;
    }
    const thread: ReaderThread = new ReaderThread(this.#options, () => {
      const index = this.#threads.indexOf(thread);
      if (index >= 0) this.#threads.splice(index, 1);
    });
    this.#threads.push(thread);
    return thread;
  }

  /** Ends a task whose time is over. */
  async #endLate(task: PoolTask, timeoutMs: number): Promise<void> {
    const { thread, name } = task;
    const wasWorkedOn = thread !== undefined && (await thread.hasWorkedOn(task, timeoutMs * LEAST_PART_WORKED));
    this.#abandon(task, wasWorkedOn ? new ReaderTimeoutError(name, timeoutMs) : new ReadersBusyError(name));
  }

  #abandon(task: PoolTask, error: unknown): void {
    const index = this.#waiting.indexOf(task);
    if (index >= 0) this.#waiting.splice(index, 1);
    task.thread?.cancel(task);
    task.reject(error);
  }
}

interface PoolTask extends TaskTimes {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly transfer: readonly ArrayBuffer[];
  readonly yields: boolean;
  readonly onChunk: ((chunk: unknown) => unknown) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Chunks are dealt with in order, and the result comes after them. */
  tail: Promise<void>;
  readonly timeoutMs: number | undefined;
  thread: ReaderThread | undefined;
  /** Processor time of its thread when it was given to it, in milliseconds. */
  usedBefore: Promise<number> | undefined;
  begunAt: number | undefined;
  /** When its thread was given it, and what the thread had shared out by then. */
  sharedBefore: SharedTime | undefined;
  /** When it was asked for, on the steady clock. */
  readonly since: number;
}

/** The time that a thread has shared out among its tasks. */
interface SharedTime {
  /** On the steady clock. */
  readonly at: number;
  /** Milliseconds used so far by a task present since the thread started. */
  readonly each: number;
}

/** One thread as the main thread sees it. */
class ReaderThread {
  readonly #source: ReaderSource;
  readonly #worker: Worker;
  readonly #tasks = new Map<number, PoolTask>();
  readonly #exited: Promise<void>;
  #shared: SharedTime = { at: performance.now(), each: 0 };

  constructor(
    { source, commits, tasks = new URL(import.meta.resolve('#reader-tasks')), onBackgroundError }: ReaderPoolOptions,
    onExit: () => void,
  ) {
    this.#source = source;
    const workerData: ReaderThreadData = { source, tasks: tasks.href, commits: commits.buffer };
    this.#worker = new Worker(new URL(import.meta.resolve('#reader-thread-entry')), {
      workerData,
      name: 'reader',
      // Rows are dropped as they are read: without a limit V8 lets them pile up to 100 MB before it collects any.
      resourceLimits: { maxOldGenerationSizeMb: READER_HEAP_MIB, maxYoungGenerationSizeMb: 12 },
    });
    // A reader never keeps the process alive: the caller that waits for its result does.
    this.#worker.unref();
    let cause: unknown;
    this.#worker.on('message', (message: FromReader) => this.#receive(message));
    this.#worker.on('error', (error) => {
      cause = error;
      onBackgroundError(error);
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', (exitCode) => {
        onExit();
        for (const task of this.#tasks.values()) {
          task.reject(new ReaderFailedError(task.name, { cause: cause ?? `its thread ended with ${exitCode}` }));
        }
        this.#tasks.clear();
        resolve();
      });
    });
  }

  get load(): number {
    return this.#tasks.size;
  }

  /** Number of its tasks that yield. */
  get yielding(): number {
    return [...this.#tasks.values()].filter(({ yields }) => yields).length;
  }

  start(task: PoolTask): void {
    task.sharedBefore = this.#shareOut();
    this.#tasks.set(task.id, task);
    if (task.timeoutMs !== undefined && this.#source.kind === 'sqlite') task.usedBefore = processorMsOf(this.#worker);
    const { id, name, input, yields, timeoutMs = Infinity, since, waitedMs } = task;
    const leftMs = Math.max(0, since + timeoutMs - performance.now());
    const patience = yields ? { mostMs: leftMs * PATIENCE_PART, waitedMs } : undefined;
    this.#send({ type: 'run', id, name, input, patience }, task.transfer);
  }

  /**
   * Tells whether the thread has spent at least `milliseconds` on the task. Only the task's share of the thread's processor time counts. With PostgreSQL,
   * where the thread waits for the database server, wall-clock time counts instead: since the thread has taken the task up, if the thread gets a
   * processor at all, and without the time for which the task yielded to pending writes.
   */
  async hasWorkedOn(task: PoolTask, milliseconds: number): Promise<boolean> {
    const { usedBefore, sharedBefore } = task;
    if (milliseconds === 0) return true;
    const part = partOf(sharedBefore!, this.#shareOut());
    const now = processorMsOf(this.#worker);
    const used =
      this.#source.kind === 'sqlite'
        ? Promise.all([now, usedBefore]).then(([after, before = 0]) => after - before)
        : now.then(() => workedMsByClock(task, performance.now()));
    // A thread that gets a processor answers in less.
    return ((await Promise.race([used, pause(ANSWER_MS)])) ?? 0) * part >= milliseconds;
  }

  /** Shares the time that has passed out among the present tasks. One connection, or the only thread, works on one of them at a time. */
  #shareOut(): SharedTime {
    const at = performance.now();
    const atOnce = this.#source.kind === 'postgres' ? this.#source.connections : 1;
    const part = Math.min(1, atOnce / Math.max(1, this.#tasks.size));
    this.#shared = { at, each: this.#shared.each + (at - this.#shared.at) * part };
    return this.#shared;
  }

  cancel(task: PoolTask): void {
    this.#shareOut();
    if (this.#tasks.delete(task.id)) this.#send({ type: 'cancel', id: task.id });
  }

  async close(): Promise<void> {
    this.#send({ type: 'close' });
    const killer = setTimeout(() => void this.#worker.terminate(), CLOSE_TIMEOUT_MS);
    this.#worker.ref();
    await this.#exited;
    clearTimeout(killer);
  }

  #receive(message: FromReader): void {
    const task = this.#tasks.get(message.id);
    if (task === undefined) return;
    switch (message.type) {
      case 'begun':
        task.begunAt = performance.now();
        return;
      case 'chunk':
        task.tail = task.tail.then(() => this.#handOver(task, message.chunk));
        return;
      case 'result':
        task.tail = task.tail.then(() => this.#finish(task, () => task.resolve(message.result)));
        return;
      case 'failed':
        this.#finish(task, () => task.reject(taskError(task.name, message.error)));
        return;
    }
  }

  async #handOver(task: PoolTask, chunk: unknown): Promise<void> {
    if (!this.#tasks.has(task.id)) return;
    try {
      await task.onChunk?.(chunk);
      this.#send({ type: 'more', id: task.id });
    } catch (error) {
      this.cancel(task);
      task.reject(error);
    }
  }

  #finish(task: PoolTask, answer: () => void): void {
    this.#shareOut();
    this.#tasks.delete(task.id);
    answer();
  }

  #send(message: ToReader, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}

/** Returns the part of the time between the two that was one task's. */
function partOf(from: SharedTime, to: SharedTime): number {
  return to.at > from.at ? (to.each - from.each) / (to.at - from.at) : 1;
}

/** A bug in a task stays a bug here; whatever else failed is the database's. */
function taskError(name: string, error: unknown): Error {
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return new ReaderFailedError(name, { cause: error });
}

/**
 * Fraction of its time limit that a task must actually run before a timeout is blamed on its size: half its share of a thread with four tasks, the usual
 * number.
 */
const LEAST_PART_WORKED = 1 / 8;
/** Fraction of its remaining time for which a search yields to pending writes at most. */
const PATIENCE_PART = 1 / 3;
const ANSWER_MS = 250;
const CLOSE_TIMEOUT_MS = 5000;
