/**
 * The tables, as TypeScript sees them.
 *
 * Names say the unit: `_ms` milliseconds and `_s` seconds since 1970, `_key` and `_sha256` hex text or octets of a SHA-256. `id` is
 * the internal 53-bit id; `public_id` is the number that clients see. Migrations make these tables; a test compares the two.
 */
import type {
  CaCertificateTable,
  CaStateTable,
  FormerOcspResponderTable,
  IssuanceJournalTable,
  OcspResponderTable,
} from './tables/authorities.ts';
import type { CertificateTable, CrlTable } from './tables/certificates.ts';
import type {
  ApprovalDecisionTable,
  ApprovalRequestTable,
  EndEntityTable,
  KeptKeyTable,
} from './tables/end-entities.ts';
import type {
  JobTable,
  NoticeMessageTable,
  NoticeTable,
  PublicationTable,
  PublisherStandingTable,
  TimedRunTable,
} from './tables/background.ts';
import type {
  ArchiveTable,
  AuditRecordTable,
  CryptoTokenKeyTable,
  CryptoTokenStateTable,
  DocumentTable,
} from './tables/installation.ts';

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
