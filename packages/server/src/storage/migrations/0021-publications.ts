import type { Migration } from './migration.ts';

/** Queues of publishers, and how each publisher fares. */
export const publications: Migration = {
  number: 21,
  name: 'publications',
  statements: ({ integer, text, rowTable }) => [
    `CREATE TABLE publication (
      id ${integer} PRIMARY KEY,
      publisher_id ${integer} NOT NULL,
      object ${text} NOT NULL,
      state ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      next_ms ${integer} NOT NULL,
      created_ms ${integer} NOT NULL,
      problem ${text} NOT NULL
    )${rowTable}`,
    `CREATE INDEX publication_due ON publication (publisher_id, state, next_ms, id)`,
    `CREATE TABLE publisher_standing (
      publisher_id ${integer} PRIMARY KEY,
      failing_since_ms ${integer},
      failures ${integer} NOT NULL,
      next_ms ${integer} NOT NULL,
      problem ${text} NOT NULL,
      succeeded_ms ${integer},
      version ${integer} NOT NULL
    )${rowTable}`,
  ],
};
