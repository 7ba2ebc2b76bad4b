import type {
  CrlChange,
  CrlHead,
  CrlKind,
  CrlRecord,
  CrlScope,
  CrlStore,
  EndedCrl,
  OctetRange,
} from '../../../modules/ca/index.ts';
import { type ParameterExpressions, type Schema, SqlStore } from '../../sql/index.ts';
import { CRL_ORIGINS } from './crl-writes.ts';

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
    imported: row.imported !== CRL_ORIGINS.here,
    complete: row.imported === CRL_ORIGINS.importedComplete,
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
