/** Timers, and the steady clock that they go by: one port, so that no test of what waits needs real time. */
import { type SteadyClock, systemClock } from '../clock.ts';

export interface Timers extends SteadyClock {
  /**
   * Calls `act` once, when so much time has passed.
   *
   * @returns takes the call back
   */
  after(milliseconds: number, act: () => void): () => void;
}

/** The timers of the process. */
export const systemTimers: Timers = {
  steadyMs: () => systemClock.steadyMs(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};
