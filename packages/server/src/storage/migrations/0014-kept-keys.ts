import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Private keys that are kept for their owners. */
export const keptKeys: Migration = {
  number: 14,
  name: 'kept-keys',
  statements: ({ integer, text, bytes, rowTable }) => [
    createTable('kept_key', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'ca_id'),
      notNull(bytes, 'serial'),
      notNull(integer, 'end_entity_id'),
      notNull(bytes, 'public_key_sha256', 'envelope'),
      notNull(integer, 'token_id'),
      notNull(text, 'escrow_alias'),
      notNull(bytes, 'escrow_key_sha256'),
      `marked_for ${integer} UNIQUE`,
      notNull(integer, 'created_ms', 'version'),
      'UNIQUE (ca_id, serial)',
    ]),
    `CREATE INDEX kept_key_ca ON kept_key (ca_id, id)`,
    `CREATE INDEX kept_key_end_entity ON kept_key (end_entity_id, id)`,
    `CREATE INDEX kept_key_escrow_key ON kept_key (escrow_key_sha256, id)`,
  ],
};
