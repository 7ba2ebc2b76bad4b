import { sql } from 'kysely';
import type {
  ClaimKey,
  ClaimName,
  DeleteEndEntity,
  EndEntity,
  EndEntityStatus,
  EndEntityStore,
  ExtendedInformation,
  UsernameHolder,
  InsertEndEntity,
  KeepFormerId,
  TokenType,
  UpdateEndEntity,
} from '../../../modules/ra/index.ts';
import {
  type ClaimDefinition,
  columnsBeside,
  columnsOf,
  deleteFrom,
  insertInto,
  type ParameterExpressions,
  type Schema,
  SqlStore,
  updateIn,
} from '../../sql/index.ts';

/** End entities in the database. */
export class SqlEndEntityStore extends SqlStore implements EndEntityStore {
  readonly #byUsername = this.reads.prepareRead((kysely, given: ParameterExpressions<{ username: string }>) =>
    kysely.selectFrom('end_entity').selectAll().where('username', '=', given.username),
  );
  readonly #withFormerId = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<{ username: string }>) =>
      kysely
        .selectFrom(sql<{ named: string }>`(SELECT CAST(${given.username} AS TEXT) AS named)`.as('asked'))
        .leftJoin('end_entity', 'end_entity.username', 'asked.named')
        .leftJoin('former_end_entity', 'former_end_entity.username', 'asked.named')
        .selectAll('end_entity')
        .select('former_end_entity.end_entity_id as former_id'),
    { isGathered: true },
  );
  readonly #keyClaim = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<{ caId: number; publicKeySha256: Uint8Array }>) =>
      kysely
        .selectFrom('key_claim')
        .select('end_entity_id')
        .where('ca_id', '=', given.caId)
        .where('public_key_sha256', '=', given.publicKeySha256),
  );
  readonly #nameClaim = this.reads.prepareRead(
    (kysely, given: ParameterExpressions<{ caId: number; subjectKey: Uint8Array }>) =>
      kysely
        .selectFrom('name_claim')
        .select('end_entity_id')
        .where('ca_id', '=', given.caId)
        .where('subject_key', '=', given.subjectKey),
  );
  readonly #formerId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ username: string }>) =>
    kysely.selectFrom('former_end_entity').select('end_entity_id').where('username', '=', given.username),
  );

  async findByUsername(username: string): Promise<EndEntity | undefined> {
    const row = await this.#byUsername.first({ username });
    return row && endEntityOf(row);
  }

  async findWithFormerId(username: string): Promise<UsernameHolder> {
    const { former_id: formerId, ...row } = (await this.#withFormerId.first({ username }))!;
    return {
      endEntity: row.id === null ? undefined : endEntityOf(row as Schema['end_entity']),
      formerId: formerId ?? undefined,
    };
  }

  async findFormerId(username: string): Promise<number | undefined> {
    return (await this.#formerId.first({ username }))?.end_entity_id;
  }

  async findClaimant(claim: ClaimKey | ClaimName): Promise<number | undefined> {
    const { caId } = claim;
    const found =
      claim.op === 'key.claim'
        ? await this.#keyClaim.first({ caId, publicKeySha256: claim.publicKeySha256 })
        : await this.#nameClaim.first({ caId, subjectKey: claim.subjectKey });
    return found?.end_entity_id;
  }
}

function endEntityOf(row: Schema['end_entity']): EndEntity {
  return {
    id: row.id,
    username: row.username,
    caId: row.ca_id,
    certificateProfileId: row.certificate_profile_id,
    endEntityProfileId: row.end_entity_profile_id,
    subjectDn: row.subject_dn,
    subjectAltName: row.subject_alt_name ?? undefined,
    email: row.email ?? undefined,
    status: row.status as EndEntityStatus,
    tokenType: row.token_type as TokenType,
    kind: row.kind,
    passwordVerifier: row.password_verifier ?? undefined,
    sealedPassword: row.sealed_password ?? undefined,
    extended: JSON.parse(row.extended) as ExtendedInformation,
    createdMs: row.created_ms,
    modifiedMs: row.modified_ms,
    version: row.version,
  };
}

/** Columns that an edit may change: all but the id and the time of creation. */
function changeable(endEntity: EndEntity) {
  return {
    username: endEntity.username,
    ca_id: endEntity.caId,
    certificate_profile_id: endEntity.certificateProfileId,
    end_entity_profile_id: endEntity.endEntityProfileId,
    subject_dn: endEntity.subjectDn,
    subject_alt_name: endEntity.subjectAltName ?? null,
    email: endEntity.email ?? null,
    status: endEntity.status,
    token_type: endEntity.tokenType,
    kind: endEntity.kind,
    password_verifier: endEntity.passwordVerifier ?? null,
    sealed_password: endEntity.sealedPassword ?? null,
    extended: JSON.stringify(endEntity.extended),
    modified_ms: endEntity.modifiedMs,
    version: endEntity.version,
  };
}

const insert = insertInto('end_entity', 'end-entity.insert', ({ endEntity }: InsertEndEntity) => ({
  id: endEntity.id,
  created_ms: endEntity.createdMs,
  ...changeable(endEntity),
}));

const update = updateIn(
  'end_entity',
  'end-entity.update',
  { key: ['id'], expected: ['version'], set: columnsBeside('end_entity', 'id', 'created_ms') },
  ({ endEntity, expectedVersion }: UpdateEndEntity) => ({
    key: { id: endEntity.id },
    expected: { version: expectedVersion },
    set: changeable(endEntity),
  }),
);

const remove = deleteFrom(
  'end_entity',
  'end-entity.delete',
  { key: ['id'], expected: ['version'] },
  ({ endEntity: { id, version } }: DeleteEndEntity) => ({ id, version }),
);

const keepFormerId: ClaimDefinition<KeepFormerId> = {
  kind: 'claim',
  op: 'end-entity.keep-former-id',
  table: 'former_end_entity',
  key: columnsOf('former_end_entity', 'username'),
  owner: columnsOf('former_end_entity', 'end_entity_id'),
  values: ({ username, endEntityId }) => ({ key: [username], owner: [endEntityId] }),
};

const claimKey: ClaimDefinition<ClaimKey> = {
  kind: 'claim',
  op: 'key.claim',
  table: 'key_claim',
  key: columnsOf('key_claim', 'ca_id', 'public_key_sha256'),
  owner: columnsOf('key_claim', 'end_entity_id'),
  values: ({ caId, publicKeySha256, endEntityId }) => ({ key: [caId, publicKeySha256], owner: [endEntityId] }),
};

const claimName: ClaimDefinition<ClaimName> = {
  kind: 'claim',
  op: 'name.claim',
  table: 'name_claim',
  key: columnsOf('name_claim', 'ca_id', 'subject_key'),
  owner: columnsOf('name_claim', 'end_entity_id'),
  values: ({ caId, subjectKey, endEntityId }) => ({ key: [caId, subjectKey], owner: [endEntityId] }),
};

/** The writes of end entities and their claims. */
export const endEntityWriteDefinitions = [insert, update, remove, keepFormerId, claimKey, claimName];
