/** Runs of timed services. */
export { RunTimedService, type TimedRunEntry, type TimedServiceMakers } from './run-timed-service.ts';
export type { TimedRunKey, TimedRuns, TimedRunStore } from './timed-runs.ts';
export { TimedServiceScheduler } from './timed-service-scheduler.ts';
