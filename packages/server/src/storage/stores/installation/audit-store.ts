import { sql } from 'kysely';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type {
  AppendAuditRecord,
  AuditOutcome,
  AuditReader,
  RecordedCertificate,
  StoredAuditRecord,
} from '../../../modules/audit/index.ts';
import { insertInto, type ParameterExpressions, SqlStore } from '../../sql/index.ts';

type CertificateKey = { caId: number; serial: string; limit: number };
type CreationKey = { caId: number; serial: string; from: number; to: number };

/** The audit log in the database. */
export class SqlAuditReader extends SqlStore implements AuditReader {
  readonly #changes = this.reads.prepareRead((kysely, given: ParameterExpressions<CertificateKey>) =>
    kysely
      .selectFrom('audit_record')
      .select(['id', 'record'])
      .where('serial', '=', given.serial)
      .where('ca_id', '=', given.caId)
      // As the index has it.
      .where(sql<boolean>`event <> 'CERT_CREATION'`)
      .orderBy('id')
      .limit(given.limit),
  );
  readonly #creation = this.reads.prepareRead((kysely, given: ParameterExpressions<CreationKey>) =>
    kysely
      .selectFrom(
        kysely
          .selectFrom('audit_record')
          .select(['id', 'record', 'serial', 'ca_id', 'event', 'time_ms'])
          .where('time_ms', '>=', given.from)
          .where('time_ms', '<=', given.to)
          .orderBy('time_ms')
          .orderBy('id')
          .limit(MOST_BESIDE)
          .as('beside'),
      )
      .select(['id', 'record'])
      .where('serial', '=', given.serial)
      .where('ca_id', '=', given.caId)
      .where('event', '=', 'CERT_CREATION')
      .orderBy('time_ms'),
  );

  /** The record of an issuance is written at once with the certificate; it is looked for among those of the same moment. */
  async ofCertificate(
    { caId, serial, createdMs }: RecordedCertificate,
    limit: number,
  ): Promise<readonly StoredAuditRecord[]> {
    const within = { from: createdMs, to: createdMs + AFTER_MS };
    const creations = await this.#creation.all({ caId, serial, ...within });
    const changes = await this.#changes.all({ caId, serial, limit });
    const records = [...creations, ...changes].map(({ id, record }) => recordOf(id, record));
    return records.toSorted((a, b) => a.timeMs - b.timeMs || a.id - b.id).slice(0, limit);
  }
}

/** Reads a record of this release or an earlier one. */
function recordOf(id: number, text: string): StoredAuditRecord {
  const record = JSON.parse(text) as JsonObject;
  return {
    id,
    timeMs: record['timeMs'] as number,
    event: record['event'] as string,
    outcome: record['outcome'] as AuditOutcome,
    actor: record['actor'] as JsonObject,
    username: record['username'] as string | undefined,
    details: record['details'] as JsonObject | undefined,
  };
}

/** When records were written: what the clock is compared with. */
export class AuditRecordTimes extends SqlStore {
  readonly #newest = this.reads.prepareRead((kysely) =>
    kysely.selectFrom('audit_record').select('time_ms').orderBy('time_ms', 'desc').limit(1),
  );
  readonly #newestUpTo = this.reads.prepareRead((kysely, given: ParameterExpressions<{ ms: number }>) =>
    kysely
      .selectFrom('audit_record')
      .select('time_ms')
      .where('time_ms', '<=', given.ms)
      .orderBy('time_ms', 'desc')
      .limit(1),
  );

  /** Milliseconds since 1970; undefined while there is no record. */
  async newestMs(): Promise<number | undefined> {
    return (await this.#newest.first({}))?.time_ms;
  }

  /** As {@link newestMs}, of the records that are not newer than `ms`. */
  async newestUpTo(ms: number): Promise<number | undefined> {
    return (await this.#newestUpTo.first({ ms }))?.time_ms;
  }
}

const append = insertInto(
  'audit_record',
  'audit-record.append',
  ({ id, unitId, unitIndex, timeMs, entry, record }: AppendAuditRecord) => ({
    id,
    unit_id: unitId,
    unit_index: unitIndex,
    time_ms: timeMs,
    event: entry.event,
    outcome: entry.outcome,
    actor: entry.actor.name,
    ca_id: entry.caId ?? null,
    serial: entry.serial ?? null,
    username: entry.username ?? null,
    record,
  }),
);

/** The writes of the audit log. */
export const auditWriteDefinitions = [append];

/** A certificate is made, and recorded thereafter in the same unit, by one clock. */
const AFTER_MS = 60_000;
/** Maximum number of records of that time that are looked at. */
const MOST_BESIDE = 10_000;
