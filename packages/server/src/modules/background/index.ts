/** Background work: tasks, their leases, and the scheduler that runs them. */
export { backgroundModule } from './background-module.ts';
export { parseCron } from './cron-expression.ts';
export { type DueTime, NEVER_MS, takeTurn } from './due-time.ts';
export type { AdvanceJob, ClaimedJob, FinishJob, InsertJob, JobReport, Jobs, StoredJob } from './job.ts';
export { type JobKind, type JobSummary, jobTask } from './run-jobs.ts';
export { Leases, type LeaseStore } from './leases.ts';
export { NOTHING_TO_DO, problemOf, RunTask } from './run-task.ts';
export { every, type Schedule } from './schedule.ts';
export type { TaskReport } from './scheduled-task.ts';
export type { Scheduler } from './scheduler.ts';
export type { RunEnd, RunNotes, Task, TaskSource } from './task.ts';
