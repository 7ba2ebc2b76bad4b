import {
  type CaState,
  type CaStateStore,
  type CaStatus,
  type DeleteCaState,
  type InsertCaState,
  REVOCATION_REASONS,
  revocationReasonOf,
  type UpdateCaState,
} from '../modules/ca/index.ts';
import type { ParameterExpressions, PreparedRead, Reads } from './reads.ts';
import type { CaStateTable } from './schema.ts';
import { splitChain } from './encoded-chain.ts';
import type { ColumnValue, DeleteDefinition, InsertDefinition, UpdateDefinition } from './write-definition.ts';

/** CA states in the database. */
export class SqlCaStateStore implements CaStateStore {
  readonly #byId: PreparedRead<{ caId: number }, CaStateTable>;
  readonly #bySubject: PreparedRead<{ subjectKey: string }, { ca_id: number }>;
  readonly #subjectKeys: PreparedRead<{ limit: number }, { subject_key: string }>;
  readonly #byPublicId: PreparedRead<{ publicId: number }, { ca_id: number }>;

  constructor(reads: Reads) {
    this.#byId = reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number }>) =>
      kysely.selectFrom('ca_state').selectAll().where('ca_id', '=', given.caId),
    );
    this.#bySubject = reads.prepareRead((kysely, given: ParameterExpressions<{ subjectKey: string }>) =>
      kysely.selectFrom('ca_state').select('ca_id').where('subject_key', '=', given.subjectKey),
    );
    this.#subjectKeys = reads.prepareRead((kysely, given: ParameterExpressions<{ limit: number }>) =>
      kysely.selectFrom('ca_state').select('subject_key').limit(given.limit),
    );
    this.#byPublicId = reads.prepareRead((kysely, given: ParameterExpressions<{ publicId: number }>) =>
      kysely.selectFrom('ca_state').select('ca_id').where('public_id', '=', given.publicId),
    );
  }

  async findState(caId: number): Promise<CaState | undefined> {
    const row = await this.#byId.first({ caId });
    return row && stateOf(row);
  }

  async findIdBySubject(subjectKey: string): Promise<number | undefined> {
    return (await this.#bySubject.first({ subjectKey }))?.ca_id;
  }

  async listSubjectKeys(limit: number): Promise<readonly string[]> {
    const rows = await this.#subjectKeys.all({ limit });
    return rows.map(({ subject_key }) => subject_key);
  }

  async findIdByPublicId(publicId: number): Promise<number | undefined> {
    return (await this.#byPublicId.first({ publicId }))?.ca_id;
  }
}

function stateOf(row: CaStateTable): CaState {
  return {
    caId: row.ca_id,
    publicId: row.public_id,
    subjectKey: row.subject_key,
    status: row.status as CaStatus,
    keyAlias: row.key_alias,
    alternativeKeyAlias: row.alternative_key_alias,
    keySequence: row.key_sequence,
    previousKeyAlias: row.previous_key_alias ?? undefined,
    request:
      row.request === null
        ? undefined
        : {
            der: row.request,
            keyAlias: row.request_key_alias,
            alternativeKeyAlias: row.request_alternative_key_alias,
            keySequence: row.request_key_sequence,
            chain: splitChain(row.request_chain ?? new Uint8Array()),
          },
    chain: splitChain(row.chain),
    notAfter: row.not_after_s,
    revocationReason: revocationReasonOf(row.revocation_reason),
    revokedAt: row.revoked_at_s === 0 ? undefined : row.revoked_at_s,
    version: row.version,
  };
}

/** What may change of a state, in the order of {@link changingValues}. */
const CHANGING = {
  status: 'text',
  key_alias: 'text',
  alternative_key_alias: 'text',
  key_sequence: 'text',
  previous_key_alias: 'text',
  request: 'bytes',
  request_key_alias: 'text',
  request_alternative_key_alias: 'text',
  request_key_sequence: 'text',
  request_chain: 'bytes',
  chain: 'bytes',
  not_after_s: 'integer',
  revocation_reason: 'integer',
  revoked_at_s: 'integer',
  version: 'integer',
} as const;

function changingValues(state: CaState): readonly ColumnValue[] {
  const { request } = state;
  return [
    state.status,
    state.keyAlias,
    state.alternativeKeyAlias,
    state.keySequence,
    state.previousKeyAlias ?? null,
    request?.der ?? null,
    request?.keyAlias ?? '',
    request?.alternativeKeyAlias ?? '',
    request?.keySequence ?? '',
    request === undefined ? null : Buffer.concat(request.chain),
    Buffer.concat(state.chain),
    state.notAfter,
    REVOCATION_REASONS[state.revocationReason],
    state.revokedAt ?? 0,
    state.version,
  ];
}

const insert: InsertDefinition<InsertCaState> = {
  kind: 'insert',
  op: 'ca-state.insert',
  table: 'ca_state',
  columns: { ca_id: 'integer', public_id: 'integer', subject_key: 'text', ...CHANGING },
  row: ({ state }) => [state.caId, state.publicId, state.subjectKey, ...changingValues(state)],
};

const update: UpdateDefinition<UpdateCaState> = {
  kind: 'update',
  op: 'ca-state.update',
  table: 'ca_state',
  key: { ca_id: 'integer' },
  expected: { version: 'integer' },
  set: CHANGING,
  values: ({ state }) => ({ key: [state.caId], expected: [state.version - 1], set: changingValues(state) }),
};

const remove: DeleteDefinition<DeleteCaState> = {
  kind: 'delete',
  op: 'ca-state.delete',
  table: 'ca_state',
  key: { ca_id: 'integer' },
  expected: { version: 'integer' },
  values: ({ caId, expectedVersion }) => ({ key: [caId], expected: [expectedVersion] }),
};

/** The writes of CA states. */
export const caStateWriteDefinitions = [insert, update, remove];
