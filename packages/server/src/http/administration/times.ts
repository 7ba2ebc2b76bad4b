/** Times of this interface: ISO 8601 in UTC, with milliseconds. */
export function formatMilliseconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same of seconds since 1970. */
export function formatSeconds(seconds: number): string {
  return formatMilliseconds(seconds * 1000);
}
