/** Members of certificates that all who read many of them show. */
import type { Schema } from '../../sql/index.ts';

/** Columns that {@link certificateMembers} needs. */
export const MEMBER_COLUMNS = [
  'ca_id',
  'serial',
  'der',
  'subject_dn',
  'subject_alt_name',
  'username',
  'certificate_profile_id',
  'end_entity_profile_id',
  'type',
  'status',
  'not_after_s',
] as const satisfies readonly (keyof Schema['certificate'])[];

/** Returns the members of a row. */
export function certificateMembers(row: Pick<Schema['certificate'], (typeof MEMBER_COLUMNS)[number]>) {
  return {
    caId: row.ca_id,
    serial: row.serial,
    der: row.der,
    subjectDn: row.subject_dn,
    subjectAltName: row.subject_alt_name ?? undefined,
    username: row.username ?? undefined,
    certificateProfileId: row.certificate_profile_id,
    endEntityProfileId: row.end_entity_profile_id,
    type: row.type,
    status: row.status,
    notAfter: row.not_after_s,
  };
}
