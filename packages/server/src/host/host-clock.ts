import { platform, uptime } from 'node:os';
import { type HostClock, systemClock } from '../kernel/clock.ts';

/** The clocks of this host. That of Linux goes on while the machine is suspended, unlike the runtime's own. */
export const hostClock: HostClock = {
  nowMs: () => systemClock.nowMs(),
  steadyMs: platform() === 'linux' ? suspendedTimeIncluded() : () => systemClock.steadyMs(),
};

/**
 * Returns a reader of the time since the machine has started. It reads a file, in hundredths of seconds, so that a reading holds that long: by the
 * clock of the runtime, and by that of the day, which goes on while the machine is suspended.
 */
function suspendedTimeIncluded(): () => number {
  let read = { dayMs: 0, runtimeMs: Number.NEGATIVE_INFINITY, uptimeMs: 0 };
  return () => {
    const [dayMs, runtimeMs] = [systemClock.nowMs(), systemClock.steadyMs()];
    const holds = runtimeMs - read.runtimeMs < RESOLUTION_MS && Math.abs(dayMs - read.dayMs) < 2 * RESOLUTION_MS;
    if (!holds) read = { dayMs, runtimeMs, uptimeMs: uptime() * 1000 };
    return read.uptimeMs;
  };
}

const RESOLUTION_MS = 10;
