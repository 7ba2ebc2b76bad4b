/** Rows of certificates for the suites of what reads many of them. */
import type { Write } from '../src/kernel/unit-of-work.ts';
import type { ColumnValue, InsertDefinition } from '../src/storage/sql/write-definition.ts';
import { columnsOf } from '../src/storage/sql/schema.ts';

interface InsertCertificate extends Write {
  readonly row: Readonly<Record<string, ColumnValue>>;
}

// Those of the first schema, since some suites open databases of earlier releases.
const columns = columnsOf(
  'certificate',
  'id',
  'ca_id',
  'serial',
  'der',
  'sha1',
  'sha256',
  'subject_dn',
  'subject_key',
  'subject_alt_name',
  'subject_key_id',
  'public_key_sha256',
  'ca_sha1',
  'end_entity_id',
  'username',
  'certificate_profile_id',
  'end_entity_profile_id',
  'type',
  'status',
  'not_before_s',
  'not_after_s',
  'revocation_reason',
  'revoked_at_s',
  'invalidity_s',
  'crl_partition',
  'account_binding_id',
  'created_ms',
  'updated_ms',
  'version',
);

/** Stores a row as it is. */
export const insertCertificate: InsertDefinition<InsertCertificate> = {
  kind: 'insert',
  op: 'certificate.insert',
  table: 'certificate',
  columns,
  row: ({ row }) => Object.keys(columns).map((column) => row[column] ?? null),
};

/** The write of a row; what it does not say is as in {@link DEFAULTS}. */
export function insertionOf(row: Readonly<Record<string, ColumnValue>>): Write {
  return { op: 'certificate.insert', row: { ...DEFAULTS, ...row } } as Write;
}

/** A revoked one, whose serial number says the id. */
export function revoked(
  id: number,
  caId: number,
  other: Record<string, ColumnValue> = {},
): Record<string, ColumnValue> {
  return { id, ca_id: caId, serial: Uint8Array.fromHex(serialOf(id)), ...other };
}

/** In hex. */
export function serialOf(id: number): string {
  return `5a${id.toString(16).padStart(14, '0')}`;
}

/** Seconds since 1970. */
export const REVOKED_AT = 1_750_000_000;
const NOTHING = new Uint8Array();
const DEFAULTS: Record<string, ColumnValue> = {
  der: NOTHING,
  sha1: NOTHING,
  sha256: NOTHING,
  subject_dn: '',
  subject_key: NOTHING,
  public_key_sha256: NOTHING,
  ca_sha1: NOTHING,
  certificate_profile_id: 1,
  end_entity_profile_id: 1,
  type: 1,
  status: 40,
  not_before_s: 0,
  not_after_s: 1_800_000_000,
  revocation_reason: 1,
  revoked_at_s: REVOKED_AT,
  crl_partition: 0,
  created_ms: 0,
  updated_ms: 0,
  version: 1,
};
