import { asDer, type SerialNumber, serialNumberFromBytes, serialNumberToBytes } from '@sealwright/pki';
import { revocationReasonOf } from '../../../modules/ca/index.ts';
import type {
  DeletePreparedAnswer,
  InsertPreparedAnswer,
  PreparableCertificate,
  PreparedAnswer,
  PreparedAnswerStore,
  PreparedFor,
  ReplacePreparedAnswer,
} from '../../../modules/ocsp/index.ts';
import {
  columnsOf,
  type DeleteDefinition,
  type InsertDefinition,
  type ParameterExpressions,
  type PreparedRead,
  type Reads,
  type Schema,
  type UpdateDefinition,
} from '../../sql/index.ts';

type AnswerKey = { caId: number; serial: Uint8Array; hashBits: number };
type PageKey = { caId: number; after: Uint8Array; limit: number };
type RangeKey = { caId: number; after: Uint8Array; last: Uint8Array };
type EndKey = { now: number; limit: number };
type StatusRow = Pick<Schema['certificate'], (typeof STATUS_COLUMNS)[number]>;

/** Prepared OCSP answers in the database. */
export class SqlOcspAnswerStore implements PreparedAnswerStore {
  readonly #one: PreparedRead<AnswerKey, Schema['ocsp_answer']>;
  readonly #certificates: PreparedRead<PageKey, StatusRow>;
  readonly #between: PreparedRead<RangeKey, Schema['ocsp_answer']>;
  readonly #ended: PreparedRead<EndKey, Pick<Schema['ocsp_answer'], 'id' | 'produced_at_s'>>;

  constructor(reads: Reads) {
    this.#one = reads.prepareRead((kysely, given: ParameterExpressions<AnswerKey>) =>
      kysely
        .selectFrom('ocsp_answer')
        .selectAll()
        .where('ca_id', '=', given.caId)
        .where('serial', '=', given.serial)
        .where('hash_bits', '=', given.hashBits),
    );
    this.#certificates = reads.prepareRead((kysely, given: ParameterExpressions<PageKey>) =>
      kysely
        .selectFrom('certificate')
        .select(STATUS_COLUMNS)
        .where('ca_id', '=', given.caId)
        .where('serial', '>', given.after)
        .orderBy('serial')
        .limit(given.limit),
    );
    this.#between = reads.prepareRead((kysely, given: ParameterExpressions<RangeKey>) =>
      kysely
        .selectFrom('ocsp_answer')
        .selectAll()
        .where('ca_id', '=', given.caId)
        .where('serial', '>', given.after)
        .where('serial', '<=', given.last),
    );
    this.#ended = reads.prepareRead((kysely, given: ParameterExpressions<EndKey>) =>
      kysely
        .selectFrom('ocsp_answer')
        .select(['id', 'produced_at_s'])
        .where('next_update_s', '<', given.now)
        .orderBy('next_update_s')
        .limit(given.limit),
    );
  }

  async find({ caId, serialNumber, hashBits }: PreparedFor): Promise<PreparedAnswer | undefined> {
    const row = await this.#one.first({ caId, serial: serialNumberToBytes(serialNumber), hashBits });
    return row && answerOf(row);
  }

  async listCertificates(
    caId: number,
    after: SerialNumber | undefined,
    limit: number,
  ): Promise<readonly PreparableCertificate[]> {
    const rows = await this.#certificates.all({ caId, after: bytesOf(after), limit });
    return rows.map((row) => ({
      serialNumber: serialNumberFromBytes(row.serial),
      record: {
        status: row.status,
        reason: revocationReasonOf(row.revocation_reason),
        revokedAt: row.revoked_at_s ?? undefined,
        notAfter: row.not_after_s,
        caSha1: row.ca_sha1,
        version: row.version,
      },
    }));
  }

  async listBetween(
    caId: number,
    after: SerialNumber | undefined,
    last: SerialNumber,
  ): Promise<readonly PreparedAnswer[]> {
    return (await this.#between.all({ caId, after: bytesOf(after), last: bytesOf(last) })).map(answerOf);
  }

  async listEnded(now: number, limit: number): Promise<readonly Pick<PreparedAnswer, 'id' | 'producedAt'>[]> {
    return (await this.#ended.all({ now, limit })).map((row) => ({ id: row.id, producedAt: row.produced_at_s }));
  }
}

/** No serial number is empty, so all come after nothing. */
function bytesOf(serialNumber: SerialNumber | undefined): Uint8Array {
  return serialNumber === undefined ? new Uint8Array() : serialNumberToBytes(serialNumber);
}

function answerOf(row: Schema['ocsp_answer']): PreparedAnswer {
  return {
    id: row.id,
    caId: row.ca_id,
    serialNumber: serialNumberFromBytes(row.serial),
    hashBits: row.hash_bits,
    certificateVersion: row.certificate_version,
    signerSha256: row.signer_sha256,
    producedAt: row.produced_at_s,
    thisUpdate: row.this_update_s,
    nextUpdate: row.next_update_s,
    tbs: asDer<'OcspResponseData'>(row.tbs),
    signature: row.signature,
  };
}

const STATUS_COLUMNS = [
  'serial',
  'status',
  'revocation_reason',
  'revoked_at_s',
  'not_after_s',
  'ca_sha1',
  'version',
] as const;

/** Columns that another answer changes. */
const CHANGING = columnsOf(
  'ocsp_answer',
  'certificate_version',
  'signer_sha256',
  'produced_at_s',
  'this_update_s',
  'next_update_s',
  'tbs',
  'signature',
);

function changingValues(answer: PreparedAnswer) {
  const { certificateVersion, signerSha256, producedAt, thisUpdate, nextUpdate, tbs, signature } = answer;
  return [certificateVersion, signerSha256, producedAt, thisUpdate, nextUpdate, tbs, signature];
}

const insert: InsertDefinition<InsertPreparedAnswer> = {
  kind: 'insert',
  op: 'ocsp-answer.insert',
  table: 'ocsp_answer',
  columns: { ...columnsOf('ocsp_answer', 'id', 'ca_id', 'serial', 'hash_bits'), ...CHANGING },
  row: ({ answer }) => [
    answer.id,
    answer.caId,
    serialNumberToBytes(answer.serialNumber),
    answer.hashBits,
    ...changingValues(answer),
  ],
};

const replace: UpdateDefinition<ReplacePreparedAnswer> = {
  kind: 'update',
  op: 'ocsp-answer.replace',
  table: 'ocsp_answer',
  key: columnsOf('ocsp_answer', 'id'),
  expected: columnsOf('ocsp_answer', 'produced_at_s'),
  set: CHANGING,
  values: ({ answer, before }) => ({ key: [answer.id], expected: [before], set: changingValues(answer) }),
};

const remove: DeleteDefinition<DeletePreparedAnswer> = {
  kind: 'delete',
  op: 'ocsp-answer.delete',
  table: 'ocsp_answer',
  key: columnsOf('ocsp_answer', 'id'),
  expected: columnsOf('ocsp_answer', 'produced_at_s'),
  values: ({ id, producedAt }) => ({ key: [id], expected: [producedAt] }),
};

/** The writes of prepared answers. */
export const ocspAnswerWriteDefinitions = [insert, replace, remove];
