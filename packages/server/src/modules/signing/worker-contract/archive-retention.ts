/** Retention of archived documents: the property ARCHIVE_RETENTION, or the setting for all workers. */
import { parseDuration } from '../../configuration/index.ts';
import type { WorkerProperties } from './worker-properties.ts';

/** In seconds, or for ever; `usual`: as long as that of workers that say nothing. */
export type ArchiveRetention = number | 'forever' | 'usual';

/** Reads the property, or reports what is wrong with it: what nobody can read removes nothing. */
export function readArchiveRetention(properties: WorkerProperties): ArchiveRetention {
  const text = properties.text(ARCHIVE_RETENTION);
  if (text === undefined) return 'usual';
  if (text.toUpperCase() === 'FOREVER') return 'forever';
  const seconds = retentionSeconds(text);
  if (seconds !== undefined) return seconds;
  properties.report(ARCHIVE_RETENTION, `is '${text}' and has to be a length of time such as 10y or 90d, or FOREVER`);
  return 'forever';
}

/** Undefined for what is no length of time, or none that anybody keeps something for. */
export function retentionSeconds(text: string): number | undefined {
  const seconds = parseDuration(text);
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
}

export const ARCHIVE_RETENTION = 'ARCHIVE_RETENTION';
