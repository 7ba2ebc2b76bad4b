import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Notices of upcoming expiry, and messages not yet delivered. */
export const notices: Migration = {
  number: 18,
  name: 'notices',
  statements: ({ integer, text, rowTable, keyTable }) => [
    createTable('notice', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'service_id'),
      notNull(text, 'object'),
      notNull(integer, 'ends_s'),
      notNull(text, 'kind', 'body'),
      notNull(integer, 'created_ms'),
      'UNIQUE (service_id, object, ends_s)',
    ]),
    `CREATE INDEX notice_end ON notice (ends_s, id)`,
    createTable('notice_pending', keyTable, [
      notNull(text, 'channel', 'recipient'),
      notNull(integer, 'notice_id'),
      'PRIMARY KEY (channel, recipient, notice_id)',
    ]),
    createTable('notice_message', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(text, 'channel', 'recipient', 'message_id', 'notice_ids'),
      notNull(integer, 'attempts', 'next_ms', 'created_ms'),
    ]),
    `CREATE INDEX notice_message_due ON notice_message (channel, next_ms, id)`,
    `CREATE INDEX notice_message_age ON notice_message (channel, created_ms)`,
  ],
};
