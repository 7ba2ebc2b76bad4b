import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Documents that workers have processed. */
export const archive: Migration = {
  number: 6,
  name: 'archive',
  statements: ({ integer, text, bytes, rowTable }) => [
    createTable('archive', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'worker_id'),
      notNull(text, 'archive_id'),
      notNull(integer, 'type', 'time_ms'),
      notNull(text, 'client_address'),
      `client_issuer ${text}`,
      `client_serial ${text}`,
      notNull(bytes, 'data'),
      'UNIQUE (worker_id, archive_id, type)',
    ]),
  ],
};
