import type { Migration } from './migration.ts';

/** Private keys that are kept for their owners. */
export const keptKeys: Migration = {
  number: 14,
  name: 'kept-keys',
  statements: ({ integer, text, bytes, rowTable }) => [
    `CREATE TABLE kept_key (
      id ${integer} PRIMARY KEY,
      ca_id ${integer} NOT NULL,
      serial ${bytes} NOT NULL,
      end_entity_id ${integer} NOT NULL,
      public_key_sha256 ${bytes} NOT NULL,
      envelope ${bytes} NOT NULL,
      token_id ${integer} NOT NULL,
      escrow_alias ${text} NOT NULL,
      escrow_key_sha256 ${bytes} NOT NULL,
      marked_for ${integer} UNIQUE,
      created_ms ${integer} NOT NULL,
      version ${integer} NOT NULL,
      UNIQUE (ca_id, serial)
    )${rowTable}`,
    `CREATE INDEX kept_key_ca ON kept_key (ca_id, id)`,
    `CREATE INDEX kept_key_end_entity ON kept_key (end_entity_id, id)`,
    `CREATE INDEX kept_key_escrow_key ON kept_key (escrow_key_sha256, id)`,
  ],
};
