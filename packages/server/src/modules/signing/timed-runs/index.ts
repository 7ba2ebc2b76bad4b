/** Runs of timed services. */
export type { TimedRunKey, TimedRuns, TimedRunStore } from './timed-runs.ts';
export { type TimedRunEntry, type TimedServiceMakers, TimedTasks } from './timed-tasks.ts';
