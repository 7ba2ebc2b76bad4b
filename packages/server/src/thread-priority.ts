import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Lowers the priority of the calling thread, so that it yields to others where there are not enough cores for all: reading millions of rows can
 * wait, the answers of the main thread cannot.
 *
 * Only on Linux, where each thread has a priority; elsewhere the process has one, which is left alone.
 */
export function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    // The id of the thread that makes this synchronous call.
    const thread = Number(path.basename(readlinkSync('/proc/thread-self')));
    if (thread !== process.pid) os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may hide /proc or forbid the change: then the priority stays.
  }
}
