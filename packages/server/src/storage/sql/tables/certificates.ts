/** Certificates and CRLs. */
import type { Tables } from '../columns.ts';

/** The columns that certificates are counted by. */
const COMBINATION = {
  ca_id: 'integer',
  end_entity_profile_id: 'integer',
  certificate_profile_id: 'integer',
  status: 'integer',
} as const;

export const certificatesTables = {
  certificate: {
    id: 'integer',
    ca_id: 'integer',
    serial: 'bytes',
    der: 'bytes',
    sha1: 'bytes',
    sha256: 'bytes',
    subject_dn: 'text',
    subject_key: 'bytes',
    subject_alt_name: 'text?',
    subject_key_id: 'bytes?',
    public_key_sha256: 'bytes',
    /** SHA-1 of the CA certificate that it was issued under. */
    ca_sha1: 'bytes',
    end_entity_id: 'integer?',
    username: 'text?',
    certificate_profile_id: 'integer',
    end_entity_profile_id: 'integer',
    /** Kind of certificate: 1 end entity, 2 sub CA, 8 root CA, ... */
    type: 'integer',
    status: 'integer',
    not_before_s: 'integer',
    not_after_s: 'integer',
    /** -1 while it is not revoked. */
    revocation_reason: 'integer',
    revoked_at_s: 'integer?',
    invalidity_s: 'integer?',
    crl_partition: 'integer',
    account_binding_id: 'text?',
    created_ms: 'integer',
    updated_ms: 'integer',
    version: 'integer',
  },
  crl: {
    id: 'integer',
    ca_id: 'integer',
    partition: 'integer',
    number: 'integer',
    /** 0 base, 1 delta. */
    delta: 'integer',
    /** The number of the base CRL that a delta refers to; null for a base. */
    base_number: 'integer?',
    this_update_s: 'integer',
    next_update_s: 'integer',
    sha1: 'bytes',
    /** Empty when the CRL stands in parts. */
    der: 'bytes',
    created_ms: 'integer',
    octets: 'integer',
    parts: 'integer',
    /** 1: delta CRLs can refer to it. */
    delta_base: 'integer',
    /** 1: it was made elsewhere. */
    imported: 'integer',
  },
  /** Certificates that are neither in the index of texts nor in the counts yet, as they were stored. Those that are in the counts have null. */
  certificate_text_pending: {
    id: 'integer',
    ca_id: 'integer?',
    end_entity_profile_id: 'integer?',
    certificate_profile_id: 'integer?',
    status: 'integer?',
  },
  /** Numbers of certificates of each combination. Those that wait, and changes, come on top. */
  certificate_count: { ...COMBINATION, certificates: 'integer' },
  /** Certificates that have another status now: -1 of what they were, and 1 of what they are. */
  certificate_count_change: { ...COMBINATION, certificates: 'integer' },
  /** Segments of the index of texts: 0 being made, 1 in use, 2 merged into another one, 3 being removed. */
  certificate_text_segment: { id: 'integer', state: 'integer', certificates: 'integer', changed_ms: 'integer' },
  /** Pages of the segments; the format is in `texts/`. */
  certificate_text_page: { id: 'integer', data: 'bytes' },
  /** Up to which id certificates are indexed that were there before the index, and the last of these. */
  certificate_text_backfill: { id: 'integer', reached: 'integer', last: 'integer' },
  /** The octets of large CRLs, in order. */
  crl_part: { crl_id: 'integer', part: 'integer', der: 'bytes', created_ms: 'integer' },
  /** The last CRL number of each CA and partition. */
  crl_number: { ca_id: 'integer', partition: 'integer', number: 'integer' },
  /** Changes of revocations that no base CRL holds yet, by certificate and the version that it had afterwards. */
  crl_change: { ca_id: 'integer', partition: 'integer', certificate_id: 'integer', version: 'integer' },
} as const satisfies Tables;
