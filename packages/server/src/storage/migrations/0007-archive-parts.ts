import type { Migration } from './migration.ts';

/** Documents of any size in the archive, and its order in time. */
export const archiveParts: Migration = {
  number: 7,
  name: 'archive-parts',
  statements: ({ integer, bytes, rowTable, keyTable }) => [
    `ALTER TABLE archive ADD COLUMN octets ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE archive ADD COLUMN parts ${integer} NOT NULL DEFAULT 0`,
    `UPDATE archive SET octets = length(data)`,
    `CREATE INDEX archive_in_time ON archive (worker_id, time_ms, id)`,
    `CREATE TABLE archive_part (
      document_id ${integer} NOT NULL,
      part ${integer} NOT NULL,
      data ${bytes} NOT NULL,
      PRIMARY KEY (document_id, part)
    )${rowTable}`,
    `CREATE TABLE archive_loose (
      document_id ${integer} PRIMARY KEY,
      state ${integer} NOT NULL,
      created_ms ${integer} NOT NULL
    )${keyTable}`,
  ],
};
