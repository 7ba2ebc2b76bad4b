/** Leases: what only one process of an installation may do at a time. */
import type { Random } from '../../kernel/random.ts';
import type { Timers } from '../../kernel/timers.ts';
import type { DueTime } from './due-time.ts';

/**
 * Leases by name: at most one holder has one at any time, by the database's clock.
 *
 * A holder that stands still for longer than its lease loses it without noticing. What it does under a lease has to be safe all the
 * same: a unit with a condition, or a job whose version has moved on.
 */
export interface LeaseStore {
  /** Takes the lease, or makes one that is held longer. False when another holder has it. */
  acquire(name: string, holder: string, lengthMs: number): Promise<boolean>;
  /** Gives the lease back before it ends; without effect when another holder has it. */
  release(name: string, holder: string): Promise<void>;
  /** A lease that nobody gives back: it ends when a task is due. */
  dueTime(name: string): DueTime;
}

export interface LeasesDeps {
  readonly store: Pick<LeaseStore, 'acquire' | 'release'>;
  readonly random: Random;
  readonly timers: Timers;
  /** Receives the failure to hold a lease longer. The work goes on, and is safe beside another's. */
  readonly onRenewalFailed: (error: unknown) => void;
}

/** Leases that are held as long as some work goes on. */
export class Leases {
  readonly #deps: LeasesDeps;

  constructor(deps: LeasesDeps) {
    this.#deps = deps;
  }

  /** Works under the lease `<name> runs`, unless it is held, here or elsewhere: then undefined. */
  async exclusively<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const lease = this.#newLease(`${name} runs`, LONG);
    return (await acquire(this.#deps, lease)) ? this.#during(lease, work) : undefined;
  }

  /** Works under the lease of that name once nobody else does. A process that crashes keeps the others waiting for two seconds. */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    return (await this.inTurnUnless(name, async () => false, work)) as T;
  }

  /**
   * As {@link inTurn}, but does not work when others have done it by then, and returns undefined.
   *
   * @param isDone - is asked again and again while others work, so it has to be cheap, and once more when it is this one's turn
   */
  async inTurnUnless<T>(name: string, isDone: () => Promise<boolean>, work: () => Promise<T>): Promise<T | undefined> {
    const { timers } = this.#deps;
    const lease = this.#newLease(name, SHORT);
    for (let pollMs = FIRST_POLL_MS; !(await acquire(this.#deps, lease)); pollMs = Math.min(2 * pollMs, POLL_MS)) {
      await new Promise<void>((resolve) => timers.after(pollMs, resolve));
      if (await isDone()) return undefined;
    }
    return this.#during(lease, async () => ((await isDone()) ? undefined : work()));
  }

  /** Works, holds the lease longer again and again meanwhile, and gives it back. */
  async #during<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
    const { onRenewalFailed, store, timers } = this.#deps;
    let renewed: Promise<unknown> = Promise.resolve();
    let isOver = false;
    let cancel: () => void;
    const renewLater = () => {
      if (isOver) return;
      cancel = timers.after(lease.renewalMs, () => {
        renewed = acquire(this.#deps, lease).catch(onRenewalFailed).finally(renewLater);
      });
    };
    renewLater();
    try {
      return await work();
    } finally {
      isOver = true;
      cancel!();
      await renewed;
      await store.release(lease.name, lease.holder);
    }
  }

  #newLease(name: string, times: LeaseTimes): Lease {
    return { ...times, name, holder: this.#deps.random.bytes(16).toHex() };
  }
}

function acquire({ store }: LeasesDeps, { name, holder, lengthMs }: Lease): Promise<boolean> {
  return store.acquire(name, holder, lengthMs);
}

interface LeaseTimes {
  readonly lengthMs: number;
  readonly renewalMs: number;
}

interface Lease extends LeaseTimes {
  readonly name: string;
  /** Random name of the holder, unique to this lease. */
  readonly holder: string;
}

const LONG: LeaseTimes = { lengthMs: 30_000, renewalMs: 10_000 };
const SHORT: LeaseTimes = { lengthMs: 2000, renewalMs: 500 };
/** Interval at which the lease is tried for, which grows from the first to the other. */
const FIRST_POLL_MS = 5;
const POLL_MS = 100;
