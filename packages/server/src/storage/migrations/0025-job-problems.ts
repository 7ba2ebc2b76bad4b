import type { Migration } from './migration.ts';

/** Why the last step of a job failed, and the jobs in order of their last steps, for operators. */
export const jobProblems: Migration = {
  number: 25,
  name: 'job-problems',
  statements: ({ text }) => [
    `ALTER TABLE job ADD COLUMN problem ${text} NOT NULL DEFAULT ''`,
    `CREATE INDEX job_updated ON job (updated_ms)`,
  ],
};
