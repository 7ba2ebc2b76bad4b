import { platform, uptime } from 'node:os';
import { type HostClock, systemClock } from '../kernel/clock.ts';

/** The clocks of this host. That of Linux goes on while the machine is suspended, unlike the runtime's own. */
export const hostClock: HostClock = {
  nowMs: () => systemClock.nowMs(),
  steadyMs: () => (platform() === 'linux' ? uptime() * 1000 : systemClock.steadyMs()),
};
