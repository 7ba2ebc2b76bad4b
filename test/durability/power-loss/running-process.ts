/** A program that a test kills: what it had printed by then is what it had promised. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** The program, as it runs. It prints to files, which never make it wait for their reader. */
export class RunningProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #directory = mkdtempSync(join(tmpdir(), 'sealwright-output-'));
  #lines: readonly string[] | undefined;

  /** Runs a TypeScript file with the Node of this process; `environment` is added to that of this process. */
  constructor(file: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const outputs = ['stdout', 'stderr'].map((name) => openSync(join(this.#directory, name), 'w'));
    this.#child = spawn(process.execPath, [file, ...args], {
      stdio: ['ignore', ...outputs],
      env: { ...process.env, ...environment },
    });
    for (const output of outputs) closeSync(output);
    this.#closed = once(this.#child, 'close');
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** The complete lines that it has printed until now. */
  get lines(): readonly string[] {
    return this.#lines ?? this.#output('stdout').split('\n').slice(0, -1);
  }

  /**
   * Returns when it has printed a line.
   *
   * @throws {TypeError} with what it wrote to stderr, when it ended before
   */
  async printed(): Promise<void> {
    while (this.lines.length === 0) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw this.#endedItself();
      await delay(5);
    }
  }

  /**
   * Ends it without a chance to finish anything.
   *
   * @throws {TypeError} with what it wrote to stderr, when it had ended by itself
   */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    const end = await this.ended();
    if (end !== 'SIGKILL') throw new TypeError(`the program ended with ${end}`);
  }

  /**
   * Returns when it has ended: `SIGKILL`, or `0` when it had done its work.
   *
   * @throws {TypeError} with what it wrote to stderr, when it ended otherwise
   */
  async ended(): Promise<'SIGKILL' | '0'> {
    await this.#closed;
    this.#lines ??= this.lines;
    try {
      if (this.#child.signalCode === 'SIGKILL') return 'SIGKILL';
      if (this.#child.exitCode === 0) return '0';
      throw this.#endedItself();
    } finally {
      rmSync(this.#directory, { recursive: true, force: true });
    }
  }

  #endedItself(): TypeError {
    const how = this.#child.exitCode ?? this.#child.signalCode;
    return new TypeError(`the program ended with ${how}: ${this.#output('stderr')}`);
  }

  #output(name: 'stdout' | 'stderr'): string {
    return readFileSync(join(this.#directory, name), 'utf8');
  }
}
