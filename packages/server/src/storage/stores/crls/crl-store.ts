import {
  type AdvanceCrlNumber,
  type CrlChange,
  type CrlHead,
  type CrlKind,
  type CrlRecord,
  type CrlScope,
  type CrlStore,
  type DeleteCrl,
  type DeleteCrlPart,
  type EndDeltaBase,
  type EndedCrl,
  type ForgetCrlChange,
  type InsertCrl,
  type InsertCrlPart,
  type NoteCrlChange,
  type OctetRange,
  type StartCrlNumbers,
} from '../../../modules/ca/index.ts';
import { deleteFrom, insertInto, type ParameterExpressions, type Schema, SqlStore, updateIn } from '../../sql/index.ts';

type ScopeKey = { caId: number; partition: number };
type LatestKey = ScopeKey & { delta: number };
type EndedKey = LatestKey & { endedBefore: number; limit: number };
type PartKey = { crlId: number; part: number };
type HeadRow = Pick<Schema['crl'], (typeof HEAD_COLUMNS)[number]>;

/** Dates of CRLs, with which the clock is compared. */
export class CrlTimes extends SqlStore {
  readonly #latest = this.reads.prepareRead((kysely) =>
    kysely.selectFrom('crl').select(({ fn }) => fn.max('this_update_s').as('latest')),
  );

  /** The latest thisUpdate, in milliseconds since 1970; undefined without a CRL. It looks at all of them. */
  async latestMs(): Promise<number | undefined> {
    const latest = (await this.#latest.first({}))?.latest;
    return typeof latest === 'number' ? latest * 1000 : undefined;
  }
}

/** CRLs in the database. */
export class SqlCrlStore extends SqlStore implements CrlStore {
  readonly #latest = this.reads.prepareRead((kysely, given: ParameterExpressions<LatestKey>) =>
    kysely
      .selectFrom('crl')
      .selectAll()
      .where('ca_id', '=', given.caId)
      .where('partition', '=', given.partition)
      .where('delta', '=', given.delta)
      .orderBy('number', 'desc')
      .limit(1),
  );
  readonly #head = this.reads.prepareRead((kysely, given: ParameterExpressions<LatestKey>) =>
    kysely
      .selectFrom('crl')
      .select(HEAD_COLUMNS)
      .where('ca_id', '=', given.caId)
      .where('partition', '=', given.partition)
      .where('delta', '=', given.delta)
      .orderBy('number', 'desc')
      .limit(1),
  );
  readonly #ended = this.reads.prepareRead((kysely, given: ParameterExpressions<EndedKey>) =>
    kysely
      .selectFrom('crl')
      .select(['id', 'number'])
      .where('ca_id', '=', given.caId)
      .where('partition', '=', given.partition)
      .where('delta', '=', given.delta)
      .where('next_update_s', '<', given.endedBefore)
      .where('number', '<', (build) =>
        build
          .selectFrom('crl as newer')
          .select(({ fn }) => fn.max('newer.number').as('newest'))
          .where('newer.ca_id', '=', given.caId)
          .where('newer.partition', '=', given.partition)
          .where('newer.delta', '=', given.delta),
      )
      .orderBy('number')
      .limit(given.limit),
  );
  readonly #number = this.reads.prepareRead((kysely, given: ParameterExpressions<ScopeKey>) =>
    kysely
      .selectFrom('crl_number')
      .select('number')
      .where('ca_id', '=', given.caId)
      .where('partition', '=', given.partition),
  );
  readonly #changes = this.reads.prepareRead((kysely, given: ParameterExpressions<ScopeKey & { limit: number }>) =>
    kysely
      .selectFrom('crl_change')
      .select(['certificate_id', 'version'])
      .where('ca_id', '=', given.caId)
      .where('partition', '=', given.partition)
      .orderBy('certificate_id')
      .orderBy('version')
      .limit(given.limit),
  );
  readonly #part = this.reads.prepareRead((kysely, given: ParameterExpressions<PartKey>) =>
    kysely.selectFrom('crl_part').select('der').where('crl_id', '=', given.crlId).where('part', '=', given.part),
  );

  async findLatest(scope: CrlScope, kind: CrlKind): Promise<CrlRecord | undefined> {
    const row = await this.#latest.first(keyOf(scope, kind));
    return (
      row && {
        id: row.id,
        caId: row.ca_id,
        partition: row.partition,
        baseNumber: row.base_number ?? undefined,
        sha1: row.sha1,
        parts: row.parts,
        der: row.der,
        ...headOf(row),
      }
    );
  }

  async findLatestHead(scope: CrlScope, kind: CrlKind): Promise<CrlHead | undefined> {
    const row = await this.#head.first(keyOf(scope, kind));
    return row && headOf(row);
  }

  async findNumber({ caId, partition }: CrlScope): Promise<number | undefined> {
    return (await this.#number.first({ caId, partition }))?.number;
  }

  async findChanges({ caId, partition }: CrlScope, limit: number): Promise<readonly CrlChange[]> {
    const rows = await this.#changes.all({ caId, partition, limit });
    return rows.map(({ certificate_id: certificateId, version }) => ({ certificateId, version }));
  }

  findEnded(scope: CrlScope, kind: CrlKind, endedBefore: number, limit: number): Promise<readonly EndedCrl[]> {
    return this.#ended.all({ ...keyOf(scope, kind), endedBefore, limit });
  }

  async *read(
    { id, parts, der, octets }: CrlRecord,
    { start, end }: OctetRange = { start: 0, end: octets },
  ): AsyncGenerator<Uint8Array> {
    if (parts === 0) {
      yield der.subarray(start, end);
      return;
    }
    const first = await this.#readPart(id, 0);
    // As long as all others but the last.
    const { length } = first;
    for (let part = Math.floor(start / length); part * length < end; part++) {
      const piece = part === 0 ? first : await this.#readPart(id, part);
      const before = part * length;
      yield piece.subarray(Math.max(start - before, 0), end - before);
    }
  }

  async #readPart(crlId: number, part: number): Promise<Uint8Array> {
    const row = await this.#part.first({ crlId, part });
    if (row === undefined) throw new RangeError(`part ${part} of the CRL ${crlId} is missing`);
    return row.der;
  }
}

function keyOf({ caId, partition }: CrlScope, kind: CrlKind): LatestKey {
  return { caId, partition, delta: kind === 'delta' ? 1 : 0 };
}

function headOf(row: HeadRow): CrlHead {
  return {
    number: row.number,
    thisUpdate: row.this_update_s,
    nextUpdate: row.next_update_s,
    octets: row.octets,
    deltaBase: row.delta_base === 1,
    imported: row.imported !== MADE_HERE,
    complete: row.imported === IMPORTED_COMPLETE,
    createdMs: row.created_ms,
  };
}

const HEAD_COLUMNS = [
  'number',
  'this_update_s',
  'next_update_s',
  'octets',
  'delta_base',
  'imported',
  'created_ms',
] as const;

/** Values of the column `imported`. */
const MADE_HERE = 0;
const IMPORTED = 1;
const IMPORTED_COMPLETE = 2;

const insertPart = insertInto('crl_part', 'crl-part.insert', ({ crlId, part, der, createdMs }: InsertCrlPart) => ({
  crl_id: crlId,
  part,
  der,
  created_ms: createdMs,
}));

const deletePart = deleteFrom(
  'crl_part',
  'crl-part.delete',
  { key: ['crl_id', 'part'] },
  ({ crlId, part }: DeleteCrlPart) => ({ crl_id: crlId, part }),
);

const startNumbers = insertInto('crl_number', 'crl-number.start', ({ scope, number }: StartCrlNumbers) => ({
  ca_id: scope.caId,
  partition: scope.partition,
  number,
}));

const advanceNumber = updateIn(
  'crl_number',
  'crl-number.advance',
  { key: ['ca_id', 'partition'], expected: ['number'], set: ['number'] },
  ({ scope, expected, number }: AdvanceCrlNumber) => ({
    key: { ca_id: scope.caId, partition: scope.partition },
    expected: { number: expected },
    set: { number },
  }),
);

const insert = insertInto('crl', 'crl.insert', ({ crl }: InsertCrl) => ({
  id: crl.id,
  ca_id: crl.caId,
  partition: crl.partition,
  number: crl.number,
  delta: crl.baseNumber === undefined ? 0 : 1,
  base_number: crl.baseNumber ?? null,
  this_update_s: crl.thisUpdate,
  next_update_s: crl.nextUpdate,
  sha1: crl.sha1,
  der: crl.der,
  created_ms: crl.createdMs,
  octets: crl.octets,
  parts: crl.parts,
  delta_base: crl.deltaBase ? 1 : 0,
  imported: crl.complete ? IMPORTED_COMPLETE : crl.imported ? IMPORTED : MADE_HERE,
}));

const deleteCrl = deleteFrom('crl', 'crl.delete', { key: ['id'] }, ({ id }: DeleteCrl) => ({ id }));

const endDeltaBase = updateIn(
  'crl',
  'crl.end-delta-base',
  { key: ['ca_id', 'partition', 'number'], expected: ['delta_base'], set: ['delta_base'] },
  ({ scope, number }: EndDeltaBase) => ({
    key: { ca_id: scope.caId, partition: scope.partition, number },
    expected: { delta_base: 1 },
    set: { delta_base: 0 },
  }),
);

const noteChange = insertInto('crl_change', 'crl-change.note', (write: NoteCrlChange) => changeRow(write));
const forgetChange = deleteFrom(
  'crl_change',
  'crl-change.forget',
  { key: ['ca_id', 'partition', 'certificate_id', 'version'] },
  (write: ForgetCrlChange) => changeRow(write),
);
function changeRow({ scope, change }: Pick<NoteCrlChange, 'scope' | 'change'>) {
  return {
    ca_id: scope.caId,
    partition: scope.partition,
    certificate_id: change.certificateId,
    version: change.version,
  };
}

/** The writes of CRLs. */
export const crlWriteDefinitions = [
  insertPart,
  deletePart,
  startNumbers,
  advanceNumber,
  insert,
  deleteCrl,
  endDeltaBase,
  noteChange,
  forgetChange,
];
