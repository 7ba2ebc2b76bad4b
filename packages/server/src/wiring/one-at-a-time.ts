import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../kernel/random.ts';
import { type Database, LeaseStore } from '../storage/index.ts';
import { Repeating } from './repeating.ts';

/**
 * Runs what only one process of an installation may do at a time: the first start, and the recovery of an administrator.
 *
 * The others wait. The lease is short and held again and again, so that a process that crashes keeps nobody waiting for long.
 *
 * @param onRenewalFailed - told when the lease could not be held longer; the task goes on, and what it commits has conditions of its own
 */
export async function oneAtATime<T>(
  { database, random }: { readonly database: Database; readonly random: Random },
  task: () => Promise<T>,
  onRenewalFailed: (error: unknown) => void,
): Promise<T> {
  const leases = new LeaseStore(database);
  const holder = random.bytes(16).toHex();
  const hold = () => leases.acquire(LEASE, holder, LEASE_MS);
  while (!(await hold())) await sleep(POLL_MS);
  const renewal = new Repeating(RENEWAL_MS, hold, onRenewalFailed);
  try {
    return await task();
  } finally {
    await renewal.stop();
    await leases.release(LEASE, holder);
  }
}

const LEASE = 'installation';
const LEASE_MS = 2000;
const RENEWAL_MS = 500;
const POLL_MS = 100;
