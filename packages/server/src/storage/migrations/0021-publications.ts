import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Queues of publishers, and how each publisher fares. */
export const publications: Migration = {
  number: 21,
  name: 'publications',
  statements: ({ integer, text, rowTable }) => [
    createTable('publication', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'publisher_id'),
      notNull(text, 'object'),
      notNull(integer, 'state', 'attempts', 'next_ms', 'created_ms'),
      notNull(text, 'problem'),
    ]),
    `CREATE INDEX publication_due ON publication (publisher_id, state, next_ms, id)`,
    createTable('publisher_standing', rowTable, [
      `publisher_id ${integer} PRIMARY KEY`,
      `failing_since_ms ${integer}`,
      notNull(integer, 'failures', 'next_ms'),
      notNull(text, 'problem'),
      `succeeded_ms ${integer}`,
      notNull(integer, 'version'),
    ]),
  ],
};
