import type { Migration } from './migration.ts';

/** Notices of upcoming expiry, and messages not yet delivered. */
export const notices: Migration = {
  number: 18,
  name: 'notices',
  statements: ({ integer, text, rowTable, keyTable }) => [
    `CREATE TABLE notice (
      id ${integer} PRIMARY KEY,
      service_id ${integer} NOT NULL,
      object ${text} NOT NULL,
      ends_s ${integer} NOT NULL,
      kind ${text} NOT NULL,
      body ${text} NOT NULL,
      created_ms ${integer} NOT NULL,
      UNIQUE (service_id, object, ends_s)
    )${rowTable}`,
    `CREATE INDEX notice_end ON notice (ends_s, id)`,
    `CREATE TABLE notice_pending (
      channel ${text} NOT NULL,
      recipient ${text} NOT NULL,
      notice_id ${integer} NOT NULL,
      PRIMARY KEY (channel, recipient, notice_id)
    )${keyTable}`,
    `CREATE TABLE notice_message (
      id ${integer} PRIMARY KEY,
      channel ${text} NOT NULL,
      recipient ${text} NOT NULL,
      message_id ${text} NOT NULL,
      notice_ids ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      next_ms ${integer} NOT NULL,
      created_ms ${integer} NOT NULL
    )${rowTable}`,
    `CREATE INDEX notice_message_due ON notice_message (channel, next_ms, id)`,
    `CREATE INDEX notice_message_age ON notice_message (channel, created_ms)`,
  ],
};
