/** Every act, allowed or refused, as a record that is stored with it. */
export { AuditLog } from './audit-log.ts';
export type { AuditReader, RecordedCertificate, StoredAuditRecord } from './audit-reader.ts';
export type { Actor, AppendAuditRecord, AuditEntry, AuditEvent, AuditOutcome } from './audit-record.ts';
export { RecordBound } from './record-bound.ts';
export { UnknownCallers } from './unknown-callers.ts';
