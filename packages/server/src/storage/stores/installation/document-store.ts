import type {
  DocumentDelete,
  DocumentHead,
  DocumentInsert,
  DocumentRow,
  DocumentStore,
  DocumentUpdate,
} from '../../../modules/configuration/index.ts';
import type { Database } from '../../engine/index.ts';
import {
  deleteFrom,
  type EpochDefinition,
  insertInto,
  type ParameterExpressions,
  type Reads,
  type Schema,
  SqlStore,
  updateIn,
} from '../../sql/index.ts';

/** Reads documents and the configuration epoch. */
export class SqlDocumentStore extends SqlStore<Reads & Pick<Database, 'readEpoch'>> implements DocumentStore {
  readonly #byId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ type: string; id: number }>) =>
    kysely.selectFrom('document').selectAll().where('id', '=', given.id).where('type', '=', given.type),
  );
  readonly #byName = this.reads.prepareRead((kysely, given: ParameterExpressions<{ type: string; nameKey: string }>) =>
    kysely.selectFrom('document').selectAll().where('type', '=', given.type).where('name_key', '=', given.nameKey),
  );
  readonly #byPublicId = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<{ type: string; publicId: number }>) =>
      kysely.selectFrom('document').selectAll().where('type', '=', given.type).where('public_id', '=', given.publicId),
  );
  readonly #highestPublicId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ type: string }>) =>
    kysely
      .selectFrom('document')
      .select('public_id')
      .where('type', '=', given.type)
      .orderBy('public_id', 'desc')
      .limit(1),
  );
  readonly #page = this.reads.prepareRead((kysely, given: ParameterExpressions<PageParameters>) =>
    kysely
      .selectFrom('document')
      .selectAll()
      .where('type', '=', given.type)
      .where('name_key', '>', given.after)
      .orderBy('name_key')
      .limit(given.limit),
  );
  readonly #pageHeads = this.reads.prepareRead((kysely, given: ParameterExpressions<PageParameters>) =>
    kysely
      .selectFrom('document')
      .select(['id', 'type', 'name_key', 'namespace', 'name', 'public_id', 'version'])
      .where('type', '=', given.type)
      .where('name_key', '>', given.after)
      .orderBy('name_key')
      .limit(given.limit),
  );

  readEpoch(): Promise<number> {
    return this.reads.readEpoch();
  }

  async findById(type: string, id: number): Promise<DocumentRow | undefined> {
    return toRow(await this.#byId.first({ type, id }));
  }

  async findByName(type: string, nameKey: string): Promise<DocumentRow | undefined> {
    return toRow(await this.#byName.first({ type, nameKey }));
  }

  async findByPublicId(type: string, publicId: number): Promise<DocumentRow | undefined> {
    return toRow(await this.#byPublicId.first({ type, publicId }));
  }

  async findByIds(type: string, ids: readonly number[]): Promise<readonly DocumentRow[]> {
    const found = this.reads.kysely.selectFrom('document').selectAll().where('id', 'in', ids).where('type', '=', type);
    return (await found.execute()).map((row) => toRow(row)!);
  }

  async findByNames(type: string, nameKeys: readonly string[]): Promise<readonly DocumentRow[]> {
    const found = this.reads.kysely.selectFrom('document').selectAll();
    const rows = await found.where('type', '=', type).where('name_key', 'in', nameKeys).execute();
    return rows.map((row) => toRow(row)!);
  }

  async publicIdsAmong(type: string, publicIds: readonly number[]): Promise<readonly number[]> {
    const found = this.reads.kysely.selectFrom('document').select('public_id');
    const rows = await found.where('type', '=', type).where('public_id', 'in', publicIds).execute();
    return rows.map((row) => row.public_id);
  }

  async highestPublicId(type: string): Promise<number | undefined> {
    return (await this.#highestPublicId.first({ type }))?.public_id;
  }

  async page(type: string, after: string, limit: number): Promise<readonly DocumentRow[]> {
    const rows = await this.#page.all({ type, after, limit });
    return rows.map((row) => toRow(row)!);
  }

  async pageHeads(type: string, after: string, limit: number): Promise<readonly DocumentHead[]> {
    const rows = await this.#pageHeads.all({ type, after, limit });
    return rows.map(toHead);
  }
}

type PageParameters = { type: string; after: string; limit: number };
type HeadColumns = Pick<
  Schema['document'],
  'id' | 'type' | 'name_key' | 'namespace' | 'name' | 'public_id' | 'version'
>;

function toRow(row: Schema['document'] | undefined): DocumentRow | undefined {
  if (row === undefined) return undefined;
  return {
    ...toHead(row),
    schemaVersion: row.schema_version,
    body: row.body,
    createdMs: row.created_ms,
    modifiedMs: row.modified_ms,
  };
}

function toHead(row: HeadColumns): DocumentHead {
  const { id, type, namespace, name, version } = row;
  return { id, type, nameKey: row.name_key, namespace, name, publicId: row.public_id, version };
}

const insert = insertInto('document', 'document.insert', (write: DocumentInsert) => ({
  id: write.id,
  type: write.type,
  name_key: write.nameKey,
  namespace: write.namespace,
  name: write.name,
  public_id: write.publicId,
  version: write.version,
  schema_version: write.schemaVersion,
  body: write.body,
  created_ms: write.createdMs,
  modified_ms: write.modifiedMs,
}));

const update = updateIn(
  'document',
  'document.update',
  {
    key: ['id'],
    expected: ['version'],
    set: ['name_key', 'namespace', 'name', 'version', 'schema_version', 'body', 'modified_ms'],
  },
  (write: DocumentUpdate) => ({
    key: { id: write.id },
    expected: { version: write.expectedVersion },
    set: {
      name_key: write.nameKey,
      namespace: write.namespace,
      name: write.name,
      version: write.version,
      schema_version: write.schemaVersion,
      body: write.body,
      modified_ms: write.modifiedMs,
    },
  }),
);

const remove = deleteFrom(
  'document',
  'document.delete',
  { key: ['id'], expected: ['version'] },
  (write: DocumentDelete) => ({ id: write.id, version: write.expectedVersion }),
);

const moveEpoch: EpochDefinition = { kind: 'epoch', op: 'epoch.move' };

/** The writes of the configuration. */
export const documentWrites = [insert, update, remove, moveEpoch];
