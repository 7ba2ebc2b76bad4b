import type { Migration } from './migration.ts';

/** When timed services run next and ran last, in each process or in all of them as one. */
export const timedRuns: Migration = {
  number: 9,
  name: 'timed-runs',
  statements: ({ text, integer, keyTable }) => [
    `CREATE TABLE timed_run (
      worker_id ${integer} NOT NULL,
      node ${text} NOT NULL,
      schedule ${text} NOT NULL,
      next_ms ${integer} NOT NULL,
      started_ms ${integer},
      ended_ms ${integer},
      problem ${text} NOT NULL,
      PRIMARY KEY (worker_id, node)
    )${keyTable}`,
  ],
};
