/**
 * Counts the secrets that were tried at a lock, for all processes of an installation.
 *
 * An attempt counts as a wrong one from the moment when it is claimed, so two processes never make the same one, and one that crashes
 * meanwhile has made it. Times are the database's.
 */
export interface AttemptStore {
  /**
   * Claims an attempt at a lock. The first three wrong ones in a row cost nothing, the next ones 1 s, 2 s, 4 s and so on up to five minutes.
   *
   * @param lock - what the secret opens, by a name that nothing else has
   */
  claim(lock: string): Promise<AttemptClaim>;
  /** The secret was the right one: nothing counts any more. */
  clear(lock: string): Promise<void>;
  /** The attempt said nothing of the secret. The wait after one that another process has claimed since goes on. */
  giveBack(lock: string, claim: AttemptClaim): Promise<void>;
  /**
   * Forgets some locks at which nobody has tried for a while.
   *
   * @param prefix - the exact beginning of their names
   * @param limit - of how many at most
   * @returns of how many
   */
  forgetQuiet(prefix: string, quietMs: number, limit: number): Promise<number>;
}

/** Result of a claim. */
export interface AttemptClaim {
  /** 0 when the attempt may be made now, else in how many milliseconds. */
  readonly waitMs: number;
  /** Before which nobody makes the next one, which tells this claim from those that others make later. */
  readonly notBeforeMs: number;
}
