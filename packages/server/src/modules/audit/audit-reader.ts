/** Reading of the audit log. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import type { AuditOutcome } from './audit-record.ts';

/** A record as it was stored. */
export interface StoredAuditRecord {
  readonly id: number;
  readonly timeMs: number;
  readonly event: string;
  readonly outcome: AuditOutcome;
  /** The name, and the evidence that identifies the actor. */
  readonly actor: JsonObject;
  readonly username: string | undefined;
  readonly details: JsonObject | undefined;
}

/** A certificate that records are about. */
export interface RecordedCertificate {
  readonly caId: number;
  /** Upper-case hex without leading zeros. */
  readonly serial: string;
  /** Milliseconds since 1970: when it was stored. */
  readonly createdMs: number;
}

/** Finds records in the audit log. */
export interface AuditReader {
  /** Finds the records about a certificate, oldest first; `limit` at most. */
  ofCertificate(certificate: RecordedCertificate, limit: number): Promise<readonly StoredAuditRecord[]>;
}
