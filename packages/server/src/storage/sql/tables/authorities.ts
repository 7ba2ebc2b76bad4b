/** CAs, their certificates and responders, and the certificates that they are about to sign. */
import type { Tables } from '../columns.ts';

export const authoritiesTables = {
  ca_state: {
    /** The document of the CA. */
    ca_id: 'integer',
    public_id: 'integer',
    /** SHA-256 hex over the RFC 5280 §7.1 form of the subject. */
    subject_key: 'text',
    status: 'text',
    /** The alias that signs certificates and CRLs now. */
    key_alias: 'text',
    /** DER certificates one after the other: the CA's own, its issuer's, up to the root. Empty while it waits for one. */
    chain: 'bytes',
    not_after_s: 'integer',
    revocation_reason: 'integer',
    revoked_at_s: 'integer',
    version: 'integer',
    /** The alias of the key of its alternative signatures; empty without one. */
    alternative_key_alias: 'text',
    key_sequence: 'text',
    previous_key_alias: 'text?',
    /** The certification request that waits for an answer, with its keys and the chain that is expected; null when none does. */
    request: 'bytes?',
    request_key_alias: 'text',
    request_alternative_key_alias: 'text',
    request_key_sequence: 'text',
    request_chain: 'bytes?',
  },
  /** Certificates of a CA other than its present one. */
  ca_certificate: {
    id: 'integer',
    ca_id: 'integer',
    /** former, new-with-old, old-with-new */
    role: 'text',
    /** Alias of the certified key. */
    key_alias: 'text',
    /** As in `ca_state`. */
    chain: 'bytes',
    not_after_s: 'integer',
    created_ms: 'integer',
  },
  ocsp_responder: {
    id: 'integer',
    ca_id: 'integer',
    /** SHA-256 of the SubjectPublicKeyInfo of the CA's key. */
    issuer_key_sha256: 'bytes',
    token_id: 'integer',
    key_alias: 'text',
    certificate: 'bytes',
    not_after_s: 'integer',
    created_ms: 'integer',
    version: 'integer',
  },
  /** Certificates that are about to be signed. */
  issuance_journal: {
    id: 'integer',
    ca_id: 'integer',
    serial: 'bytes',
    /** The octets to be signed. */
    tbs: 'bytes',
    subject_dn: 'text',
    not_after_s: 'integer',
    crl_partition: 'integer',
    created_ms: 'integer',
  },
  /** Retired OCSP responder keys, kept until their certificates expire. */
  former_ocsp_responder: {
    id: 'integer',
    ca_id: 'integer',
    token_id: 'integer',
    key_alias: 'text',
    certificate: 'bytes',
    not_after_s: 'integer',
  },
  /** OCSP answers that were signed ahead of the requests for them. */
  ocsp_answer: {
    id: 'integer',
    ca_id: 'integer',
    serial: 'bytes',
    /** Length of the hash by which the request names the issuer: 160 for SHA-1. */
    hash_bits: 'integer',
    certificate_version: 'integer',
    /** SHA-256 of the signer's certificate and the settings. */
    signer_sha256: 'bytes',
    produced_at_s: 'integer',
    this_update_s: 'integer',
    next_update_s: 'integer',
    /** The octets that are signed. */
    tbs: 'bytes',
    signature: 'bytes',
  },
} as const satisfies Tables;
