/** Cron expressions, of Unix and of Quartz. */
import { Cron } from 'croner';
import type { NextMoment } from './schedule.ts';

/**
 * Reads a cron expression, which is meant in UTC.
 *
 * With five fields (minute, hour, day of the month, month, day of the week) it is one of Unix, where 0 and 7 are Sunday. With six or seven
 * (the second before them, the year behind) it is one of Quartz, as SignServer reads them: 1 is Sunday and 7 Saturday.
 *
 * @returns what is wrong with it, when it is none, or says when nothing ever is due; one whose years have passed is right
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
    // Whatever the library makes of a text that it cannot read.
    if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return { problem: `${WHAT_IT_IS} (${error.message.replace(/^CronPattern: /, '')})` };
  }
}

/** Quartz begins steps at a number: `5/15` is what others write as `5-59/15`. */
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
/** Neither a date, which the library takes as well, nor signs that only some programs know. */
const ALLOWED = /^\s*[\dA-Za-z*,/?#-]+(?:\s+[\dA-Za-z*,/?#-]+){4,6}\s*$/;
const MAX_LENGTH = 256;
const UNIX_FIELDS = 5;
/** The first year that an expression can name is 1. */
const BEFORE_ALL_MS = Date.UTC(-1, 0);
/** Highest values of the fields of Quartz. */
const HIGHEST = [59, 59, 23, 31, 12, 7, 9999];
