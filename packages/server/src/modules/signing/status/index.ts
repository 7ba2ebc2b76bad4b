/** States of workers, as administrators and probes read them. */
export { type UnfitWorker, WorkerHealth } from './worker-health.ts';
export { type TimedServiceStatus, WorkerStatuses } from './worker-statuses.ts';
