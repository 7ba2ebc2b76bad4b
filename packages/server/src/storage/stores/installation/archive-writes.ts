/** The writes of the archive. */
import {
  ARCHIVED_TYPE_NUMBERS,
  type DeleteArchived,
  type DeleteArchivedPart,
  type DeleteLooseParts,
  type GiveUpLooseParts,
  type InsertArchived,
  type InsertArchivedPart,
  type InsertLooseParts,
  type LooseState,
} from '../../../modules/signing/index.ts';
import { deleteFrom, insertInto, updateIn } from '../../sql/index.ts';

/** Values of the column `state`. */
export const LOOSE_STATES: Readonly<Record<LooseState, number>> = { storing: 0, removing: 1 };

const insert = insertInto('archive', 'archive.insert', ({ entry, data }: InsertArchived) => ({
  id: entry.id,
  worker_id: entry.workerId,
  archive_id: entry.archiveId,
  type: ARCHIVED_TYPE_NUMBERS[entry.type],
  time_ms: entry.timeMs,
  client_address: entry.clientAddress,
  client_issuer: entry.clientCertificate?.issuer ?? null,
  client_serial: entry.clientCertificate?.serial ?? null,
  data,
  octets: entry.octets,
  parts: entry.parts,
}));

const remove = deleteFrom('archive', 'archive.delete', { key: ['id'] }, ({ id }: DeleteArchived) => ({ id }));

const insertPart = insertInto(
  'archive_part',
  'archive-part.insert',
  ({ documentId, part, data }: InsertArchivedPart) => ({
    document_id: documentId,
    part,
    data,
  }),
);

const deletePart = deleteFrom(
  'archive_part',
  'archive-part.delete',
  { key: ['document_id', 'part'] },
  ({ documentId, part }: DeleteArchivedPart) => ({ document_id: documentId, part }),
);

const insertLoose = insertInto(
  'archive_loose',
  'archive-loose.insert',
  ({ documentId, state, createdMs }: InsertLooseParts) => ({
    document_id: documentId,
    state: LOOSE_STATES[state],
    created_ms: createdMs,
  }),
);

const giveUpLoose = updateIn(
  'archive_loose',
  'archive-loose.give-up',
  { key: ['document_id'], expected: ['state'], set: ['state'] },
  ({ documentId }: GiveUpLooseParts) => ({
    key: { document_id: documentId },
    expected: { state: LOOSE_STATES.storing },
    set: { state: LOOSE_STATES.removing },
  }),
);

const deleteLoose = deleteFrom(
  'archive_loose',
  'archive-loose.delete',
  { key: ['document_id'], expected: ['state'] },
  ({ documentId, expected }: DeleteLooseParts) => ({ document_id: documentId, state: LOOSE_STATES[expected] }),
);

/** The writes, as the database is opened with them. */
export const archiveWriteDefinitions = [insert, remove, insertPart, deletePart, insertLoose, giveUpLoose, deleteLoose];
