/** Sources of the time in time-stamps: the properties TIMESOURCE and LEAPSECOND_HANDLING. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import type { StatusRepository } from '../../status-workers/index.ts';
import type { WorkerLog, WorkerProperties } from '../../worker-contract/index.ts';
import type { ReliableTime } from './reliable-time.ts';

export interface TimeSource {
  /** As the property names it. */
  readonly className: string;
  /** True when status properties have to vouch for the clock. */
  readonly readsStatus: boolean;
  readonly leapSeconds: 'NONE' | 'PAUSE' | 'STOP';
}

/** Reads it: the clock of the host, unless the worker says otherwise. */
export function readTimeSource(properties: WorkerProperties): TimeSource {
  const className = properties.text('TIMESOURCE') ?? LOCAL_CLOCK;
  const leapSeconds = properties.choice('LEAPSECOND_HANDLING', ['NONE', 'PAUSE', 'STOP'], 'NONE');
  const readsStatus = isCalled(className, STATUS_READING);
  if (!readsStatus && !isCalled(className, LOCAL_CLOCK))
    properties.report('TIMESOURCE', `is '${className}', and has to be ${LOCAL_CLOCK} or ${STATUS_READING}`);
  return { className, readsStatus, leapSeconds };
}

export interface SourcedTimeDeps {
  readonly time: Pick<ReliableTime, 'nowMs'>;
  readonly status: Pick<StatusRepository, 'valid'>;
}

/** The time by the sources of workers. */
export class SourcedTime extends WithDeps<SourcedTimeDeps> {
  /** Returns milliseconds since 1970; undefined while there is no time to be trusted. */
  async nowMs({ readsStatus, leapSeconds }: TimeSource, log: WorkerLog): Promise<number | undefined> {
    const { time } = this.deps;
    return readsStatus ? this.#inSyncMs(leapSeconds, log) : time.nowMs();
  }

  /** While the status property TIMESOURCE0_INSYNC says so, and not around a leap second that LEAPSECOND announces. */
  async #inSyncMs(handling: TimeSource['leapSeconds'], log: WorkerLog): Promise<number | undefined> {
    const { status, time } = this.deps;
    log.set('LEAP_ACTION', handling);
    const nowMs = await time.nowMs();
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
    return handling === 'STOP' ? undefined : afterLeapSecond(() => time.nowMs());
  }
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
