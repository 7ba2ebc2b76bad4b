import type { AppendAuditRecord } from '../modules/audit/index.ts';
import type { PreparedRead, ReadParameters, Reads } from './reads.ts';
import type { InsertDefinition } from './write-definition.ts';

/** When the newest record was written: what the clock may not fall behind. */
export class NewestAuditRecord {
  readonly #newest: PreparedRead<ReadParameters, { time_ms: number }>;

  constructor(reads: Reads) {
    this.#newest = reads.prepareRead((kysely) =>
      kysely.selectFrom('audit_record').select('time_ms').orderBy('time_ms', 'desc').limit(1),
    );
  }

  /** Milliseconds since 1970; undefined while there is no record. */
  async timeMs(): Promise<number | undefined> {
    return (await this.#newest.first({}))?.time_ms;
  }
}

const append: InsertDefinition<AppendAuditRecord> = {
  kind: 'insert',
  op: 'audit-record.append',
  table: 'audit_record',
  columns: {
    id: 'integer',
    unit_id: 'text',
    unit_index: 'integer',
    time_ms: 'integer',
    event: 'text',
    outcome: 'text',
    actor: 'text',
    ca_id: 'integer',
    serial: 'text',
    username: 'text',
    record: 'text',
  },
  row: ({ id, unitId, unitIndex, timeMs, entry, record }) => [
    id,
    unitId,
    unitIndex,
    timeMs,
    entry.event,
    entry.outcome,
    entry.actor.name,
    entry.caId ?? null,
    entry.serial ?? null,
    entry.username ?? null,
    record,
  ],
};

/** The writes of the audit log. */
export const auditWriteDefinitions = [append];
