import type { Migration } from './migration.ts';

/** Sealed passwords of end entities, the ids of those that were deleted, and indexes for searches, which go on from an id. */
export const endEntities: Migration = {
  number: 13,
  name: 'end-entities',
  statements: ({ integer, text, bytes, keyTable }) => [
    `ALTER TABLE end_entity ADD COLUMN sealed_password ${bytes}`,
    `CREATE TABLE former_end_entity (username ${text} NOT NULL PRIMARY KEY, end_entity_id ${integer} NOT NULL)${keyTable}`,
    // A search merges pieces of this one by id, and finds the time of the last change in it.
    `CREATE INDEX end_entity_search
      ON end_entity (ca_id, end_entity_profile_id, certificate_profile_id, status, id, modified_ms)`,
    `CREATE INDEX end_entity_username_folded ON end_entity (lower(username), id)`,
    // The beginning alone: PostgreSQL has no room in an index for a long text.
    `CREATE INDEX end_entity_subject_folded ON end_entity (substr(lower(subject_dn), 1, 200), id)`,
    `CREATE INDEX end_entity_alternative_name ON end_entity (substr(subject_alt_name, 1, 200), id)`,
  ],
};
