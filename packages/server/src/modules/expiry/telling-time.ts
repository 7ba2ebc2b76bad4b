/** When an object is due to be reported. All times are seconds since 1970. */

/** First and last moment of an object's validity. */
export interface Span {
  /** Undefined if unknown. */
  readonly begins: number | undefined;
  readonly ends: number;
}

/**
 * Tells whether it is time to report: the given time before the end, but not while more than a third of the validity is left.
 *
 * Objects that ended more than a week ago are not reported.
 */
export function isTimeToTell({ begins, ends }: Span, secondsBefore: number, now: number): boolean {
  const third = begins === undefined ? 0 : Math.floor((ends - begins) / 3);
  const from = Math.max(ends - secondsBefore, begins === undefined ? -Infinity : ends - third);
  return now >= from && ends >= now - ENDED_WITHIN_SECONDS;
}

/**
 * Tells whether it is time to report an object that the program renews by itself: half of the time between its due renewal and its end has passed.
 *
 * @param due - when it is to be renewed
 */
export function isOverdue({ ends }: Pick<Span, 'ends'>, due: number, now: number): boolean {
  return now >= due + (ends - due) / 2 && ends >= now - ENDED_WITHIN_SECONDS;
}

/** A server that was down for up to this long still reports what ended meanwhile. */
export const ENDED_WITHIN_SECONDS = 7 * 86_400;
