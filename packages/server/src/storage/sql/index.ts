/** The tables, and how statements on them are written and read. */
export { readOnlyKysely } from './read-dialect.ts';
export {
  type BuildRead,
  compileRead,
  type DatabaseKind,
  type NoParameters,
  type ParameterExpressions,
  type PreparedRead,
  type ReadParameters,
  type Reads,
} from './reads.ts';
export type { ColumnType, Schema } from './schema.ts';
export type {
  CaCertificateTable,
  CaStateTable,
  FormerOcspResponderTable,
  OcspResponderTable,
} from './tables/authorities.ts';
export type {
  JobTable,
  NoticeMessageTable,
  NoticeTable,
  PublicationTable,
  PublisherStandingTable,
} from './tables/background.ts';
export type { CertificateTable, CrlTable } from './tables/certificates.ts';
export type {
  ApprovalDecisionTable,
  ApprovalRequestTable,
  EndEntityTable,
  KeptKeyTable,
} from './tables/end-entities.ts';
export type {
  ArchiveTable,
  AuditRecordTable,
  CryptoTokenKeyTable,
  CryptoTokenStateTable,
  DocumentTable,
} from './tables/installation.ts';
export {
  type ClaimDefinition,
  collectDefinitions,
  type Columns,
  type ColumnValue,
  type DeleteDefinition,
  type EpochDefinition,
  type ExpectDefinition,
  type InsertDefinition,
  type UpdateDefinition,
  type WriteDefinition,
  type WriteDefinitions,
} from './write-definition.ts';
