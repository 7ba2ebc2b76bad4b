import type { AttemptStore } from '../access/index.ts';

/** Counts the codes that were tried at a lock, `CryptoTokenDriver.lock`: a device counts them as well, and locks itself. */
export interface ActivationAttemptStore extends AttemptStore {
  /** Notes after {@link AttemptStore.claim} that the code which is stored for a token did not open the lock, by a name that another code would not have. */
  noteRefused(lock: string, storedCode: string): Promise<void>;
  /** Returns what was noted last, until the lock was opened. */
  findRefused(lock: string): Promise<string | undefined>;
}
