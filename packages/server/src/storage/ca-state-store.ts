import {
  type CaState,
  type CaStateStore,
  type CaStatus,
  type DeleteCaState,
  type InsertCaState,
  REVOCATION_REASONS,
  revocationReasonOf,
} from '../modules/ca/index.ts';
import { DerReader } from '@sealwright/pki';
import type { ParameterExpressions, PreparedRead, Reads } from './reads.ts';
import type { CaStateTable } from './schema.ts';
import type { DeleteDefinition, InsertDefinition } from './write-definition.ts';

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
    return (
      row && {
        caId: row.ca_id,
        publicId: row.public_id,
        subjectKey: row.subject_key,
        status: row.status as CaStatus,
        keyAlias: row.key_alias,
        chain: splitChain(row.chain),
        notAfter: row.not_after_s,
        revocationReason: revocationReasonOf(row.revocation_reason),
        revokedAt: row.revoked_at_s === 0 ? undefined : row.revoked_at_s,
        version: row.version,
      }
    );
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

function splitChain(bytes: Uint8Array): Uint8Array[] {
  const chain: Uint8Array[] = [];
  for (const reader = new DerReader(bytes); !reader.atEnd;) chain.push(reader.readAny().raw);
  return chain;
}

const insert: InsertDefinition<InsertCaState> = {
  kind: 'insert',
  op: 'ca-state.insert',
  table: 'ca_state',
  columns: {
    ca_id: 'integer',
    public_id: 'integer',
    subject_key: 'text',
    status: 'text',
    key_alias: 'text',
    chain: 'bytes',
    not_after_s: 'integer',
    revocation_reason: 'integer',
    revoked_at_s: 'integer',
    version: 'integer',
  },
  row: ({ state }) => [
    state.caId,
    state.publicId,
    state.subjectKey,
    state.status,
    state.keyAlias,
    Buffer.concat(state.chain),
    state.notAfter,
    REVOCATION_REASONS[state.revocationReason],
    state.revokedAt ?? 0,
    state.version,
  ],
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
export const caStateWriteDefinitions = [insert, remove];
