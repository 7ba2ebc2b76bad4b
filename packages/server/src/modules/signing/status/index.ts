/** States of workers, as administrators and probes read them. */
export { WorkerHealth } from './worker-health.ts';
export { WorkerStatuses } from './worker-statuses.ts';
