import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Has the calling thread stand back behind others of the machine where there are not enough cores for all: what a thread reads by the
 * million can wait, what the main thread answers cannot.
 *
 * On Linux, which has a priority for each thread; elsewhere it is that of the process, and left alone.
 */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    // The id of the thread, which a synchronous call is made by.
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (thread !== process.pid) os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may hide /proc or forbid it: then it has the priority that it has.
  }
}
