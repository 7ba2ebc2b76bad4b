import { type SerialNumber, serialNumberFromBytes, serialNumberToBytes } from '@sealwright/pki';
import type {
  EscrowKeyName,
  DeleteKeptKey,
  InsertKeptKey,
  KeptKey,
  KeptKeyStore,
  MarkKeptKey,
  RewrapKeptKey,
} from '../../../modules/key-recovery/index.ts';
import { deleteFrom, insertInto, type ParameterExpressions, type Schema, SqlStore, updateIn } from '../../sql/index.ts';

type CertificateKey = { caId: number; serial: Uint8Array };
type PageKey = { caId: number; after: number; limit: number };

/** Kept keys in the database. */
export class SqlKeptKeyStore extends SqlStore implements KeptKeyStore {
  readonly #ofCertificate = this.reads.prepareRead((kysely, given: ParameterExpressions<CertificateKey>) =>
    kysely.selectFrom('kept_key').selectAll().where('ca_id', '=', given.caId).where('serial', '=', given.serial),
  );
  readonly #marked = this.reads.prepareRead((kysely, given: ParameterExpressions<{ endEntityId: number }>) =>
    kysely.selectFrom('kept_key').selectAll().where('marked_for', '=', given.endEntityId),
  );
  readonly #ofEndEntity = this.reads.prepareRead((kysely, given: ParameterExpressions<{ endEntityId: number }>) =>
    kysely.selectFrom('kept_key').select('id').where('end_entity_id', '=', given.endEntityId).limit(1),
  );
  readonly #ofEscrowKey = this.reads.prepareRead((kysely, given: ParameterExpressions<{ sha256: Uint8Array }>) =>
    kysely.selectFrom('kept_key').select('id').where('escrow_key_sha256', '=', given.sha256).limit(1),
  );
  readonly #page = this.reads.prepareRead((kysely, given: ParameterExpressions<PageKey>) =>
    kysely
      .selectFrom('kept_key')
      .selectAll()
      .where('ca_id', '=', given.caId)
      .where('id', '>', given.after)
      .orderBy('id')
      .limit(given.limit),
  );

  async find(caId: number, serialNumber: SerialNumber): Promise<KeptKey | undefined> {
    const row = await this.#ofCertificate.first({ caId, serial: serialNumberToBytes(serialNumber) });
    return row && keptKeyOf(row);
  }

  async findMarked(endEntityId: number): Promise<KeptKey | undefined> {
    const row = await this.#marked.first({ endEntityId });
    return row && keptKeyOf(row);
  }

  async hasKeyOf(endEntityId: number): Promise<boolean> {
    return (await this.#ofEndEntity.first({ endEntityId })) !== undefined;
  }

  async hasKeyFor(sha256: Uint8Array): Promise<boolean> {
    return (await this.#ofEscrowKey.first({ sha256 })) !== undefined;
  }

  async listAfter(caId: number, after: number, limit: number): Promise<readonly KeptKey[]> {
    return (await this.#page.all({ caId, after, limit })).map(keptKeyOf);
  }
}

function keptKeyOf(row: Schema['kept_key']): KeptKey {
  return {
    id: row.id,
    caId: row.ca_id,
    serialNumber: serialNumberFromBytes(row.serial),
    endEntityId: row.end_entity_id,
    publicKeySha256: row.public_key_sha256,
    envelope: row.envelope,
    escrowKey: { tokenId: row.token_id, alias: row.escrow_alias, publicKeySha256: row.escrow_key_sha256 },
    markedFor: row.marked_for ?? undefined,
    createdMs: row.created_ms,
    version: row.version,
  };
}

/** Columns that a rewrap changes. */
function sealed(envelope: Uint8Array, { tokenId, alias, publicKeySha256 }: EscrowKeyName, version: number) {
  return { envelope, token_id: tokenId, escrow_alias: alias, escrow_key_sha256: publicKeySha256, version };
}

const insert = insertInto('kept_key', 'kept-key.insert', ({ key }: InsertKeptKey) => ({
  id: key.id,
  ca_id: key.caId,
  serial: serialNumberToBytes(key.serialNumber),
  end_entity_id: key.endEntityId,
  public_key_sha256: key.publicKeySha256,
  marked_for: key.markedFor ?? null,
  created_ms: key.createdMs,
  ...sealed(key.envelope, key.escrowKey, key.version),
}));

const mark = updateIn(
  'kept_key',
  'kept-key.mark',
  { key: ['id'], expected: ['version'], set: ['marked_for', 'version'] },
  ({ id, expectedVersion, markedFor }: MarkKeptKey) => ({
    key: { id },
    expected: { version: expectedVersion },
    set: { marked_for: markedFor ?? null, version: expectedVersion + 1 },
  }),
);

const rewrap = updateIn(
  'kept_key',
  'kept-key.rewrap',
  {
    key: ['id'],
    expected: ['version'],
    set: ['envelope', 'token_id', 'escrow_alias', 'escrow_key_sha256', 'version'],
  },
  ({ id, expectedVersion, envelope, escrowKey }: RewrapKeptKey) => ({
    key: { id },
    expected: { version: expectedVersion },
    set: sealed(envelope, escrowKey, expectedVersion + 1),
  }),
);

const remove = deleteFrom(
  'kept_key',
  'kept-key.delete',
  { key: ['id'], expected: ['version'] },
  ({ id, expectedVersion }: DeleteKeptKey) => ({ id, version: expectedVersion }),
);

/** The writes of kept keys. */
export const keptKeyWriteDefinitions = [insert, mark, rewrap, remove];
