/** The moment from which on something is reported that ends. All are seconds since 1970. */

/** The first and the last moment at which something is good. */
export interface Span {
  /** Undefined when nobody knows. */
  readonly begins: number | undefined;
  readonly ends: number;
}

/**
 * Tells whether it is time: so long before the end, but not before a third of the time is left, since what has just been made needs nobody's care.
 *
 * What ended more than a week ago is reported no more.
 */
export function isTimeToTell({ begins, ends }: Span, secondsBefore: number, now: number): boolean {
  const third = begins === undefined ? 0 : Math.floor((ends - begins) / 3);
  const from = Math.max(ends - secondsBefore, begins === undefined ? -Infinity : ends - third);
  return now >= from && ends >= now - ENDED_WITHIN_SECONDS;
}

/**
 * Tells whether it is time for something that the program renews by itself: that is overdue for half of the time that was left when it was due.
 *
 * @param due - when it is to be renewed
 */
export function isOverdue({ ends }: Pick<Span, 'ends'>, due: number, now: number): boolean {
  return now >= due + (ends - due) / 2 && ends >= now - ENDED_WITHIN_SECONDS;
}

/** A server that stood still for so long tells afterwards of what ended meanwhile. */
export const ENDED_WITHIN_SECONDS = 7 * 86_400;
