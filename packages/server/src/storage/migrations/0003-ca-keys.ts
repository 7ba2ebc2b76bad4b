import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** State of a CA that renews its key: the sequence of its keys, the ones before, and a request under way. */
export const caKeys: Migration = {
  number: 3,
  name: 'ca-keys',
  statements: ({ integer, text, bytes, rowTable }) => [
    `ALTER TABLE ca_state ADD COLUMN alternative_key_alias ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE ca_state ADD COLUMN key_sequence ${text} NOT NULL DEFAULT '00000'`,
    `ALTER TABLE ca_state ADD COLUMN previous_key_alias ${text}`,
    `ALTER TABLE ca_state ADD COLUMN request ${bytes}`,
    `ALTER TABLE ca_state ADD COLUMN request_key_alias ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE ca_state ADD COLUMN request_alternative_key_alias ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE ca_state ADD COLUMN request_key_sequence ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE ca_state ADD COLUMN request_chain ${bytes}`,
    createTable('ca_certificate', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'ca_id'),
      notNull(text, 'role', 'key_alias'),
      notNull(bytes, 'chain'),
      notNull(integer, 'not_after_s', 'created_ms'),
    ]),
    `CREATE INDEX ca_certificate_ca ON ca_certificate (ca_id, id)`,
  ],
};
