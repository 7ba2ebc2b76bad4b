/** The time of day. A constructor argument wherever time matters, so that a test can choose it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

/** Whole seconds since 1970-01-01T00:00:00Z. */
export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000);
}

/** The operating system's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
