/**
 * Checkpoints of an SQLite file in a thread of their own: one writes thousands of pages and waits for the disk, and no COMMIT should
 * wait for that.
 */
import { Worker } from 'node:worker_threads';
import type { CheckpointReport } from './checkpoint-thread-entry.ts';

/** Keeps the log of one file short. */
export class Checkpoints {
  readonly #path: string;
  readonly #onBackgroundError: (error: unknown) => void;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Ends the thread, whose memory nothing needs while nothing is written. */
  #idleTimer: NodeJS.Timeout | undefined;
  #running = false;
  /** The checkpoint that runs may have begun before it. */
  #wroteMeanwhile = false;
  #closed = false;
  /** Set while the writer has to wait. */
  #hold: PromiseWithResolvers<void> | undefined;

  constructor(path: string, onBackgroundError: (error: unknown) => void) {
    this.#path = path;
    this.#onBackgroundError = onBackgroundError;
  }

  /**
   * To be awaited before a group is written.
   *
   * A log starts over only when all of it has been carried over and the writer pauses. Under load it never would, so a log that has
   * grown long makes the writer wait for one checkpoint.
   */
  get ready(): Promise<void> | undefined {
    return this.#hold?.promise;
  }

  /** To be called after a group was written. */
  wrote(): void {
    clearTimeout(this.#idleTimer);
    this.#wroteMeanwhile = this.#running;
    if (this.#running || this.#timer !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, PAUSE_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      post(worker, 'close');
    });
  }

  #run(): void {
    this.#running = true;
    this.#worker ??= this.#start();
    post(this.#worker, 'checkpoint');
  }

  #start(): Worker {
    const worker = new Worker(new URL(import.meta.resolve('#checkpoint-thread-entry')), {
      workerData: this.#path,
      name: 'checkpoint',
      // One statement and small messages: the room that V8 would take for more is kept small.
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    });
    worker.unref();
    worker.on('message', (report: CheckpointReport) => this.#finished(report));
    worker.on('error', this.#onBackgroundError);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#finished({ frames: 0 });
    });
    return worker;
  }

  #endIdle(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) post(worker, 'close');
  }

  #finished({ frames }: CheckpointReport): void {
    this.#running = false;
    const held = this.#hold;
    this.#hold = undefined;
    if (held === undefined && frames > LONG_LOG_FRAMES && !this.#closed) {
      this.#hold = Promise.withResolvers();
      this.#run();
    }
    held?.resolve();
    if (this.#running || this.#closed) return;
    this.#idleTimer = setTimeout(() => this.#endIdle(), IDLE_MS).unref();
    if (this.#wroteMeanwhile) this.wrote();
  }
}

function post(worker: Worker, message: 'checkpoint' | 'close'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  worker.postMessage(message);
}

/** Pages to which many rows were added meanwhile are carried over once: with 100 ms that took half as much processor time again for each. */
const PAUSE_MS = 250;
const IDLE_MS = 10_000;
/** 32 MiB of pages. */
const LONG_LOG_FRAMES = 8192;
