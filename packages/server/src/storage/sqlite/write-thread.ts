/**
 * The thread that writes to an SQLite file, as the main thread sees it: a COMMIT waits for the disk, which would hold the event loop.
 */
import { Worker } from 'node:worker_threads';
import { Pace } from '../../kernel/tasks/pace.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { UnitOutcome, UnitWriter } from '../engine/index.ts';
import type { ColumnValue, WriteDefinitions } from '../sql/index.ts';
import { askToRun, askToWrite, failureOf } from './asking-writer.ts';
import { type BoundWrites, WriteBinding } from './bound-writes.ts';
import type { Row, SqliteFile } from './sqlite-connection.ts';
import type { FromWriter, ToWriter, WriteThreadData } from './write-messages.ts';
import { encodeAnswer } from './writer-frames.ts';

/** Starts with the first thing to write, and again after it has crashed. */
export class WriteThread implements UnitWriter {
  readonly #file: SqliteFile;
  readonly #binding: WriteBinding;
  readonly #onBackgroundError: (error: unknown) => void;
  #worker: Worker | undefined;
  /** Callers that wait for an answer, in the order in which they asked. */
  #waiting: PromiseWithResolvers<FromWriter>[] = [];
  #closed = false;

  constructor(file: SqliteFile, definitions: WriteDefinitions, onBackgroundError: (error: unknown) => void) {
    this.#file = file;
    this.#binding = new WriteBinding(definitions);
    this.#onBackgroundError = onBackgroundError;
  }

  async write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]> {
    const outcomes: UnitOutcome[] = [];
    for (let from = 0; from < units.length;) {
      if (isLarge(units[from]!)) outcomes.push(await this.#writeLarge(units[from++]!));
      const large = units.findIndex((unit, index) => index >= from && isLarge(unit));
      const end = large < 0 ? units.length : large;
      if (end > from)
        outcomes.push(...(await askToWrite((question) => this.#ask(question), this.#binding, units.slice(from, end))));
      from = end;
    }
    return outcomes;
  }

  /** Writes a unit by itself, whose writes are bound and handed over in parts: others have their turn in between. */
  async #writeLarge({ id, epoch, writes }: UnitOfWork): Promise<UnitOutcome> {
    const pace = new Pace();
    const last = Math.floor((writes.length - 1) / PART) * PART;
    let end: BoundWrites;
    try {
      for (let from = 0; from < last; from += PART) {
        const part = this.#binding.bindWrites(writes.slice(from, from + PART));
        this.#hand({ type: 'part', isFirst: from === 0, part });
        await pace.turn();
      }
      end = this.#binding.bindWrites(writes.slice(last));
    } catch (cause) {
      return { kind: 'misfit', cause };
    }
    try {
      const answer = await this.#ask({ type: 'units', units: [{ id, epoch, parts: [end] }], sentAhead: last / PART });
      if (answer.type !== 'outcomes') throw failureOf(answer);
      return answer.outcomes[0]!;
    } catch (cause) {
      return { kind: 'unavailable', cause };
    }
  }

  /** Runs one statement in a transaction of its own. */
  async run(sql: string, values: readonly ColumnValue[]): Promise<readonly Row[]> {
    return askToRun((question) => this.#ask(question), sql, values);
  }

  /** Answers frames of other processes, the units of all of them in one transaction. Never rejects. */
  async answerFrames(frames: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
    const answer = await this.#ask({ type: 'frames', frames });
    if (answer.type === 'answers') return answer.answers;
    const failed = encodeAnswer({ type: 'failed', error: failureOf(answer) });
    return frames.map(() => failed);
  }

  /** Processor time of the thread in seconds; 0 while there is none. */
  async cpuSeconds(): Promise<number> {
    const { user = 0, system = 0 } = (await this.#worker?.cpuUsage()) ?? {};
    return (user + system) / 1e6;
  }

  /** Ends the thread once it has answered; what is asked of it later is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      post(worker, { type: 'close' });
    });
  }

  /** Sends what is not answered; what is asked next says so when it did not come. */
  #hand(message: ToWriter): void {
    if (!this.#closed) post((this.#worker ??= this.#start()), message);
  }

  async #ask(message: ToWriter): Promise<FromWriter> {
    if (this.#closed) return { type: 'failed', error: new Error('the database is closed') };
    this.#worker ??= this.#start();
    post(this.#worker, message);
    // Writes under way keep the process alive, the thread alone does not.
    if (this.#waiting.length === 0) this.#worker.ref();
    const waiting = Promise.withResolvers<FromWriter>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  #start(): Worker {
    const workerData: WriteThreadData = { file: this.#file, statements: this.#binding.statements };
    const worker = new Worker(new URL(import.meta.resolve('#write-thread-entry')), {
      workerData,
      name: 'writer',
      // Rows pass through: the room that V8 would take for more is kept small.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    let cause: unknown;
    worker.unref();
    worker.on('message', (answer: FromWriter) => {
      this.#waiting.shift()!.resolve(answer);
      if (this.#waiting.length === 0) worker.unref();
    });
    worker.on('error', (error) => {
      cause = error;
      this.#onBackgroundError(error);
    });
    worker.on('exit', (exitCode) => {
      this.#worker = undefined;
      const error = cause ?? new Error(`the thread that writes ended with ${exitCode}`);
      for (const { resolve } of this.#waiting.splice(0)) resolve({ type: 'failed', error });
    });
    return worker;
  }
}

function isLarge({ writes }: UnitOfWork): boolean {
  return writes.length > LARGE;
}

function post(worker: Worker, message: ToWriter): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  worker.postMessage(message);
}

/** Number of writes from which a unit is handed over in parts. */
const LARGE = 1000;
/** Number of writes that are copied to the thread in a millisecond or two. */
const PART = 200;
