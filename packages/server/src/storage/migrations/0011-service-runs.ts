import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** When services ran last, and what came of it. */
export const serviceRuns: Migration = {
  number: 11,
  name: 'service-runs',
  statements: ({ text, integer, rowTable }) => [
    createTable('service_run', rowTable, [
      `service_id ${integer} PRIMARY KEY`,
      notNull(integer, 'started_ms'),
      `ended_ms ${integer}`,
      notNull(text, 'outcome', 'problem'),
    ]),
  ],
};
