import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** When timed services run next and ran last, in each process or in all of them as one. */
export const timedRuns: Migration = {
  number: 9,
  name: 'timed-runs',
  statements: ({ text, integer, keyTable }) => [
    createTable('timed_run', keyTable, [
      notNull(integer, 'worker_id'),
      notNull(text, 'node', 'schedule'),
      notNull(integer, 'next_ms'),
      `started_ms ${integer}`,
      `ended_ms ${integer}`,
      notNull(text, 'problem'),
      'PRIMARY KEY (worker_id, node)',
    ]),
  ],
};
