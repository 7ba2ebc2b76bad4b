import type { AppendAuditRecord } from '../../modules/audit/index.ts';
import type { InsertDefinition, ParameterExpressions, PreparedRead, ReadParameters, Reads } from '../sql/index.ts';

/** When records were written: what the clock is compared with. */
export class AuditRecordTimes {
  readonly #newest: PreparedRead<ReadParameters, { time_ms: number }>;
  readonly #newestUpTo: PreparedRead<{ ms: number }, { time_ms: number }>;

  constructor(reads: Reads) {
    this.#newest = reads.prepareRead((kysely) =>
      kysely.selectFrom('audit_record').select('time_ms').orderBy('time_ms', 'desc').limit(1),
    );
    this.#newestUpTo = reads.prepareRead((kysely, given: ParameterExpressions<{ ms: number }>) =>
      kysely
        .selectFrom('audit_record')
        .select('time_ms')
        .where('time_ms', '<=', given.ms)
        .orderBy('time_ms', 'desc')
        .limit(1),
    );
  }

  /** Milliseconds since 1970; undefined while there is no record. */
  async newestMs(): Promise<number | undefined> {
    return (await this.#newest.first({}))?.time_ms;
  }

  /** As {@link newestMs}, of the records that are not newer than `ms`. */
  async newestUpTo(ms: number): Promise<number | undefined> {
    return (await this.#newestUpTo.first({ ms }))?.time_ms;
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
