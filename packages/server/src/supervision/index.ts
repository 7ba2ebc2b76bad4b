/** Worker processes of one host, and their supervisor. */
export type { FromWorker, ToWorker } from './messages.ts';
export { WorkerProcesses } from './worker-processes.ts';
