/** Lengths of time in words, as checks of what relying parties fetch say them. */

/** Returns how long ago something was, by its age in seconds; negative: it is yet to come. */
export function ageText(seconds: number): string {
  return seconds < 0 ? `in ${lengthText(-seconds)}` : `${lengthText(seconds)} ago`;
}

/** Returns when something will be, by the seconds that are left; negative: it has been. */
export function leftText(seconds: number): string {
  return seconds < 0 ? `${lengthText(-seconds)} ago` : `in ${lengthText(seconds)}`;
}

/** Two units are enough to see. */
function lengthText(seconds: number): string {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / HOUR)} h`;
  if (seconds >= HOUR) return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / 60)} min`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${seconds} s`;
}

const HOUR = 3600;
const DAY = 86_400;
