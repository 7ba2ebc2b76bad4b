import { asDer, type SerialNumber, serialNumberFromBytes, serialNumberToBytes } from '@sealwright/pki';
import { revocationReasonOf } from '../../../modules/ca/index.ts';
import type {
  DeletePreparedAnswer,
  DueCertificate,
  DueQuery,
  InsertPreparedAnswer,
  PreparedAnswer,
  PreparedAnswerStore,
  PreparedFor,
  ReplacePreparedAnswer,
} from '../../../modules/ocsp/index.ts';
import {
  columnsBeside,
  deleteFrom,
  insertInto,
  type ParameterExpressions,
  type Schema,
  SqlStore,
  updateIn,
} from '../../sql/index.ts';

type AnswerKey = { caId: number; serial: Uint8Array; hashBits: number };
type NthKey = { caId: number; after: Uint8Array; offset: number };
type DueKey = Omit<DueQuery, 'after' | 'last'> & { after: Uint8Array; last: Uint8Array };
type EndKey = { now: number; limit: number };
type DueRow = Pick<Schema['certificate'], (typeof STATUS_COLUMNS)[number]> & Nullable<AnswerColumns>;
type AnswerColumns = {
  answer_id: number;
  certificate_version: number;
  signer_sha256: Uint8Array;
  produced_at_s: number;
  next_update_s: number;
};
type Nullable<T> = { [K in keyof T]: T[K] | null };

/** Prepared OCSP answers in the database. */
export class SqlOcspAnswerStore extends SqlStore implements PreparedAnswerStore {
  readonly #one = this.reads.prepareRead((kysely, given: ParameterExpressions<AnswerKey>) =>
    kysely
      .selectFrom('ocsp_answer')
      .selectAll()
      .where('ca_id', '=', given.caId)
      .where('serial', '=', given.serial)
      .where('hash_bits', '=', given.hashBits),
  );
  readonly #nth = this.reads.prepareRead((kysely, given: ParameterExpressions<NthKey>) =>
    kysely
      .selectFrom('certificate')
      .select('serial')
      .where('ca_id', '=', given.caId)
      .where('serial', '>', given.after)
      .orderBy('serial')
      .limit(1)
      .offset(given.offset),
  );
  readonly #due = this.reads.prepareRead((kysely, given: ParameterExpressions<DueKey>) =>
    kysely
      .selectFrom('certificate as c')
      .leftJoin('ocsp_answer as a', (join) =>
        join.onRef('a.ca_id', '=', 'c.ca_id').onRef('a.serial', '=', 'c.serial').on('a.hash_bits', '=', given.hashBits),
      )
      .select(STATUS_COLUMNS.map((column) => `c.${column}` as const))
      .select(['a.id as answer_id', 'a.certificate_version', 'a.signer_sha256', 'a.produced_at_s', 'a.next_update_s'])
      .where('c.ca_id', '=', given.caId)
      .where('c.serial', '>', given.after)
      .where('c.serial', '<=', given.last)
      .where('c.ca_sha1', '=', given.caSha1)
      .where('c.not_after_s', '>=', given.now)
      .where((is) =>
        is.or([
          is('a.id', 'is', null),
          is('a.certificate_version', '<>', is.ref('c.version')),
          is('a.signer_sha256', '<>', given.signerSha256),
          is('a.produced_at_s', '>', given.now),
          is('a.produced_at_s', '<=', given.producedUntil),
          is(is('a.next_update_s', '-', is.ref('a.produced_at_s')), '<', given.validitySeconds),
        ]),
      ),
  );
  readonly #ended = this.reads.prepareRead((kysely, given: ParameterExpressions<EndKey>) =>
    kysely
      .selectFrom('ocsp_answer')
      .select(['id', 'produced_at_s'])
      .where('next_update_s', '<', given.now)
      .orderBy('next_update_s')
      .limit(given.limit),
  );

  async find({ caId, serialNumber, hashBits }: PreparedFor): Promise<PreparedAnswer | undefined> {
    const row = await this.#one.first({ caId, serial: serialNumberToBytes(serialNumber), hashBits });
    return row && answerOf(row);
  }

  async findNth(caId: number, after: SerialNumber | undefined, count: number): Promise<SerialNumber | undefined> {
    const row = await this.#nth.first({ caId, after: bytesOf(after), offset: count - 1 });
    return row && serialNumberFromBytes(row.serial);
  }

  async listDue({ after, last, ...query }: DueQuery): Promise<readonly DueCertificate[]> {
    const end = last === undefined ? BEHIND_ALL : serialNumberToBytes(last);
    const rows = await this.#due.all({ ...query, after: bytesOf(after), last: end });
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
      before: beforeOf(row),
    }));
  }

  async listEnded(now: number, limit: number): Promise<readonly Pick<PreparedAnswer, 'id' | 'producedAt'>[]> {
    return (await this.#ended.all({ now, limit })).map((row) => ({ id: row.id, producedAt: row.produced_at_s }));
  }
}

/** No serial number is empty, so all come after nothing. */
function bytesOf(serialNumber: SerialNumber | undefined): Uint8Array {
  return serialNumber === undefined ? new Uint8Array() : serialNumberToBytes(serialNumber);
}

function beforeOf(row: DueRow): DueCertificate['before'] {
  if (row.answer_id === null) return undefined;
  return {
    id: row.answer_id,
    certificateVersion: row.certificate_version!,
    signerSha256: row.signer_sha256!,
    producedAt: row.produced_at_s!,
    nextUpdate: row.next_update_s!,
  };
}

/** No serial number begins with it: all are positive. */
const BEHIND_ALL = Uint8Array.of(0xff);

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
function changing({
  certificateVersion,
  signerSha256,
  producedAt,
  thisUpdate,
  nextUpdate,
  tbs,
  signature,
}: PreparedAnswer) {
  return {
    certificate_version: certificateVersion,
    signer_sha256: signerSha256,
    produced_at_s: producedAt,
    this_update_s: thisUpdate,
    next_update_s: nextUpdate,
    tbs,
    signature,
  };
}

const insert = insertInto('ocsp_answer', 'ocsp-answer.insert', ({ answer }: InsertPreparedAnswer) => ({
  id: answer.id,
  ca_id: answer.caId,
  serial: serialNumberToBytes(answer.serialNumber),
  hash_bits: answer.hashBits,
  ...changing(answer),
}));

const replace = updateIn(
  'ocsp_answer',
  'ocsp-answer.replace',
  {
    key: ['id'],
    expected: ['produced_at_s'],
    set: columnsBeside('ocsp_answer', 'id', 'ca_id', 'serial', 'hash_bits'),
  },
  ({ answer, before }: ReplacePreparedAnswer) => ({
    key: { id: answer.id },
    expected: { produced_at_s: before },
    set: changing(answer),
  }),
);

const remove = deleteFrom(
  'ocsp_answer',
  'ocsp-answer.delete',
  { key: ['id'], expected: ['produced_at_s'] },
  ({ id, producedAt }: DeletePreparedAnswer) => ({ id, produced_at_s: producedAt }),
);

/** The writes of prepared answers. */
export const ocspAnswerWriteDefinitions = [insert, replace, remove];
