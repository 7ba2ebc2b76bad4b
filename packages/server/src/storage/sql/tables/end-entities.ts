/** End entities, their kept keys, and requests for approval. */
import type { Tables } from '../columns.ts';

export const endEntitiesTables = {
  end_entity: {
    id: 'integer',
    username: 'text',
    ca_id: 'integer',
    certificate_profile_id: 'integer',
    end_entity_profile_id: 'integer',
    subject_dn: 'text',
    subject_alt_name: 'text?',
    email: 'text?',
    status: 'integer',
    token_type: 'integer',
    /** Bit set of domain-model types: ENDUSER 1, ... */
    kind: 'integer',
    /** A verifier of the enrollment password, or null when none can be used. */
    password_verifier: 'text?',
    /** Further members as JSON. */
    extended: 'text',
    created_ms: 'integer',
    modified_ms: 'integer',
    version: 'integer',
    /** The password itself, sealed; null unless somebody has asked for it. */
    sealed_password: 'bytes?',
  },
  kept_key: {
    id: 'integer',
    ca_id: 'integer',
    serial: 'bytes',
    end_entity_id: 'integer',
    public_key_sha256: 'bytes',
    /** DER ContentInfo of CMS AuthEnvelopedData. */
    envelope: 'bytes',
    /** The escrow key: crypto token, alias and SHA-256 of the SubjectPublicKeyInfo. */
    token_id: 'integer',
    escrow_alias: 'text',
    escrow_key_sha256: 'bytes',
    /** The end entity that gets it with its next keystore; null while it is not marked. */
    marked_for: 'integer?',
    created_ms: 'integer',
    version: 'integer',
  },
  approval_request: {
    id: 'integer',
    /** The number that clients know. */
    public_id: 'integer',
    /** The number of the type and of the status, as other programs have them. */
    type: 'integer',
    status: 'integer',
    /** Key of the act that is asked for. */
    act_key: 'text',
    /** The same while nobody has decided: one request for an act is open at a time. */
    open_act_key: 'text?',
    ca_id: 'integer',
    end_entity_profile_id: 'integer?',
    requester_identity: 'text',
    requester_name: 'text',
    requester_certificate: 'bytes',
    requester_issuer_ca_id: 'integer',
    requester_address: 'text',
    /** The approval profile as it was, as JSON. */
    profile: 'text',
    /** Data shown to those who decide, as JSON. */
    shown: 'text',
    /** Data that executing the act needs, as JSON. */
    act: 'text',
    created_ms: 'integer',
    expires_ms: 'integer',
    version: 'integer',
  },
  approval_decision: {
    id: 'integer',
    request_id: 'integer',
    step_identifier: 'integer',
    partition_identifier: 'integer',
    /** 1 approved, 0 rejected */
    approved: 'integer',
    identity: 'text',
    administrator: 'text',
    comment: 'text',
    /** The form as it was filled in, as JSON. */
    property_values: 'text',
    time_ms: 'integer',
    /** DER; null of what an earlier release has stored. */
    voter_certificate: 'bytes?',
    voter_issuer_ca_id: 'integer?',
  },
  /** Ids of end entities that were deleted: the next one of the username gets it. */
  former_end_entity: { username: 'text', end_entity_id: 'integer' },
  /** End entity that may use a public key at a CA: SHA-256 of the SubjectPublicKeyInfo. */
  key_claim: { ca_id: 'integer', public_key_sha256: 'bytes', end_entity_id: 'integer' },
  /** End entity whose subject a name is at a CA: SHA-256 over the RFC 5280 §7.1 form. */
  name_claim: { ca_id: 'integer', subject_key: 'bytes', end_entity_id: 'integer' },
} as const satisfies Tables;
