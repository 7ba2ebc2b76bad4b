import type { Migration } from './migration.ts';

/** Documents that workers have processed. */
export const archive: Migration = {
  number: 6,
  name: 'archive',
  statements: ({ integer, text, bytes, rowTable }) => [
    `CREATE TABLE archive (
      id ${integer} PRIMARY KEY,
      worker_id ${integer} NOT NULL,
      archive_id ${text} NOT NULL,
      type ${integer} NOT NULL,
      time_ms ${integer} NOT NULL,
      client_address ${text} NOT NULL,
      client_issuer ${text},
      client_serial ${text},
      data ${bytes} NOT NULL,
      UNIQUE (worker_id, archive_id, type)
    )${rowTable}`,
  ],
};
