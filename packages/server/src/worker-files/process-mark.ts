/** Marks that tell a process of this host from all others, those of its past and those of other hosts included. */
import { readFileSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import process from 'node:process';

/** The identity of a process. Empty texts stand for what the system does not tell. */
export interface ProcessMark {
  readonly host: string;
  /** The boot of the host: its processes and those of another boot never live together. */
  readonly boot: string;
  /** The space in which its number means it; containers have their own. */
  readonly space: string;
  readonly pid: number;
  /** Its start, which tells it from others that have had the number. */
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

/** Tells of a process whether it has ended; undefined of one that cannot be seen from this one, as in another container. */
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
    // One of another user is alive as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The 22nd field of proc(5)'s `stat`, in ticks since the boot. The second, the name in parentheses, may hold anything. */
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
