/** States of workers, as administrators and probes read them. */
export { type UnfitWorker, WorkerHealth } from './worker-health.ts';
export { WorkerStatuses } from './worker-statuses.ts';
