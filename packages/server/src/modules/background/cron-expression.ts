/** Cron expressions of Unix and Quartz. */
import { Cron } from 'croner';
import type { NextMoment } from './schedule.ts';

/**
 * Parses a cron expression, which is interpreted in UTC.
 *
 * With five fields (minute, hour, day of the month, month, day of the week) it is a Unix expression, where 0 and 7 are Sunday. With six or seven
 * fields (seconds in front, the year at the end) it is a Quartz expression as in SignServer: 1 is Sunday and 7 Saturday.
 *
 * @returns a problem if it is invalid or never due; an expression whose years have passed is valid
 */
export function parseCron(text: string): NextMoment | { readonly problem: string } {
  if (text.length > MAX_LENGTH || !ALLOWED.test(text)) return { problem: WHAT_IT_IS };
  const fields = text.trim().split(/\s+/);
  const isQuartz = fields.length > UNIX_FIELDS;
  const highest = isQuartz ? HIGHEST : HIGHEST.slice(1);
  try {
    const cron = new Cron(fields.map((field, index) => withRange(field, highest[index])).join(' '), {
      timezone: 'UTC',
      alternativeWeekdays: isQuartz,
    });
    const next: NextMoment = (afterMs) => cron.nextRun(new Date(afterMs))?.getTime();
    return next(BEFORE_ALL_MS) === undefined ? { problem: neverComes(text) } : next;
  } catch (error) {
    // Errors that the library throws for invalid text.
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return { problem: `${WHAT_IT_IS} (${error.message.replace(/^CronPattern: /, '')})` };
  }
}

/** Adds the end of ranges with steps, which Quartz omits: `5/15` is `5-59/15` elsewhere. */
function withRange(field: string, highest: number | undefined): string {
  return highest === undefined
    ? field
    : field.replaceAll(/(?<=^|,)(\d+)\/(?=\d+(?:,|$))/g, (_all, first: string) => `${first}-${highest}/`);
}

function neverComes(text: string): string {
  return `is '${text.trim()}', which never comes: there is no such day, as there is no 30 February`;
}

const WHAT_IT_IS =
  'has to be a cron expression: minute, hour, day of the month, month, day of the week, such as 30 3 * * 1-5, or with seconds before them as Quartz has it, such as 0 30 3 ? * MON-FRI';
/** Excludes dates, which the library also accepts, and characters that only some programs support. */
const ALLOWED = /^\s*[\dA-Za-z*,/?#-]+(?:\s+[\dA-Za-z*,/?#-]+){4,6}\s*$/;
const MAX_LENGTH = 256;
const UNIX_FIELDS = 5;
/** The first year that an expression can contain is 1. */
const BEFORE_ALL_MS = Date.UTC(-1, 0);
/** Highest values of the Quartz fields. */
const HIGHEST = [59, 59, 23, 31, 12, 7, 9999];
