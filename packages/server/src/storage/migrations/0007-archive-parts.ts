import { createTable, notNull } from './create-table.ts';
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
    createTable('archive_part', rowTable, [
      notNull(integer, 'document_id', 'part'),
      notNull(bytes, 'data'),
      'PRIMARY KEY (document_id, part)',
    ]),
    createTable('archive_loose', keyTable, [
      `document_id ${integer} PRIMARY KEY`,
      notNull(integer, 'state', 'created_ms'),
    ]),
  ],
};
