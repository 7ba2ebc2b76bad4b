/** Decides which process of an installation runs a service, by the clock of the database. */
export interface ServiceTurns {
  /**
   * Whether a run is due that this process is to make: true once in each interval, for one of all processes. A service that is seen for
   * the first time is due when its first interval has passed.
   */
  takeInterval(service: string, intervalMs: number): Promise<boolean>;
  /** When the next run is due, in milliseconds since 1970; undefined while nobody has asked {@link takeInterval}. */
  nextMs(service: string, intervalMs: number): Promise<number | undefined>;
  /** Runs the task, unless another process or an earlier call runs one of the same service now: then undefined. */
  exclusively<T>(service: string, task: () => Promise<T>): Promise<T | undefined>;
}
