import type { InsertArchived } from '../modules/signing/index.ts';
import type { InsertDefinition } from './write-definition.ts';

const insert: InsertDefinition<InsertArchived> = {
  kind: 'insert',
  op: 'archive.insert',
  table: 'archive',
  columns: {
    id: 'integer',
    worker_id: 'integer',
    archive_id: 'text',
    type: 'integer',
    time_ms: 'integer',
    client_address: 'text',
    client_issuer: 'text',
    client_serial: 'text',
    data: 'bytes',
  },
  row: ({ id, archived }) => [
    id,
    archived.workerId,
    archived.archiveId,
    archived.type === 'REQUEST' ? 1 : 0,
    archived.timeMs,
    archived.clientAddress,
    archived.clientCertificate?.issuer ?? null,
    archived.clientCertificate?.serial ?? null,
    archived.data,
  ],
};

/** The writes of the archive. */
export const archiveWriteDefinitions = [insert];
