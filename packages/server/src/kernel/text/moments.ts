/** Moments in words, in UTC. All are given in whole seconds since 1970. */

/** Returns a moment in ISO 8601: `2031-05-01T10:00:00Z`. */
export function isoMoment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Returns a moment for people, to the minute: `2031-05-01 10:00 UTC`. */
export function minuteText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
