import type { Worker } from 'node:worker_threads';

/**
 * Returns the processor time that a thread has taken since it began, in milliseconds; 0 before it has begun and after its end.
 *
 * A limit of the clock says little on a busy machine: a thread may wait for a processor for most of it. A thread that does get one answers at once, even
 * out of an endless loop.
 */
export async function processorMsOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0;
  }
}
