import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';

/** A task took the thread along. */
export interface ThreadLoss {
  readonly status: 'lost';
  readonly reason: 'time' | 'memory';
}

/**
 * A thread that does one task after the other. It starts with the first one, which takes longer than most tasks, and ends when there has been none for a
 * minute. What a task fails with is an answer of it, since errors lose their class between threads.
 */
export class TaskThread<Input, Output> {
  readonly #queue = new KeyedQueue();
  readonly #start: () => Worker;
  readonly #maxMilliseconds: number;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param maxMilliseconds - what a task may take */
  constructor(start: () => Worker, maxMilliseconds: number) {
    this.#start = start;
    this.#maxMilliseconds = maxMilliseconds;
  }

  /** @param transfer - what is given away instead of copied */
  run(input: Input, transfer: readonly ArrayBuffer[] = []): Promise<Output | ThreadLoss> {
    return this.#queue.run('', () => this.#runNow(input, transfer));
  }

  async #runNow(input: Input, transfer: readonly ArrayBuffer[]): Promise<Output | ThreadLoss> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    // It never keeps the process alive: whoever waits for its answer does.
    worker.unref();
    const tooLong = setTimeout(() => void worker.terminate(), this.#maxMilliseconds);
    try {
      const output = await answerOf<Output>(worker, input, transfer);
      if (isLoss(output)) this.#worker = undefined;
      return output;
    } catch (error) {
      this.#worker = undefined;
      throw error;
    } finally {
      clearTimeout(tooLong);
      this.#idle = setTimeout(() => this.#end(), IDLE_MILLISECONDS).unref();
    }
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

async function answerOf<Output>(
  worker: Worker,
  input: unknown,
  transfer: readonly ArrayBuffer[],
): Promise<Output | ThreadLoss> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(worker, 'exit', { signal }).then((): ThreadLoss => ({ status: 'lost', reason: 'time' }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  worker.postMessage(input, transfer);
  try {
    const answered = once(worker, 'message', { signal }).then(([output]) => output as Output);
    return await Promise.race([answered, ended]);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return { status: 'lost', reason: 'memory' };
  } finally {
    waiting.abort();
  }
}

function isLoss(output: unknown): output is ThreadLoss {
  return typeof output === 'object' && output !== null && 'status' in output && output.status === 'lost';
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

const IDLE_MILLISECONDS = 60_000;
