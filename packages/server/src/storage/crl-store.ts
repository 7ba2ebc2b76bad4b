import { asDer } from '@sealwright/pki';
import type { CrlHead, CrlRecord, CrlScope, CrlStore, InsertCrl } from '../modules/ca/index.ts';
import type { ParameterExpressions, PreparedRead, Reads } from './reads.ts';
import type { CrlTable } from './schema.ts';
import type { InsertDefinition } from './write-definition.ts';

type ScopeKey = { caId: number; partition: number; delta: number };
type HeadRow = Pick<CrlTable, 'number' | 'this_update_s' | 'next_update_s'>;

/** CRLs in the database. */
export class SqlCrlStore implements CrlStore {
  readonly #latest: PreparedRead<ScopeKey, CrlTable>;
  readonly #head: PreparedRead<ScopeKey, HeadRow>;

  constructor(reads: Reads) {
    this.#latest = reads.prepareRead((kysely, given: ParameterExpressions<ScopeKey>) =>
      kysely
        .selectFrom('crl')
        .selectAll()
        .where('ca_id', '=', given.caId)
        .where('partition', '=', given.partition)
        .where('delta', '=', given.delta)
        .orderBy('number', 'desc')
        .limit(1),
    );
    this.#head = reads.prepareRead((kysely, given: ParameterExpressions<ScopeKey>) =>
      kysely
        .selectFrom('crl')
        .select(['number', 'this_update_s', 'next_update_s'])
        .where('ca_id', '=', given.caId)
        .where('partition', '=', given.partition)
        .where('delta', '=', given.delta)
        .orderBy('number', 'desc')
        .limit(1),
    );
  }

  async findLatest(scope: CrlScope, kind: 'base' | 'delta'): Promise<CrlRecord | undefined> {
    const row = await this.#latest.first(keyOf(scope, kind));
    return (
      row && {
        id: row.id,
        caId: row.ca_id,
        partition: row.partition,
        baseNumber: row.base_number ?? undefined,
        sha1: row.sha1,
        der: asDer(row.der),
        createdMs: row.created_ms,
        ...headOf(row),
      }
    );
  }

  async findLatestHead(scope: CrlScope, kind: 'base' | 'delta'): Promise<CrlHead | undefined> {
    const row = await this.#head.first(keyOf(scope, kind));
    return row && headOf(row);
  }
}

function keyOf({ caId, partition }: CrlScope, kind: 'base' | 'delta'): ScopeKey {
  return { caId, partition, delta: kind === 'delta' ? 1 : 0 };
}

function headOf(row: HeadRow): CrlHead {
  return { number: row.number, thisUpdate: row.this_update_s, nextUpdate: row.next_update_s };
}

const insert: InsertDefinition<InsertCrl> = {
  kind: 'insert',
  op: 'crl.insert',
  table: 'crl',
  columns: {
    id: 'integer',
    ca_id: 'integer',
    partition: 'integer',
    number: 'integer',
    delta: 'integer',
    base_number: 'integer',
    this_update_s: 'integer',
    next_update_s: 'integer',
    sha1: 'bytes',
    der: 'bytes',
    created_ms: 'integer',
  },
  row: ({ crl }) => [
    crl.id,
    crl.caId,
    crl.partition,
    crl.number,
    crl.baseNumber === undefined ? 0 : 1,
    crl.baseNumber ?? null,
    crl.thisUpdate,
    crl.nextUpdate,
    crl.sha1,
    crl.der,
    crl.createdMs,
  ],
};

/** The writes of CRLs. */
export const crlWriteDefinitions = [insert];
