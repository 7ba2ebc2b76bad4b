/** Certificates and CRLs. */

export interface CertificateTable {
  id: number;
  ca_id: number;
  serial: Uint8Array;
  der: Uint8Array;
  sha1: Uint8Array;
  sha256: Uint8Array;
  subject_dn: string;
  subject_key: Uint8Array;
  subject_alt_name: string | null;
  subject_key_id: Uint8Array | null;
  public_key_sha256: Uint8Array;
  /** SHA-1 of the CA certificate that it was issued under. */
  ca_sha1: Uint8Array;
  end_entity_id: number | null;
  username: string | null;
  certificate_profile_id: number;
  end_entity_profile_id: number;
  /** Kind of certificate: 1 end entity, 2 sub CA, 8 root CA, ... */
  type: number;
  status: number;
  not_before_s: number;
  not_after_s: number;
  /** -1 while it is not revoked. */
  revocation_reason: number;
  revoked_at_s: number | null;
  invalidity_s: number | null;
  crl_partition: number;
  account_binding_id: string | null;
  created_ms: number;
  updated_ms: number;
  version: number;
}

export interface CrlTable {
  id: number;
  ca_id: number;
  partition: number;
  number: number;
  /** 0 base, 1 delta. */
  delta: number;
  /** The number of the base CRL that a delta refers to; null for a base. */
  base_number: number | null;
  this_update_s: number;
  next_update_s: number;
  sha1: Uint8Array;
  /** Empty when the CRL stands in parts. */
  der: Uint8Array;
  created_ms: number;
  octets: number;
  parts: number;
  /** 1: delta CRLs can refer to it. */
  delta_base: number;
  /** 1: it was made elsewhere. */
  imported: number;
}
