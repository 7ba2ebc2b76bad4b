/** Marks that distinguish a process from all others, including earlier ones on this host and those on other hosts. */
import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import process from 'node:process';

/** Identity of a process. Members that the system does not provide are empty. */
export interface ProcessMark {
  readonly host: string;
  /** Boot of the host: processes of different boots never run at the same time. */
  readonly boot: string;
  /** PID namespace; containers have their own. */
  readonly space: string;
  readonly pid: number;
  /** Start time, which distinguishes it from other processes with the same number. */
  readonly started: string;
}

/** Returns the mark of this process. */
export function markOfThisProcess(): ProcessMark {
  return {
    host: os.hostname(),
    boot: read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    space: read(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    started: startOf(process.pid),
  };
}

/** Tells whether a process has ended; undefined if it is not visible from this one, as in another container. */
export function hasEnded(mark: ProcessMark, here: ProcessMark): boolean | undefined {
  if (mark.host !== here.host) return undefined;
  if (mark.boot !== here.boot) return true;
  if (mark.space !== here.space) return undefined;
  return !isAlive(mark.pid) || startOf(mark.pid) !== mark.started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the 22nd field of `stat` in proc(5), in ticks since boot. The second field, the name in parentheses, may contain anything. */
function startOf(pid: number): string {
  return read(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_AFTER_NAME] ?? '';
  });
}

function read(what: () => string): string {
  try {
    return what();
  } catch {
    return '';
  }
}

const START_AFTER_NAME = 19;
