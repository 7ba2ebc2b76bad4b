/** Worker processes of one host, and their supervisor. */
export { WorkerProcessFailedError } from './errors.ts';
export type { FromWorker, ToWorker } from './messages.ts';
export { WorkerProcesses } from './worker-processes.ts';
