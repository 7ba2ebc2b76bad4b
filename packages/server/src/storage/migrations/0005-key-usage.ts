import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Usage counters of the keys of workers. */
export const keyUsage: Migration = {
  number: 5,
  name: 'key-usage',
  statements: ({ integer, bytes, keyTable }) => [
    createTable('key_usage', keyTable, [
      `public_key_sha256 ${bytes} PRIMARY KEY`,
      notNull(integer, 'claimed', 'granted'),
    ]),
  ],
};
