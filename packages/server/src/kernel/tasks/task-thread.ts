import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transferable, Worker } from 'node:worker_threads';
import { KeyedQueue } from './keyed-queue.ts';
import { processorMsOf } from './processor-time.ts';

/** A task took the thread along. */
export interface ThreadLoss {
  readonly status: 'lost';
  readonly reason: 'time' | 'memory';
}

/** Bounds of one task, in milliseconds. */
export interface TaskTimes<Input> {
  /** Processor time, so that a busy machine refuses no task; and by the clock {@link PATIENCE} times as much, for one that never ends and computes nothing. */
  readonly running: (input: Input) => number;
  /** After the last task, until the thread ends and gives its memory back; a minute when left out. */
  readonly idle?: number;
}

/**
 * A thread that does one task after the other. It starts with the first one, which takes longer than most tasks, and again after it has ended: when there
 * has been none for a while, when a task takes too long, and when it fails. What a task fails with is an answer of it, since errors lose their class between threads.
 */
export class TaskThread<Input, Output> {
  readonly #queue = new KeyedQueue();
  readonly #start: () => Worker;
  readonly #times: TaskTimes<Input>;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(start: () => Worker, times: TaskTimes<Input>) {
    this.#start = start;
    this.#times = times;
  }

  /** @param transfer - what is given away instead of copied */
  run(input: Input, transfer: readonly Transferable[] = []): Promise<Output | ThreadLoss> {
    return this.#queue.run('', () => this.#runNow(input, transfer));
  }

  async #runNow(input: Input, transfer: readonly Transferable[]): Promise<Output | ThreadLoss> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#startOne());
    const done = new AbortController();
    void this.#endLongTask(worker, this.#times.running(input), done.signal);
    try {
      return await answerOf<Output>(worker, input, transfer);
    } finally {
      done.abort();
      this.#idle = setTimeout(() => this.#end(worker), this.#times.idle ?? IDLE_MILLISECONDS).unref();
    }
  }

  /** Ends a thread whose task has taken its time. */
  async #endLongTask(worker: Worker, limitMs: number, done: AbortSignal): Promise<void> {
    const begun = performance.now();
    const left = () => PATIENCE * limitMs - (performance.now() - begun);
    // It may not answer: then the clock alone counts.
    const used = async () => Promise.race([processorMsOf(worker), waited(left(), done)]);
    const before = (await used()) ?? 0;
    for (let leftMs = limitMs; leftMs > 0 && left() > 0 && !done.aborted;) {
      await waited(Math.min(Math.max(leftMs, SHORTEST_PAUSE_MILLISECONDS), left()), done);
      if (!done.aborted) leftMs = limitMs - (((await used()) ?? 0) - before);
    }
    if (!done.aborted) this.#end(worker);
  }

  #startOne(): Worker {
    const worker = this.#start();
    // It never keeps the process alive: the caller that waits for its answer does.
    worker.unref();
    // Also between two tasks, when nobody waits to be told.
    worker.on('error', () => this.#forget(worker));
    worker.on('exit', () => this.#forget(worker));
    return worker;
  }

  /** No task is given to it from here on, although its last answer may still be on its way. */
  #end(worker: Worker): void {
    this.#forget(worker);
    void worker.terminate();
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }
}

/** Returns when the time has passed or the signal comes. */
async function waited(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  await pause(Math.max(0, milliseconds), undefined, { signal, ref: false }).catch(() => {});
}

async function answerOf<Output>(
  worker: Worker,
  input: unknown,
  transfer: readonly Transferable[],
): Promise<Output | ThreadLoss> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(worker, 'exit', { signal }).then((): ThreadLoss => ({ status: 'lost', reason: 'time' }));
  const answered = once(worker, 'message', { signal }).then(([output]) => output as Output);
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    worker.postMessage(input, transfer);
    return await Promise.race([answered, ended]);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return { status: 'lost', reason: 'memory' };
  } finally {
    waiting.abort();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

const IDLE_MILLISECONDS = 60_000;
const SHORTEST_PAUSE_MILLISECONDS = 50;
/** Threads per processor beside which a thread still does its task in time. */
const PATIENCE = 10;
