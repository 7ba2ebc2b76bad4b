import type { ClockBelief } from '../src/kernel/clock-belief.ts';

/** A clock that nothing speaks against. */
export const BELIEVED: ClockBelief = { doubt: undefined, reachedMs: (dateMs) => dateMs };
