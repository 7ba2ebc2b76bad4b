import type { Migration } from './migration.ts';

/** Usage counters of the keys of workers. */
export const keyUsage: Migration = {
  number: 5,
  name: 'key-usage',
  statements: ({ integer, bytes, keyTable }) => [
    `CREATE TABLE key_usage (
      public_key_sha256 ${bytes} PRIMARY KEY,
      claimed ${integer} NOT NULL,
      granted ${integer} NOT NULL
    )${keyTable}`,
  ],
};
