/**
 * Counts the codes that were tried at a lock, for all processes of an installation: a device counts them as well, and locks itself.
 *
 * An attempt counts as a wrong one from the moment when it is claimed, so two processes never make the same one, and one that crashes
 * meanwhile has made it. Times are the database's.
 */
export interface ActivationAttemptStore {
  /**
   * Claims an attempt at a lock: `CryptoTokenDriver.lock`. The first three wrong ones in a row cost nothing, the next ones 1 s, 2 s, 4 s and so on up to five minutes.
   */
  claim(lock: string): Promise<ActivationClaim>;
  /** The code was the right one: nothing counts any more. */
  clear(lock: string): Promise<void>;
  /** The attempt said nothing of the code. The wait after one that another process has claimed since goes on. */
  giveBack(lock: string, claim: ActivationClaim): Promise<void>;
  /** Notes after {@link claim} that the code which is stored for a token did not open the lock, by a name that another code would not have. */
  noteRefused(lock: string, storedCode: string): Promise<void>;
  /** What was noted last, until the lock was opened. */
  findRefused(lock: string): Promise<string | undefined>;
}

/** What came of a claim. */
export interface ActivationClaim {
  /** 0 when the attempt may be made now, else in how many milliseconds. */
  readonly waitMs: number;
  /** Before which nobody makes the next one, which tells this claim from those that others make later. */
  readonly notBeforeMs: number;
}
