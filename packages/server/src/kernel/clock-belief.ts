/** Belief about the host's clock. Tasks that act by themselves, and signers that state a time, ask here first. */
import { appError } from './errors.ts';

/** A reason not to act by the clock. */
export interface ClockDoubt {
  /** `wrong`: something contradicts the clock. `unconfirmed`: nothing does, and nothing speaks for it yet, as after a long standstill. */
  readonly kind: 'wrong' | 'unconfirmed';
  /** Description of the problem and its remedy, for an operator. */
  readonly text: string;
}

export interface ClockBelief {
  /** Undefined while the clock is believed. */
  readonly doubt: ClockDoubt | undefined;
  /**
   * The date, in milliseconds, that what is dated `dateMs` shows time to have reached. It is another one for what was dated by a clock that
   * is known to have been wrong.
   */
  reachedMs(dateMs: number): number;
}

/** The clock of the host may be wrong, and what was asked for depends on it. */
class ClockDoubtedError extends appError('unavailable', 'clock.doubted') {
  constructor({ text }: ClockDoubt) {
    super(text);
  }
}

/**
 * Returns when the clock may be acted upon by the program itself.
 *
 * @throws {@link ClockDoubtedError} while it is wrong or unconfirmed
 */
export function requireConfirmedClock({ doubt }: ClockBelief): void {
  if (doubt !== undefined) throw new ClockDoubtedError(doubt);
}

/**
 * Returns when what is signed now may bear the time of the clock.
 *
 * @throws {@link ClockDoubtedError} while it is wrong
 */
export function requireUncontradictedClock({ doubt }: ClockBelief): void {
  if (doubt?.kind === 'wrong') throw new ClockDoubtedError(doubt);
}

/** Milliseconds by which the clock may lie behind what was dated already. Beyond them, CRLs, time-stamps and readiness no longer rely on it. */
export const TOLERATED_STEP_BACK_MS = 60_000;
