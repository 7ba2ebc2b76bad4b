import type { Migration } from './migration.ts';

/**
 * Indexes for searches of certificates.
 *
 * Each begins with the CA and the end entity profile, so that a search reads nothing of what its caller may not see.
 */
export const certificateSearch: Migration = {
  number: 15,
  name: 'certificate-search',
  statements: () => [
    `CREATE INDEX certificate_scope ON certificate (ca_id, end_entity_profile_id, certificate_profile_id, status, id)`,
    // Status and certificate profile make it enough for a count of the active ones that end soon.
    `CREATE INDEX certificate_expiry
      ON certificate (ca_id, end_entity_profile_id, not_after_s, id, status, certificate_profile_id)`,
    `CREATE INDEX certificate_start ON certificate (ca_id, end_entity_profile_id, not_before_s, id)`,
    `CREATE INDEX certificate_update ON certificate (ca_id, end_entity_profile_id, updated_ms, id)`,
    `CREATE INDEX certificate_revocation ON certificate (ca_id, end_entity_profile_id, revoked_at_s, id)
      WHERE revoked_at_s IS NOT NULL`,
    // The beginnings alone: PostgreSQL has no room in an index for a long text.
    `CREATE INDEX certificate_username
      ON certificate (ca_id, end_entity_profile_id, substr(lower(coalesce(username, '')), 1, 200), id)`,
    `CREATE INDEX certificate_subject
      ON certificate (ca_id, end_entity_profile_id, substr(lower(subject_dn), 1, 200), id)`,
    `CREATE INDEX certificate_alternative_name
      ON certificate (ca_id, end_entity_profile_id, substr(subject_alt_name, 1, 200), id)
      WHERE subject_alt_name IS NOT NULL`,
    `CREATE INDEX certificate_binding
      ON certificate (ca_id, end_entity_profile_id, substr(lower(account_binding_id), 1, 200), id)
      WHERE account_binding_id IS NOT NULL`,
  ],
};
