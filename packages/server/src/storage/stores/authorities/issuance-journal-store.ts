import { asDer, serialNumberFromBytes, serialNumberToBytes } from '@sealwright/pki';
import type {
  DeleteJournalEntry,
  InsertJournalEntry,
  IssuanceJournalStore,
  JournalEntry,
} from '../../../modules/ca/index.ts';
import { deleteFrom, insertInto, SqlStore } from '../../sql/index.ts';

/** The journal in the database. Small: what is complete is swept up. */
export class SqlIssuanceJournalStore extends SqlStore implements IssuanceJournalStore {
  async listIncomplete(beforeMs: number, limit: number): Promise<readonly JournalEntry[]> {
    const rows = await this.#entries(beforeMs, limit)
      .selectAll('issuance_journal')
      .where('certificate.id', 'is', null)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      caId: row.ca_id,
      serialNumber: serialNumberFromBytes(row.serial),
      tbs: asDer(row.tbs),
      subjectDn: row.subject_dn,
      notAfter: row.not_after_s,
      crlPartition: row.crl_partition,
      createdMs: row.created_ms,
    }));
  }

  async hasIncomplete(caId: number): Promise<boolean> {
    const rows = await this.#entries(Number.MAX_SAFE_INTEGER, 1)
      .select('issuance_journal.id as entry')
      .where('issuance_journal.ca_id', '=', caId)
      .where('certificate.id', 'is', null)
      .execute();
    return rows.length > 0;
  }

  async listComplete(beforeMs: number, limit: number): Promise<readonly number[]> {
    const rows = await this.#entries(beforeMs, limit)
      .select('issuance_journal.id as entry')
      .where('certificate.id', 'is not', null)
      .execute();
    return rows.map(({ entry }) => entry);
  }

  #entries(beforeMs: number, limit: number) {
    return this.reads.kysely
      .selectFrom('issuance_journal')
      .leftJoin('certificate', (join) =>
        join
          .onRef('certificate.ca_id', '=', 'issuance_journal.ca_id')
          .onRef('certificate.serial', '=', 'issuance_journal.serial'),
      )
      .where('issuance_journal.created_ms', '<=', beforeMs)
      .orderBy('issuance_journal.id')
      .limit(limit);
  }
}

const insert = insertInto('issuance_journal', 'issuance-journal.insert', ({ entry }: InsertJournalEntry) => ({
  id: entry.id,
  ca_id: entry.caId,
  serial: serialNumberToBytes(entry.serialNumber),
  tbs: entry.tbs,
  subject_dn: entry.subjectDn,
  not_after_s: entry.notAfter,
  crl_partition: entry.crlPartition,
  created_ms: entry.createdMs,
}));

const remove = deleteFrom(
  'issuance_journal',
  'issuance-journal.delete',
  { key: ['id'] },
  ({ id }: DeleteJournalEntry) => ({ id }),
);

/** The writes of the journal. */
export const issuanceJournalWrites = [insert, remove];
