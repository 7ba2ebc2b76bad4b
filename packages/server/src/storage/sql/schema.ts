/**
 * The tables, as TypeScript sees them.
 *
 * Names say the unit: `_ms` milliseconds and `_s` seconds since 1970, `_key` and `_sha256` hex text or octets of a SHA-256. `id` is
 * the internal 53-bit id; `public_id` is the number that clients see. Migrations make these tables; a test compares the two.
 */

/** Types of columns in both databases: int8/INTEGER, text, bytea/BLOB. */
export type ColumnType = 'integer' | 'text' | 'bytes';

export interface Schema {
  configuration_epoch: { id: number; epoch: number };
  id_block: { id: number; next_block: number };
  /** Facts of the installation as a whole: the sealed TLS key, the id of the installation, ... */
  installation_item: { name: string; value: Uint8Array; version: number };
  document: DocumentTable;
  crypto_token_state: CryptoTokenStateTable;
  crypto_token_key: CryptoTokenKeyTable;
  ca_state: CaStateTable;
  ca_certificate: CaCertificateTable;
  end_entity: EndEntityTable;
  /** Ids of end entities that were deleted: the next one of the username gets it. */
  former_end_entity: { username: string; end_entity_id: number };
  certificate: CertificateTable;
  /** Certificates that are not in the index of texts yet. */
  certificate_text_pending: { id: number };
  /** Segments of the index of texts: 0 being made, 1 in use, 2 merged into another one, 3 being removed. */
  certificate_text_segment: { id: number; state: number; certificates: number; changed_ms: number };
  /** Pages of the segments; the format is in `texts/`. */
  certificate_text_page: { id: number; data: Uint8Array };
  /** Up to which id certificates are indexed that were there before the index, and the last of these. */
  certificate_text_backfill: { id: number; reached: number; last: number };
  /** End entity that may use a public key at a CA: SHA-256 of the SubjectPublicKeyInfo. */
  key_claim: { ca_id: number; public_key_sha256: Uint8Array; end_entity_id: number };
  /** End entity whose subject a name is at a CA: SHA-256 over the RFC 5280 §7.1 form. */
  name_claim: { ca_id: number; subject_key: Uint8Array; end_entity_id: number };
  crl: CrlTable;
  /** The octets of large CRLs, in order. */
  crl_part: { crl_id: number; part: number; der: Uint8Array; created_ms: number };
  /** The last CRL number of each CA and partition. */
  crl_number: { ca_id: number; partition: number; number: number };
  /** Changes of revocations that no base CRL holds yet, by certificate and the version that it had afterwards. */
  crl_change: { ca_id: number; partition: number; certificate_id: number; version: number };
  /** Certificates that are about to be signed. */
  issuance_journal: IssuanceJournalTable;
  audit_record: AuditRecordTable;
  job: JobTable;
  /** Number of usages of a key that processes have claimed in all, and by the last claim: SHA-256 of the SubjectPublicKeyInfo. */
  key_usage: { public_key_sha256: Uint8Array; claimed: number; granted: number };
  /** Codes that were tried at locks which they did not open, or which are being tried, and when the next one may be. */
  activation_attempt: { lock: string; wrong: number; not_before_ms: number; refused_code: string | null };
  archive: ArchiveTable;
  /** The octets of large documents of the archive, in order. */
  archive_part: { document_id: number; part: number; data: Uint8Array };
  /** Documents that have parts and are not in the archive: not yet (0), or not any more (1). */
  archive_loose: { document_id: number; state: number; created_ms: number };
  kept_key: KeptKeyTable;
  ocsp_responder: OcspResponderTable;
  former_ocsp_responder: FormerOcspResponderTable;
  approval_request: ApprovalRequestTable;
  approval_decision: ApprovalDecisionTable;
  service_lease: { name: string; holder: string; until_ms: number };
  timed_run: TimedRunTable;
  /** When services ran last, and what came of it; the outcome is empty while a run goes on. */
  service_run: { service_id: number; started_ms: number; ended_ms: number | null; outcome: string; problem: string };
  notice: NoticeTable;
  /** Notices that are in no message of a channel yet. */
  notice_pending: { channel: string; recipient: string; notice_id: number };
  notice_message: NoticeMessageTable;
  publication: PublicationTable;
  publisher_standing: PublisherStandingTable;
}

/** Entries of the queues of publishers. */
export interface PublicationTable {
  id: number;
  publisher_id: number;
  /** Names what is published: `certificate/17`, `ca/5`, `crl/5/0/base`. */
  object: string;
  /** Waiting (0), held for a person (1), published and kept (2). */
  state: number;
  attempts: number;
  next_ms: number;
  created_ms: number;
  problem: string;
}

/** The standing of publishers as a whole. */
export interface PublisherStandingTable {
  publisher_id: number;
  failing_since_ms: number | null;
  failures: number;
  next_ms: number;
  problem: string;
  succeeded_ms: number | null;
  version: number;
}

/** Ends that services have reported: each object and end once. */
export interface NoticeTable {
  id: number;
  service_id: number;
  /** Names what ends: `certificate 17`. */
  object: string;
  ends_s: number;
  kind: string;
  /** JSON: what readers are told beside kind and end. */
  body: string;
  created_ms: number;
}

/** A message with notices that has not arrived yet. */
export interface NoticeMessageTable {
  id: number;
  channel: string;
  recipient: string;
  /** 32 hex digits, by which a receiver knows a repetition. */
  message_id: string;
  /** JSON: the ids of the notices. */
  notice_ids: string;
  attempts: number;
  next_ms: number;
  created_ms: number;
}

/** When a timed service runs next and ran last, in one process or, without a node, in all of them as one. */
export interface TimedRunTable {
  worker_id: number;
  node: string;
  /** In words; the time of the next run was computed from it. */
  schedule: string;
  next_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
  /** Problem of the last run; empty when it did everything. */
  problem: string;
}

export interface DocumentTable {
  id: number;
  type: string;
  /** Namespace and name folded as the type compares them; unique within the type. */
  name_key: string;
  namespace: string;
  name: string;
  public_id: number;
  version: number;
  schema_version: number;
  /** The settings as JSON, complete; secret members sealed. */
  body: string;
  created_ms: number;
  modified_ms: number;
}

export interface CryptoTokenStateTable {
  /** The document of the token. */
  token_id: number;
  /** Key that opens a software token's keys, encrypted under its activation code; null when a device does that. */
  protection: Uint8Array | null;
  /** Rises with every deactivation: what was opened under another one is closed. */
  generation: number;
}

export interface CryptoTokenKeyTable {
  id: number;
  /** The document of the token. */
  token_id: number;
  alias: string;
  /** Name in the table of key algorithms, and size or curve. */
  algorithm: string;
  specification: string;
  /** SIGN, ENCRYPT, SIGN_ENCRYPT, or null for any. */
  key_usage: string | null;
  public_key: Uint8Array;
  /** The encrypted PKCS#8 of a software key; null when hardware holds it. */
  protected_key: Uint8Array | null;
  created_ms: number;
  /** A hash of what an import made it for. */
  made_for: string | null;
}

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

export interface AuditRecordTable {
  id: number;
  unit_id: string;
  /** 0 for the first record of a unit. */
  unit_index: number;
  time_ms: number;
  event: string;
  outcome: string;
  actor: string;
  ca_id: number | null;
  /** Serial number, upper-case hex. */
  serial: string | null;
  username: string | null;
  /** The canonical JSON of the record (RFC 8785), which the other columns only index. */
  record: string;
}

export interface ArchiveTable {
  id: number;
  /** The number of the worker that clients see. */
  worker_id: number;
  archive_id: string;
  /** 0 answer, 1 request. */
  type: number;
  time_ms: number;
  client_address: string;
  /** Issuer of the client's certificate, and its serial number in hex. */
  client_issuer: string | null;
  client_serial: string | null;
  /** Empty when the document stands in parts. */
  data: Uint8Array;
  octets: number;
  parts: number;
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

export interface FormerOcspResponderTable {
  id: number;
  ca_id: number;
  token_id: number;
  key_alias: string;
  certificate: Uint8Array;
  not_after_s: number;
}

export interface JobTable {
  id: number;
  kind: string;
  /** waiting, running, done, failed */
  state: string;
  /** JSON: where the job stands. */
  progress: string;
  lease_holder: string | null;
  lease_until_ms: number;
  created_ms: number;
  updated_ms: number;
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
