import type { Random } from '../kernel/random.ts';
import type { ServiceTurns } from '../modules/services/index.ts';
import { type Database, LeaseStore } from '../storage/index.ts';
import { Repeating } from './repeating.ts';

/**
 * The turns of services as leases.
 *
 * A lease on the interval is taken and never given back, so it ends when the next run is due. Each is taken under a name of its own:
 * one holder could make it longer, and a process would run a service again and again. The interval is part of the lease's name, so that
 * a shorter one counts at once.
 */
export class LeasedTurns implements ServiceTurns {
  readonly #leases: LeaseStore;
  readonly #random: Random;
  readonly #onRenewalFailed: (error: unknown) => void;

  /** @param deps - `onRenewalFailed` is told when a lease could not be held longer; the run goes on, and is safe beside another */
  constructor(deps: {
    readonly database: Database;
    readonly random: Random;
    readonly onRenewalFailed: (error: unknown) => void;
  }) {
    this.#leases = new LeaseStore(deps.database);
    this.#random = deps.random;
    this.#onRenewalFailed = deps.onRenewalFailed;
  }

  async takeInterval(service: string, intervalMs: number): Promise<boolean> {
    const name = intervalName(service, intervalMs);
    if (await this.#leases.acquireFirst(name, this.#newHolder(), intervalMs)) return false;
    return this.#leases.acquire(name, this.#newHolder(), intervalMs);
  }

  nextMs(service: string, intervalMs: number): Promise<number | undefined> {
    return this.#leases.endOf(intervalName(service, intervalMs));
  }

  async exclusively<T>(service: string, task: () => Promise<T>): Promise<T | undefined> {
    const name = `service ${service} runs`;
    const holder = this.#newHolder();
    const hold = () => this.#leases.acquire(name, holder, LEASE_MS);
    if (!(await hold())) return undefined;
    const renewal = new Repeating(RENEWAL_MS, hold, this.#onRenewalFailed);
    try {
      return await task();
    } finally {
      await renewal.stop();
      await this.#leases.release(name, holder);
    }
  }

  #newHolder(): string {
    return this.#random.bytes(16).toHex();
  }
}

function intervalName(service: string, intervalMs: number): string {
  return `service ${service} every ${intervalMs} ms`;
}

const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;
