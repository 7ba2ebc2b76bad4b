/** Times in which nobody changes the configuration, so that others can commit what they have planned. All processes keep to them. */
export interface ConfigurationCalm {
  /** Asks for calm from now on; the longest that was asked for counts. */
  ask(milliseconds: number): Promise<void>;
  /** Returns the time that is left, 0 when nobody has asked. */
  remainingMs(): Promise<number>;
}
