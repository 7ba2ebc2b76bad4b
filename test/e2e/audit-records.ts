import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestServer } from './test-server.ts';

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

/** Runs `use` on the database file of a server, beside the server's own connection. */
export function withDatabase<T>({ home }: Pick<TestServer, 'home'>, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path.join(home, 'sealwright.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** The whole audit log, oldest first. */
export function auditRows(server: Pick<TestServer, 'home'>): readonly AuditRow[] {
  return withDatabase(
    server,
    (database) => database.prepare('SELECT * FROM audit_record ORDER BY time_ms, id').all() as unknown as AuditRow[],
  );
}

/** What a record says beside its columns. */
export function detailsOf({ record }: AuditRow): Record<string, unknown> {
  return (JSON.parse(record) as { details?: Record<string, unknown> }).details ?? {};
}
