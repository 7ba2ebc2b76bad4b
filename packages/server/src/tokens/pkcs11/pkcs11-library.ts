import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { LibraryProcessLostError } from './errors.ts';
import { LibraryProcess, type LibraryProcessOptions, THREADS } from './library-process.ts';
import type { LibraryDescription } from './protocol.ts';
import { Turns } from './turns.ts';

export interface Pkcs11LibraryDeps extends LibraryProcessOptions {
  readonly clock: Clock;
  /** Longest duration of one call of the library. */
  readonly callTimeoutMs: number;
  /** Called when the process ended unasked, or could not be used. */
  readonly onLost: (error: Error) => void;
}

/**
 * A PKCS#11 library, loaded into a process of its own by its first use and again whenever that process was lost.
 *
 * There is one process for each library, not for each token: a device counts the applications that are connected, a login holds for an
 * application and a token, and 10,000 tokens in one device must not be 10,000 processes. A process that is lost takes the calls of all
 * its tokens with it, and they are made again.
 */
export class Pkcs11Library {
  /** The library's. */
  readonly file: string;
  readonly callTimeoutMs: number;
  readonly #deps: Pkcs11LibraryDeps;
  readonly #turns = new Turns(THREADS);
  #current: RunningProcess | undefined;
  #rest: Rest | undefined;
  /** Slots that were not there, and when a new process was started to look for them again. */
  readonly #lookedForSlots = new Map<string, number>();
  #closed = false;

  constructor(deps: Pkcs11LibraryDeps) {
    this.#deps = deps;
    this.file = deps.library;
    this.callTimeoutMs = deps.callTimeoutMs;
  }

  /**
   * Runs `task` with the process, which is started when there is none. When it is lost in the middle, `task` is run once more with
   * the next one if it may be repeated.
   *
   * @throws {@link LibraryProcessLostError}
   * @throws whatever `task` throws
   */
  use<T>(task: (process: LibraryProcess) => Promise<T>, { repeatable }: { readonly repeatable: boolean }): Promise<T> {
    return this.#turns.run(async () => {
      try {
        return await task(await this.#process());
      } catch (error) {
        if (!repeatable || !(error instanceof LibraryProcessLostError) || error.timedOut) throw error;
      }
      return task(await this.#process());
    }, this.callTimeoutMs);
  }

  /** Describes the library. */
  async describe(): Promise<LibraryDescription> {
    await this.#process();
    return this.#current!.loaded;
  }

  /** A process besides the running one, for what would disturb it. The caller ends it. */
  async startAnother(): Promise<LibraryProcess> {
    const process = new LibraryProcess(this.#deps);
    try {
      await this.#load(process);
      return process;
    } catch (error) {
      process.kill();
      throw error;
    }
  }

  /**
   * Returns whether another process than `process` is used from now on, as a library may never recover from a lost connection. One that was
   * started just now is kept: a new one would fare no better.
   */
  renew(process: LibraryProcess): boolean {
    const current = this.#current;
    if (current?.process === process && this.#deps.clock.nowMs() - current.startedMs > STABLE_MS) this.#retire(current);
    return this.#current?.process !== process;
  }

  /** As {@link renew}, for a slot that the process does not know: a library sees the slots of the moment in which it was loaded. */
  renewForSlot(process: LibraryProcess, slot: string): boolean {
    const nowMs = this.#deps.clock.nowMs();
    const lookedMs = this.#lookedForSlots.get(slot) ?? Number.NEGATIVE_INFINITY;
    if (this.#current?.process === process && nowMs - lookedMs > STABLE_MS) {
      if (this.#lookedForSlots.size > MAX_SLOTS) this.#lookedForSlots.clear();
      this.#lookedForSlots.set(slot, nowMs);
      this.#retire(this.#current);
    }
    return this.#current?.process !== process;
  }

  /** Ends the process. */
  close(): void {
    this.#closed = true;
    this.#current?.process.kill();
    this.#current = undefined;
  }

  /** Retires a process; requests that it has are still answered. */
  #retire({ process }: RunningProcess): void {
    this.#current = undefined;
    process.retire();
  }

  async #process(): Promise<LibraryProcess> {
    if (this.#current === undefined) await this.#rested();
    const current = this.#current ?? this.#start();
    await current.loaded;
    return current.process;
  }

  /** Waits out a short rest, and is turned away by a long one. */
  async #rested(): Promise<void> {
    if (this.#rest === undefined) return;
    const { untilMs, because } = this.#rest;
    const restMs = untilMs - this.#deps.clock.nowMs();
    if (restMs > MAX_WAIT_MS) throw because;
    if (restMs > 0) await setTimeout(restMs);
  }

  #start(): RunningProcess {
    if (this.#closed) throw new LibraryProcessLostError('the server stops');
    const { clock } = this.#deps;
    const process = new LibraryProcess(this.#deps);
    const running: RunningProcess = { process, startedMs: clock.nowMs(), loaded: this.#load(process) };
    this.#current = running;
    running.loaded.catch((error: Error) => {
      this.#lost(running, error);
      process.kill();
    });
    void process.ended.then((how) => this.#lost(running, new LibraryProcessLostError(how)));
    return running;
  }

  #load(process: LibraryProcess): Promise<LibraryDescription> {
    const { library, binding } = this.#deps;
    return process.ask('load', { library, binding }, this.#deps.callTimeoutMs);
  }

  /** A process that was replaced may end as it likes. */
  #lost(running: RunningProcess, because: Error): void {
    if (this.#current !== running) return;
    this.#current = undefined;
    const { clock, onLost } = this.#deps;
    const nowMs = clock.nowMs();
    const inARow = nowMs - running.startedMs > STABLE_MS ? 1 : (this.#rest?.inARow ?? 0) + 1;
    const restMs = inARow === 1 ? 0 : Math.min(REST_MS * 2 ** (inARow - 2), MAX_REST_MS);
    this.#rest = { inARow, untilMs: nowMs + restMs, because };
    onLost(because);
  }
}

interface RunningProcess {
  readonly process: LibraryProcess;
  readonly startedMs: number;
  /** Settles when the library is loaded, or cannot be. */
  readonly loaded: Promise<LibraryDescription>;
}

/** Between the loss of a process and the start of the next. */
interface Rest {
  /** Processes lost in a row, none of which lived long. */
  readonly inARow: number;
  readonly untilMs: number;
  readonly because: Error;
}

/** A process that lived longer was not lost by being started. */
const STABLE_MS = 10_000;
/** The first loss is made good at once; from the second in a row on there is a rest, which doubles. */
const REST_MS = 250;
/** More than any device has. */
const MAX_SLOTS = 100_000;
const MAX_REST_MS = 30_000;
/** A rest that is worth waiting for. */
const MAX_WAIT_MS = 1000;
