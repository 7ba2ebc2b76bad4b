/** Where the time of time-stamps comes from: the properties TIMESOURCE and LEAPSECOND_HANDLING. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessContext, WorkerProperties } from '../../kinds/index.ts';

export interface TimeSource {
  readonly className: string;
  /** Milliseconds since 1970; undefined while there is no time to be trusted. */
  nowMs(context: ProcessContext): Promise<number | undefined>;
}

/** The clock of the host, unless the worker says otherwise. */
export function readTimeSource(properties: WorkerProperties): TimeSource {
  const className = properties.text('TIMESOURCE') ?? LOCAL_CLOCK;
  const handling = properties.choice('LEAPSECOND_HANDLING', ['NONE', 'PAUSE', 'STOP'], 'NONE');
  const usual: TimeSource = { className, nowMs: ({ time }) => time.nowMs() };
  if (isCalled(className, STATUS_READING)) {
    return { className, nowMs: (context) => nowInSyncMs(context, handling, async () => usual.nowMs(context)) };
  }
  if (!isCalled(className, LOCAL_CLOCK))
    properties.report('TIMESOURCE', `is '${className}', and has to be ${LOCAL_CLOCK} or ${STATUS_READING}`);
  return usual;
}

/** While the status property TIMESOURCE0_INSYNC says so, and not around a leap second that LEAPSECOND announces. */
async function nowInSyncMs(
  { log, status }: ProcessContext,
  handling: 'NONE' | 'PAUSE' | 'STOP',
  read: () => Promise<number | undefined>,
): Promise<number | undefined> {
  log.set('LEAP_ACTION', handling);
  const nowMs = await read();
  if (status.valid('TIMESOURCE0_INSYNC')?.value.toLowerCase() !== 'true' || nowMs === undefined) {
    log.set('LEAP_UPCOMING', 'unknown');
    log.set('LEAP_PERIOD', 'unknown');
    return undefined;
  }
  const announced = status.valid('LEAPSECOND')?.value;
  const isUpcoming = announced === 'POSITIVE' || announced === 'NEGATIVE';
  log.set('LEAP_UPCOMING', announced === undefined ? 'unknown' : isUpcoming);
  log.set('LEAP_PERIOD', isAroundLeapSecond(nowMs));
  if (handling === 'NONE') return nowMs;
  if (announced === undefined) return undefined;
  if (!isUpcoming || !isAroundLeapSecond(nowMs)) return nowMs;
  return handling === 'STOP' ? undefined : afterLeapSecond(read);
}

async function afterLeapSecond(read: () => Promise<number | undefined>): Promise<number | undefined> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    await sleep(PAUSE_MS);
    const nowMs = await read();
    if (nowMs === undefined || !isAroundLeapSecond(nowMs)) return nowMs;
  }
  return undefined;
}

/** From a second before the end of a month to a second after it: leap seconds of either kind, and clocks that take them late, are in there. */
function isAroundLeapSecond(milliseconds: number): boolean {
  const before = new Date(milliseconds + BEFORE_MS);
  const after = new Date(milliseconds - AFTER_MS);
  return before.getUTCMonth() !== after.getUTCMonth();
}

function isCalled(name: string, className: string): boolean {
  return name === className || className.endsWith(`.${name}`);
}

const LOCAL_CLOCK = 'org.signserver.server.LocalComputerTimeSource';
const STATUS_READING = 'org.signserver.server.StatusReadingLocalComputerTimeSource';
const BEFORE_MS = 1011;
const AFTER_MS = 1011;
const PAUSE_MS = 500;
const MAX_PAUSES = 6;
