import {
  type CaCertificateRole,
  type CaState,
  type CaStateStore,
  type CaStateVersion,
  type CaStatus,
  type DeleteCaCertificate,
  type DeleteCaState,
  type FurtherCaCertificate,
  type InsertCaCertificate,
  type InsertCaState,
  REVOCATION_REASONS,
  revocationReasonOf,
  type UpdateCaState,
} from '../../../modules/ca/index.ts';
import {
  columnsBeside,
  deleteFrom,
  insertInto,
  type ParameterExpressions,
  type Schema,
  SqlStore,
  updateIn,
} from '../../sql/index.ts';
import { splitChain } from './encoded-chain.ts';

/** CA states in the database. */
export class SqlCaStateStore extends SqlStore implements CaStateStore {
  readonly #byId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number }>) =>
    kysely.selectFrom('ca_state').selectAll().where('ca_id', '=', given.caId),
  );
  readonly #versions = this.reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number; limit: number }>) =>
    kysely
      .selectFrom('ca_state')
      .select(['ca_id', 'status', 'version'])
      .where('ca_id', '>', given.caId)
      .orderBy('ca_id')
      .limit(given.limit),
  );
  readonly #bySubject = this.reads.prepareRead((kysely, given: ParameterExpressions<{ subjectKey: string }>) =>
    kysely.selectFrom('ca_state').select('ca_id').where('subject_key', '=', given.subjectKey),
  );
  readonly #subjectKeys = this.reads.prepareRead((kysely, given: ParameterExpressions<{ limit: number }>) =>
    kysely.selectFrom('ca_state').select('subject_key').limit(given.limit),
  );
  readonly #byPublicId = this.reads.prepareRead((kysely, given: ParameterExpressions<{ publicId: number }>) =>
    kysely.selectFrom('ca_state').select('ca_id').where('public_id', '=', given.publicId),
  );
  readonly #further = this.reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number; limit: number }>) =>
    kysely
      .selectFrom('ca_certificate')
      .selectAll()
      .where('ca_id', '=', given.caId)
      .orderBy('id', 'desc')
      .limit(given.limit),
  );

  async findState(caId: number): Promise<CaState | undefined> {
    const row = await this.#byId.first({ caId });
    return row && stateOf(row);
  }

  async listVersions(caId: number, limit: number): Promise<readonly CaStateVersion[]> {
    const rows = await this.#versions.all({ caId, limit });
    return rows.map(({ ca_id, status, version }) => ({ caId: ca_id, status: status as CaStatus, version }));
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

  async listFurtherCertificates(caId: number, limit: number): Promise<readonly FurtherCaCertificate[]> {
    const rows = await this.#further.all({ caId, limit });
    return rows.map((row) => ({
      id: row.id,
      caId: row.ca_id,
      role: row.role as CaCertificateRole,
      keyAlias: row.key_alias,
      chain: splitChain(row.chain),
      notAfter: row.not_after_s,
      createdMs: row.created_ms,
    }));
  }
}

function stateOf(row: Schema['ca_state']): CaState {
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

/** Columns of a state that may change. */
function changing(state: CaState) {
  const { request } = state;
  return {
    status: state.status,
    key_alias: state.keyAlias,
    alternative_key_alias: state.alternativeKeyAlias,
    key_sequence: state.keySequence,
    previous_key_alias: state.previousKeyAlias ?? null,
    request: request?.der ?? null,
    request_key_alias: request?.keyAlias ?? '',
    request_alternative_key_alias: request?.alternativeKeyAlias ?? '',
    request_key_sequence: request?.keySequence ?? '',
    request_chain: request === undefined ? null : Buffer.concat(request.chain),
    chain: Buffer.concat(state.chain),
    not_after_s: state.notAfter,
    revocation_reason: REVOCATION_REASONS[state.revocationReason],
    revoked_at_s: state.revokedAt ?? 0,
    version: state.version,
  };
}

const insert = insertInto('ca_state', 'ca-state.insert', ({ state }: InsertCaState) => ({
  ca_id: state.caId,
  public_id: state.publicId,
  subject_key: state.subjectKey,
  ...changing(state),
}));

const update = updateIn(
  'ca_state',
  'ca-state.update',
  { key: ['ca_id'], expected: ['version'], set: columnsBeside('ca_state', 'ca_id', 'public_id', 'subject_key') },
  ({ state }: UpdateCaState) => ({
    key: { ca_id: state.caId },
    expected: { version: state.version - 1 },
    set: changing(state),
  }),
);

const remove = deleteFrom(
  'ca_state',
  'ca-state.delete',
  { key: ['ca_id'], expected: ['version'] },
  ({ caId, expectedVersion }: DeleteCaState) => ({ ca_id: caId, version: expectedVersion }),
);

const insertCertificate = insertInto(
  'ca_certificate',
  'ca-certificate.insert',
  ({ certificate: { id, caId, role, keyAlias, chain, notAfter, createdMs } }: InsertCaCertificate) => ({
    id,
    ca_id: caId,
    role,
    key_alias: keyAlias,
    chain: Buffer.concat(chain),
    not_after_s: notAfter,
    created_ms: createdMs,
  }),
);

const removeCertificate = deleteFrom(
  'ca_certificate',
  'ca-certificate.delete',
  { key: ['id'] },
  ({ id }: DeleteCaCertificate) => ({ id }),
);

/** The writes of CA states and of the certificates that CAs keep. */
export const caStateWriteDefinitions = [insert, update, remove, insertCertificate, removeCertificate];
