import type { AppendAuditRecord } from '../modules/audit/index.ts';
import type { InsertDefinition } from './write-definition.ts';

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
