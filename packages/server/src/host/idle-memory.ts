/** Gives memory back to the system when the server has nothing to do. */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';
import { every, type Task } from '../modules/background/index.ts';

/**
 * Makes the task that watches for quiet after work, the start included, and then collects everything once.
 *
 * V8 keeps what loading the program and bursts of requests have allocated (compiled code that ran once, a young generation that has grown)
 * until it needs the room: a third of an idle server's memory. The collection holds the event loop for some tens
 * of milliseconds, so it waits until nothing was asked for during two looks in a row, and a large heap is left alone.
 *
 * @param collect - collects everything; a test's own does not
 * @param utilizationSince - the share of the time since its last call in which the event loop worked
 */
export function idleMemoryTask(
  collect: () => void = collectEverything,
  utilizationSince: () => number = eventLoopUtilization(),
): Task {
  let worked = true;
  let quietChecks = 0;
  let isAfterCollection = false;
  const look = async () => {
    const utilization = utilizationSince();
    if (isAfterCollection) {
      isAfterCollection = false;
      return;
    }
    quietChecks = utilization < QUIET_UTILIZATION ? quietChecks + 1 : 0;
    worked ||= utilization > BUSY_UTILIZATION;
    if (!worked || quietChecks < QUIET_CHECKS) return;
    worked = false;
    // Not `process.memoryUsage`, which needs a file descriptor, and there may be none left.
    if (v8.getHeapStatistics().used_heap_size < LARGEST_HEAP) collect();
    // On a slow machine the collection itself would look like work, and call for the next one again and again: the next look only begins anew.
    isAfterCollection = true;
  };
  return { name: 'collect-unused-memory', where: 'each-process', schedule: every(1000), run: look };
}

function eventLoopUtilization(): () => number {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Node shows the collector to nobody without a flag, which can be set for a moment. */
function collectEverything(): void {
  v8.setFlagsFromString('--expose-gc');
  const gc = vm.runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  v8.setFlagsFromString('--no-expose-gc');
  gc({ type: 'major', flavor: 'last-resort' });
}

const QUIET_CHECKS = 2;
const QUIET_UTILIZATION = 0.03;
const BUSY_UTILIZATION = 0.2;
const LARGEST_HEAP = 256 * 2 ** 20;
