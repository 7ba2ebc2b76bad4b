/** Retention of archive entries: the property ARCHIVE_RETENTION, or the setting for all workers. */
import { parseDuration } from '../../configuration/index.ts';
import type { WorkerProperties } from './worker-properties.ts';

/** Retention in seconds or forever; `usual` is that of workers without the property. */
export type ArchiveRetention = number | 'forever' | 'usual';

/** Reads the property, or reports errors in it: nothing is removed because of an unreadable value. */
export function readArchiveRetention(properties: WorkerProperties): ArchiveRetention {
  const text = properties.text(ARCHIVE_RETENTION);
  if (text === undefined) return 'usual';
  if (text.toUpperCase() === 'FOREVER') return 'forever';
  const seconds = retentionSeconds(text);
  if (seconds !== undefined) return seconds;
  properties.report(ARCHIVE_RETENTION, `is '${text}' and has to be a length of time such as 10y or 90d, or FOREVER`);
  return 'forever';
}

/** Reads a retention; undefined for a text that is not a duration, or a duration of zero. */
export function retentionSeconds(text: string): number | undefined {
  const seconds = parseDuration(text);
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
}

export const ARCHIVE_RETENTION = 'ARCHIVE_RETENTION';
