import { every, type Leases, type LeaseStore, takeTurn } from '../modules/background/index.ts';
import type { ServiceTurns } from '../modules/services/index.ts';

/** The turns of services as leases. */
export class LeasedTurns implements ServiceTurns {
  readonly #leases: Leases;
  readonly #store: LeaseStore;

  constructor({ leases, store }: { readonly leases: Leases; readonly store: LeaseStore }) {
    this.#leases = leases;
    this.#store = store;
  }

  async takeInterval(service: string, intervalMs: number): Promise<boolean> {
    return (await takeTurn(this.#store.dueTime(intervalName(service, intervalMs)), every(intervalMs).next)).due;
  }

  async nextMs(service: string, intervalMs: number): Promise<number | undefined> {
    return (await this.#store.dueTime(intervalName(service, intervalMs)).read()).dueMs;
  }

  exclusively<T>(service: string, task: () => Promise<T>): Promise<T | undefined> {
    return this.#leases.exclusively(`service ${service}`, task);
  }
}

function intervalName(service: string, intervalMs: number): string {
  return `service ${service} every ${intervalMs} ms`;
}
