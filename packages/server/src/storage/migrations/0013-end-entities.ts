import type { Migration } from './migration.ts';

/** Sealed passwords of end entities, the ids of those that were deleted, and indexes for searches, which go on from an id. */
export const endEntities: Migration = {
  number: 13,
  name: 'end-entities',
  statements: ({ integer, text, bytes, keyTable }) => [
    `ALTER TABLE end_entity ADD COLUMN sealed_password ${bytes}`,
    `CREATE TABLE former_end_entity (username ${text} NOT NULL PRIMARY KEY, end_entity_id ${integer} NOT NULL)${keyTable}`,
    `CREATE INDEX end_entity_by_ca ON end_entity (ca_id, id)`,
    `CREATE INDEX end_entity_by_certificate_profile ON end_entity (certificate_profile_id, id)`,
    `CREATE INDEX end_entity_by_end_entity_profile ON end_entity (end_entity_profile_id, id)`,
    `CREATE INDEX end_entity_by_status ON end_entity (status, id)`,
    `CREATE INDEX end_entity_by_modification ON end_entity (modified_ms, id)`,
  ],
};
