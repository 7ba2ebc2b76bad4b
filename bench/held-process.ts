/** Holds a process, with all its threads and the processes that it starts, to a part of a processor (Linux). */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Holds a process until it has ended: in a group of the kernel (cgroup, either version) where this process may make one, else with `cpulimit`.
 *
 * @param share - of one processor
 * @returns how it is held, and what removes the group once the process has ended
 */
export function hold(pid: number, share: number): { readonly how: string; readonly release: () => Promise<void> } {
  const group = makeGroup(`sealwright-bench-${process.pid}-${pid}`, share);
  if (group === undefined) {
    const limiter = spawn('cpulimit', ['--lazy', '--pid', String(pid), '--limit', String(Math.round(share * 100))], {
      stdio: 'ignore',
    });
    return { how: 'cpulimit', release: async () => void limiter.kill() };
  }
  writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
  return { how: 'cgroup', release: () => remove(group) };
}

function makeGroup(name: string, share: number): string | undefined {
  const [first, second] = [path.join(VERSION_1, name), path.join(VERSION_2, name)];
  const quota = Math.round(share * PERIOD_US);
  try {
    if (existsSync(path.join(VERSION_1, 'cpu.cfs_quota_us'))) {
      mkdirSync(first);
      writeFileSync(path.join(first, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(path.join(first, 'cpu.cfs_quota_us'), String(quota));
      return first;
    }
    mkdirSync(second);
    writeFileSync(path.join(second, 'cpu.max'), `${quota} ${PERIOD_US}`);
    return second;
  } catch {
    // Not root, or a host that gives no processor time to groups.
    return undefined;
  }
}

/** A group can be removed when its last process was waited for. */
async function remove(group: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      rmdirSync(group);
      return;
    } catch {
      await pause(20);
    }
  }
}

const VERSION_1 = '/sys/fs/cgroup/cpu';
const VERSION_2 = '/sys/fs/cgroup';
/** Short, so that a process stops for milliseconds only. */
const PERIOD_US = 20_000;
