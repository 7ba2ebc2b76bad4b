/** Leases, for work that only one process of an installation may do at a time. */
import type { Random } from '../../kernel/random.ts';
import type { Timers } from '../../kernel/tasks/timers.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { DueTime } from './due-time.ts';

/**
 * Leases by name. At any time at most one holder has each, by the database's clock.
 *
 * A holder that stalls for longer than its lease loses it without noticing. So work under a lease must be safe anyway, by a unit with a precondition,
 * or a job version that has changed.
 */
export interface LeaseStore {
  /** Takes or extends the lease. False if another holder has it. */
  acquire(name: string, holder: string, lengthMs: number): Promise<boolean>;
  /** Returns the lease before it ends; no effect if another holder has it. */
  release(name: string, holder: string): Promise<void>;
  /** Returns a lease that is never given back and ends when a task is due. */
  dueTime(name: string): DueTime;
}

export interface LeasesDeps {
  readonly store: Pick<LeaseStore, 'acquire' | 'release'>;
  readonly random: Random;
  readonly timers: Timers;
  /** Receives the error if a lease could not be renewed. The work continues, which is safe even if another process works at the same time. */
  readonly onRenewalFailed: (error: unknown) => void;
}

/** Leases that are held while some work is in progress. */
export class Leases extends WithDeps<LeasesDeps> {
  /** Works under the lease `<name> runs`; returns undefined if it is taken, in this process or another. */
  async exclusively<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const lease = this.#newLease(`${name} runs`, LONG);
    return (await acquire(this.deps, lease)) ? this.#during(lease, work) : undefined;
  }

  /** Works under the lease of that name after all others that wait for it. After a crash the others wait for two seconds. */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    return (await this.inTurnUnless(name, async () => false, work)) as T;
  }

  /**
   * Works like {@link inTurn}, unless others have done the work by then; in that case returns undefined.
   *
   * @param isDone - called repeatedly while others work, so it has to be cheap, and again at its turn
   */
  async inTurnUnless<T>(name: string, isDone: () => Promise<boolean>, work: () => Promise<T>): Promise<T | undefined> {
    const { timers } = this.deps;
    const lease = this.#newLease(name, SHORT);
    for (let pollMs = FIRST_POLL_MS; !(await acquire(this.deps, lease)); pollMs = Math.min(2 * pollMs, POLL_MS)) {
      await new Promise<void>((resolve) => timers.after(pollMs, resolve));
      if (await isDone()) return undefined;
    }
    return this.#during(lease, async () => ((await isDone()) ? undefined : work()));
  }

  /** Works, renews the lease regularly meanwhile, and returns it. */
  async #during<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
    const { onRenewalFailed, store, timers } = this.deps;
    let renewed: Promise<unknown> = Promise.resolve();
    let isOver = false;
    let cancel: () => void;
    const renewLater = () => {
      if (isOver) return;
      cancel = timers.after(lease.renewalMs, () => {
        renewed = acquire(this.deps, lease).catch(onRenewalFailed).finally(renewLater);
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
    return { ...times, name, holder: this.deps.random.bytes(16).toHex() };
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
  /** Random, unique name of the holder. */
  readonly holder: string;
}

const LONG: LeaseTimes = { lengthMs: 30_000, renewalMs: 10_000 };
const SHORT: LeaseTimes = { lengthMs: 2000, renewalMs: 500 };
/** Intervals between attempts to take the lease, which grow from the first to the second. */
const FIRST_POLL_MS = 5;
const POLL_MS = 100;
