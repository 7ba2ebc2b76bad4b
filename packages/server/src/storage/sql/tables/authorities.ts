/** CAs, their certificates and responders, and the certificates that they are about to sign. */

export interface CaStateTable {
  /** The document of the CA. */
  ca_id: number;
  public_id: number;
  /** SHA-256 hex over the RFC 5280 §7.1 form of the subject. */
  subject_key: string;
  status: string;
  /** The alias that signs certificates and CRLs now. */
  key_alias: string;
  /** DER certificates one after the other: the CA's own, its issuer's, up to the root. Empty while it waits for one. */
  chain: Uint8Array;
  not_after_s: number;
  revocation_reason: number;
  revoked_at_s: number;
  version: number;
  /** The alias of the key of its alternative signatures; empty without one. */
  alternative_key_alias: string;
  key_sequence: string;
  previous_key_alias: string | null;
  /** The certification request that waits for an answer, with its keys and the chain that is expected; null when none does. */
  request: Uint8Array | null;
  request_key_alias: string;
  request_alternative_key_alias: string;
  request_key_sequence: string;
  request_chain: Uint8Array | null;
}

/** Certificates of a CA beside its present one. */
export interface CaCertificateTable {
  id: number;
  ca_id: number;
  /** former, new-with-old, old-with-new */
  role: string;
  /** Alias of the certified key. */
  key_alias: string;
  /** As in `ca_state`. */
  chain: Uint8Array;
  not_after_s: number;
  created_ms: number;
}

export interface OcspResponderTable {
  id: number;
  ca_id: number;
  /** SHA-256 of the SubjectPublicKeyInfo of the CA's key. */
  issuer_key_sha256: Uint8Array;
  token_id: number;
  key_alias: string;
  certificate: Uint8Array;
  not_after_s: number;
  created_ms: number;
  version: number;
}

export interface IssuanceJournalTable {
  id: number;
  ca_id: number;
  serial: Uint8Array;
  /** The octets to be signed. */
  tbs: Uint8Array;
  subject_dn: string;
  not_after_s: number;
  crl_partition: number;
  created_ms: number;
}

/** Keys that OCSP responders have left behind, until their certificates end. */
export interface FormerOcspResponderTable {
  id: number;
  ca_id: number;
  token_id: number;
  key_alias: string;
  certificate: Uint8Array;
  not_after_s: number;
}
