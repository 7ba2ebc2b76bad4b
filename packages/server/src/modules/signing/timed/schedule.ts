/** Schedule and log of a timed service: the properties that SignServer's timed services have in common. */
import type { WorkerProperties } from '../worker-contract/index.ts';
import { every, parseCron, type Schedule as DueTimes } from '../../background/index.ts';

/** INTERVAL, INTERVALMS or CRON, and what goes with it. */
export interface Schedule extends DueTimes {
  /** ACTIVE: one that is not is left alone. */
  readonly active: boolean;
  /** SINGLETON: whether one process of the installation makes each run, instead of all of them. */
  readonly singleton: boolean;
  /** WORK_LOG_TYPES: where every run is noted, whether it did anything or not. */
  readonly logged: ReadonlySet<RunLog>;
}

export type RunLog = (typeof RUN_LOGS)[number];

/** Reads the properties, or reports what is wrong with them. */
export function readSchedule(properties: WorkerProperties): Schedule {
  const given = ['INTERVAL', 'INTERVALMS', 'CRON'].filter((name) => properties.has(name));
  if (given.length === 0)
    properties.report('INTERVAL', 'is missing: one of INTERVAL, INTERVALMS and CRON says when the service runs');
  if (given.length > 1)
    properties.report(given[1]!, `is given together with ${given[0]!}: one of INTERVAL, INTERVALMS and CRON may be`);
  return {
    ...readTimes(properties),
    active: properties.boolean('ACTIVE', false),
    singleton: properties.boolean('SINGLETON', false),
    logged: readRunLogs(properties),
  };
}

function readTimes(properties: WorkerProperties): DueTimes {
  const seconds = properties.integer('INTERVAL', { minimum: 1, maximum: MAX_SECONDS, otherwise: undefined });
  const milliseconds = properties.integer('INTERVALMS', {
    minimum: 1000,
    maximum: MAX_SECONDS * 1000,
    otherwise: undefined,
  });
  const cron = properties.text('CRON');
  if (cron === undefined) {
    const intervalMs = seconds === undefined ? (milliseconds ?? MAX_SECONDS * 1000) : seconds * 1000;
    return every(intervalMs);
  }
  const next = parseCron(cron);
  if (typeof next === 'function') return { text: `cron ${cron}`, next };
  properties.report('CRON', next.problem);
  return { text: '', next: () => undefined };
}

/** An empty list is one without any. */
function readRunLogs(properties: WorkerProperties): ReadonlySet<RunLog> {
  if (!properties.isGiven('WORK_LOG_TYPES')) return new Set(['INFO_LOGGING']);
  const words = properties.list('WORK_LOG_TYPES') ?? [];
  const known = RUN_LOGS.filter((log) => words.includes(log));
  const unknown = words.find((word) => !(RUN_LOGS as readonly string[]).includes(word));
  if (unknown !== undefined)
    properties.report('WORK_LOG_TYPES', `has '${unknown}', and has to be a list of ${RUN_LOGS.join(', ')}`);
  return new Set(known);
}

const RUN_LOGS = ['INFO_LOGGING', 'SECURE_AUDITLOGGING'] as const;
/** Ten years. */
const MAX_SECONDS = 10 * 365 * 86_400;
