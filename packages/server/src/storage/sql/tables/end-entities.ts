/** End entities, their kept keys, and requests for approval. */

export interface EndEntityTable {
  id: number;
  username: string;
  ca_id: number;
  certificate_profile_id: number;
  end_entity_profile_id: number;
  subject_dn: string;
  subject_alt_name: string | null;
  email: string | null;
  status: number;
  token_type: number;
  /** Bit set of domain-model types: ENDUSER 1, ... */
  kind: number;
  /** A verifier of the enrollment password, or null when none can be used. */
  password_verifier: string | null;
  /** Further members as JSON. */
  extended: string;
  created_ms: number;
  modified_ms: number;
  version: number;
  /** The password itself, sealed; null unless somebody has asked for it. */
  sealed_password: Uint8Array | null;
}

export interface KeptKeyTable {
  id: number;
  ca_id: number;
  serial: Uint8Array;
  end_entity_id: number;
  public_key_sha256: Uint8Array;
  /** DER ContentInfo of CMS AuthEnvelopedData. */
  envelope: Uint8Array;
  /** The escrow key: crypto token, alias and SHA-256 of the SubjectPublicKeyInfo. */
  token_id: number;
  escrow_alias: string;
  escrow_key_sha256: Uint8Array;
  /** The end entity that gets it with its next keystore; null while it is not marked. */
  marked_for: number | null;
  created_ms: number;
  version: number;
}

export interface ApprovalRequestTable {
  id: number;
  /** The number that clients know. */
  public_id: number;
  /** The number of the type and of the status, as other programs have them. */
  type: number;
  status: number;
  /** Key of the act that is asked for. */
  act_key: string;
  /** The same while nobody has decided: one request for an act is open at a time. */
  open_act_key: string | null;
  ca_id: number;
  end_entity_profile_id: number | null;
  requester_identity: string;
  requester_name: string;
  requester_certificate: Uint8Array;
  requester_issuer_ca_id: number;
  requester_address: string;
  /** The approval profile as it was, as JSON. */
  profile: string;
  /** Data shown to those who decide, as JSON. */
  shown: string;
  /** Data that executing the act needs, as JSON. */
  act: string;
  created_ms: number;
  expires_ms: number;
  version: number;
}

export interface ApprovalDecisionTable {
  id: number;
  request_id: number;
  step_identifier: number;
  partition_identifier: number;
  /** 1 approved, 0 rejected */
  approved: number;
  identity: string;
  administrator: string;
  comment: string;
  /** The form as it was filled in, as JSON. */
  property_values: string;
  time_ms: number;
  /** DER; null of what an earlier release has stored. */
  voter_certificate: Uint8Array | null;
  voter_issuer_ca_id: number | null;
}
