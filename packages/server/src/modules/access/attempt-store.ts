/**
 * Counts attempts to guess the secret of a lock, for all processes of an installation.
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
  /** Resets the count after a right secret. */
  clear(lock: string): Promise<void>;
  /** Takes back an attempt that did not tell whether the secret is right. The wait after a later claim of another process continues. */
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
  /** Milliseconds until the attempt may be made; 0 for now. */
  readonly waitMs: number;
  /** Earliest time of the next attempt. It tells this claim from later ones. */
  readonly notBeforeMs: number;
}
