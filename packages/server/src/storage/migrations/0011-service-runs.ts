import type { Migration } from './migration.ts';

/** When services ran last, and what came of it. */
export const serviceRuns: Migration = {
  number: 11,
  name: 'service-runs',
  statements: ({ text, integer, rowTable }) => [
    `CREATE TABLE service_run (
      service_id ${integer} PRIMARY KEY,
      started_ms ${integer} NOT NULL,
      ended_ms ${integer},
      outcome ${text} NOT NULL,
      problem ${text} NOT NULL
    )${rowTable}`,
  ],
};
