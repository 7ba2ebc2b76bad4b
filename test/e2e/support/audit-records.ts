import { type Whereabouts, withDatabase } from './installations/server-database.ts';

/** A row of the audit log. */
export interface AuditRow {
  readonly id: number;
  readonly unit_id: string;
  readonly unit_index: number;
  readonly time_ms: number;
  readonly event: string;
  readonly outcome: string;
  readonly actor: string;
  readonly ca_id: number | null;
  readonly serial: string | null;
  readonly username: string | null;
  /** Canonical JSON. */
  readonly record: string;
}

/** The whole audit log, oldest first. */
export function auditRows(server: Whereabouts): readonly AuditRow[] {
  return withDatabase(
    server,
    (database) => database.prepare('SELECT * FROM audit_record ORDER BY time_ms, id').all() as unknown as AuditRow[],
  );
}

/** Returns the actor of a record: the name, and what identifies them. */
export function actorIn({ record }: AuditRow): Record<string, unknown> {
  return (JSON.parse(record) as { actor: Record<string, unknown> }).actor;
}

/** Returns the details of a record that are not columns. */
export function detailsOf({ record }: AuditRow): Record<string, unknown> {
  return (JSON.parse(record) as { details?: Record<string, unknown> }).details ?? {};
}
