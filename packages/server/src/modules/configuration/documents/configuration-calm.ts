/** Calm: short periods without configuration changes, in which others can commit what they have planned. All processes observe them. */
export interface ConfigurationCalm {
  /** Requests calm from now on; the longest request counts. */
  ask(milliseconds: number): Promise<void>;
  /** Returns the remaining time; 0 without a request. */
  remainingMs(): Promise<number>;
}
