import { sql } from 'kysely';
import {
  ARCHIVED_TYPE_NUMBERS,
  type ArchiveEntry,
  type ArchivedPosition,
  type ArchivedType,
  type ArchiveStore,
  type LooseParts,
} from '../../../modules/signing/index.ts';
import { type ParameterExpressions, type Schema, SqlStore } from '../../sql/index.ts';
import { LOOSE_STATES } from './archive-writes.ts';

type DocumentKey = { workerId: number; archiveId: string; type: number };
type PageKey = { workerId: number; timeMs: number; id: number; limit: number };
type PartKey = { documentId: number; part: number };
type EntryRow = Omit<Schema['archive'], 'data'>;

/** The archive in the database. */
export class SqlArchiveStore extends SqlStore implements ArchiveStore {
  readonly #entry = this.reads.prepareRead((kysely, given: ParameterExpressions<DocumentKey>) =>
    kysely
      .selectFrom('archive')
      .select(ENTRY_COLUMNS)
      .where('worker_id', '=', given.workerId)
      .where('archive_id', '=', given.archiveId)
      .where('type', '=', given.type),
  );
  readonly #newest = this.reads.prepareRead((kysely, given: ParameterExpressions<PageKey>) =>
    kysely
      .selectFrom('archive')
      .select(ENTRY_COLUMNS)
      .where('worker_id', '=', given.workerId)
      .where((build) => build(build.refTuple('time_ms', 'id'), '<', build.tuple(given.timeMs, given.id)))
      .orderBy('time_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(given.limit),
  );
  readonly #oldest = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<{ workerId: number; beforeMs: number; limit: number }>) =>
      kysely
        .selectFrom('archive')
        .select(ENTRY_COLUMNS)
        .where('worker_id', '=', given.workerId)
        .where('time_ms', '<', given.beforeMs)
        .orderBy('time_ms')
        .orderBy('id')
        .limit(given.limit),
  );
  // Each is one step in an index, however many documents a worker has.
  readonly #nextWorker = this.reads.prepareRead((kysely, given: ParameterExpressions<{ after: number }>) =>
    kysely.selectFrom('archive').select('worker_id').where('worker_id', '>', given.after).orderBy('worker_id').limit(1),
  );
  readonly #data = this.reads.prepareRead((kysely, given: ParameterExpressions<{ id: number }>) =>
    kysely.selectFrom('archive').select('data').where('id', '=', given.id),
  );
  readonly #part = this.reads.prepareRead((kysely, given: ParameterExpressions<PartKey>) =>
    kysely
      .selectFrom('archive_part')
      .select('data')
      .where('document_id', '=', given.documentId)
      .where('part', '=', given.part),
  );
  readonly #lastPart = this.reads.prepareRead((kysely, given: ParameterExpressions<{ documentId: number }>) =>
    kysely
      .selectFrom('archive_part')
      .select('part')
      .where('document_id', '=', given.documentId)
      .orderBy('part', 'desc')
      .limit(1),
  );
  readonly #loose = this.reads.prepareRead((kysely, given: ParameterExpressions<{ beforeMs: number; limit: number }>) =>
    kysely
      .selectFrom('archive_loose')
      .select(['document_id', 'state'])
      .where((build) =>
        build.or([build('state', '=', LOOSE_STATES.removing), build('created_ms', '<', given.beforeMs)]),
      )
      .orderBy('document_id')
      .limit(given.limit),
  );

  async list(workerId: number, before: ArchivedPosition | undefined, limit: number) {
    const { timeMs, id } = before ?? END;
    return (await this.#newest.all({ workerId, timeMs, id, limit })).map(entryOf);
  }

  async find(workerId: number, archiveId: string, type: ArchivedType): Promise<ArchiveEntry | undefined> {
    const row = await this.#entry.first({ workerId, archiveId, type: ARCHIVED_TYPE_NUMBERS[type] });
    return row && entryOf(row);
  }

  async *read({ id, parts, octets }: ArchiveEntry): AsyncGenerator<Uint8Array> {
    if (octets === 0) return;
    if (parts === 0) yield (await this.#data.first({ id }))?.data ?? missing(id);
    for (let part = 0; part < parts; part++)
      yield (await this.#part.first({ documentId: id, part }))?.data ?? missing(id);
  }

  async listOldest(workerId: number, beforeMs: number, limit: number) {
    return (await this.#oldest.all({ workerId, beforeMs, limit })).map(entryOf);
  }

  async nextWorkerId(after: number): Promise<number | undefined> {
    return (await this.#nextWorker.first({ after }))?.worker_id;
  }

  async listLooseParts(beforeMs: number): Promise<readonly LooseParts[]> {
    const rows = await this.#loose.all({ beforeMs, limit: LOOSE_AT_ONCE });
    return rows.map(({ document_id: documentId, state }) => ({
      documentId,
      state: state === LOOSE_STATES.removing ? 'removing' : 'storing',
    }));
  }

  async findLastPart(documentId: number): Promise<number | undefined> {
    return (await this.#lastPart.first({ documentId }))?.part;
  }
}

function entryOf(row: EntryRow): ArchiveEntry {
  const { client_issuer: issuer, client_serial: serial } = row;
  return {
    id: row.id,
    workerId: row.worker_id,
    archiveId: row.archive_id,
    type: row.type === ARCHIVED_TYPE_NUMBERS.REQUEST ? 'REQUEST' : 'RESPONSE',
    timeMs: row.time_ms,
    clientAddress: row.client_address,
    clientCertificate: issuer === null || serial === null ? undefined : { issuer, serial },
    octets: row.octets,
    parts: row.parts,
  };
}

/** Throws because the entry was removed while it was read. */
function missing(id: number): never {
  throw new RangeError(`the archive entry ${id} is incomplete`);
}

const ENTRY_COLUMNS = [
  'id',
  'worker_id',
  'archive_id',
  'type',
  'time_ms',
  'client_address',
  'client_issuer',
  'client_serial',
  // The release before does not know the column: a process of it leaves 0 there, and all octets in the row.
  sql<number>`CASE WHEN parts = 0 THEN length(data) ELSE octets END`.as('octets'),
  'parts',
] as const;
/** After every entry. */
const END: ArchivedPosition = { timeMs: Number.MAX_SAFE_INTEGER, id: 0 };
const LOOSE_AT_ONCE = 100;
