/** The process that writes to an SQLite file, as its readers see it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { UnitOutcome, UnitWriter } from '../engine/index.ts';
import type { ColumnValue, WriteDefinitions } from '../sql/index.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Row, SqliteFile } from './sqlite-connection.ts';
import { WriteThread } from './write-thread.ts';

/** The one writer of a file. It is in this process, or in another one of the host. */
export interface SqliteWriter extends UnitWriter {
  /** Runs one statement in a transaction of its own. */
  run(sql: string, values: readonly ColumnValue[]): Promise<readonly Row[]>;
  /** Ends once everything was answered; what is asked later is refused. */
  close(): Promise<void>;
}

/** Writer that also answers other processes of the host. */
export interface ServingWriter extends SqliteWriter {
  /** Answers one frame of another process. Never rejects. */
  answerFrame(frame: Uint8Array): Promise<Uint8Array>;
}

/** The writer in this process: a thread that writes, and one that makes checkpoints. */
export class FileWriter implements ServingWriter {
  readonly #thread: WriteThread;
  readonly #checkpoints: Checkpoints;
  /** Frames that have come while the thread was busy with those before: one group. */
  #frames: WaitingFrame[] = [];
  #answersFrames = false;

  constructor(file: SqliteFile, definitions: WriteDefinitions, onBackgroundError: (error: unknown) => void) {
    this.#thread = new WriteThread(file, definitions, onBackgroundError);
    this.#checkpoints = new Checkpoints(file.path, onBackgroundError);
  }

  async write(units: readonly UnitOfWork[]): Promise<readonly UnitOutcome[]> {
    await this.#checkpoints.ready;
    const outcomes = await this.#thread.write(units);
    this.#checkpoints.wrote();
    return outcomes;
  }

  async run(sql: string, values: readonly ColumnValue[]): Promise<readonly Row[]> {
    await this.#checkpoints.ready;
    const rows = await this.#thread.run(sql, values);
    // Leases are of no account: they would keep the thread that makes checkpoints while nothing is stored.
    if (values.some((value) => value instanceof Uint8Array)) this.#checkpoints.wrote();
    return rows;
  }

  answerFrame(frame: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve) => {
      this.#frames.push({ frame, resolve });
      if (!this.#answersFrames) void this.#answerFrames();
    });
  }

  async #answerFrames(): Promise<void> {
    this.#answersFrames = true;
    while (this.#frames.length > 0) {
      await this.#checkpoints.ready;
      // Those of other processes that have come in the same turn join the group.
      await nextTurn();
      const group = this.#frames;
      this.#frames = [];
      const answers = await this.#thread.answerFrames(group.map(({ frame }) => frame));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index]!);
      this.#checkpoints.wrote();
    }
    this.#answersFrames = false;
  }

  /** Processor time of the thread that writes, in seconds. */
  cpuSeconds(): Promise<number> {
    return this.#thread.cpuSeconds();
  }

  async close(): Promise<void> {
    await this.#checkpoints.close();
    await this.#thread.close();
  }
}

interface WaitingFrame {
  readonly frame: Uint8Array;
  readonly resolve: (answer: Uint8Array) => void;
}
