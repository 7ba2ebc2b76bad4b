/** Worker processes of one host, and their supervisor. */
export { WorkerProcessFailedError } from './errors.ts';
export { addUp, countersOf } from './metrics-sum.ts';
export type { FromWorker, ToWorker } from './messages.ts';
export { type Channels, WorkerProcesses, type WorkerProcessesDeps } from './worker-processes.ts';
