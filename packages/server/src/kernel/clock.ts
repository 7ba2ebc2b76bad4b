/** The time of day. A constructor argument wherever time matters, so that a test can choose it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

/** A clock that nobody sets: it measures how much time has passed and knows no time of day. */
export interface SteadyClock {
  /** Milliseconds since a moment that stays the same for the life of the process. */
  steadyMs(): number;
}

/** Both clocks of a host. */
export interface HostClock extends Clock, SteadyClock {}

/** Whole seconds since 1970-01-01T00:00:00Z. */
export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000);
}

/** A clock for what lasts some time, whatever the time of day is set to meanwhile. What it says is not a date. */
export function passingTime(clock: SteadyClock): Clock {
  return { nowMs: () => clock.steadyMs() };
}

/** The operating system's clocks. */
export const systemClock: HostClock = { nowMs: () => Date.now(), steadyMs: () => performance.now() };
