/** Searches for end entities: a page of those that fit, in the order that is asked for. */
import type { EndEntityOrder, EndEntityOrderMember, EndEntityQuery } from '../../../modules/ra/index.ts';
import type { Reads, Schema } from '../../sql/index.ts';
import { allConditions, type EndEntityStream, endEntityStreams, type KeyedRow } from './end-entity-streams.ts';

/** The columns that are read of those that were found. */
export type FoundEndEntityRow = Pick<Schema['end_entity'], (typeof FOUND_COLUMNS)[number]>;

/** A page, with whether more follow. */
export interface FoundRows {
  readonly rows: readonly FoundEndEntityRow[];
  readonly more: boolean;
}

/** Runs one search. */
export const endEntitySearch = {
  async *run(reads: Reads, query: EndEntityQuery): AsyncGenerator<undefined, FoundRows, void> {
    const { order, offset, limit } = query;
    const streams = yield* endEntityStreams(reads, query, order && ORDER_COLUMNS[order.by]);
    const ids = order === undefined ? yield* byId(streams, query) : yield* sorted(streams, order, offset + limit + 1);
    const page = ids.slice(order === undefined ? 0 : offset).slice(0, limit);
    const more = ids.length > (order === undefined ? limit : offset + limit);
    return { rows: await readRows(reads, query, page), more };
  },
};

/** Merges the streams and gives the ids of the page and of one more. */
async function* byId(
  streams: readonly EndEntityStream[],
  { offset, limit }: EndEntityQuery,
): AsyncGenerator<undefined, number[], void> {
  const ids: number[] = [];
  const end = offset + limit + 1;
  for (let passed = 0, previous = -1; passed < end;) {
    for (const stream of streams) {
      while (stream.head === undefined && !stream.ended) {
        await stream.step(end - passed);
        yield undefined;
      }
    }
    const first = firstOf(streams);
    if (first === undefined) return ids;
    const { id } = first.head!;
    first.pass();
    // One end entity may be in several streams: its username may be the text, and its subject too.
    if (id === previous) continue;
    previous = id;
    if (passed++ >= offset) ids.push(id);
  }
  return ids;
}

function firstOf(streams: readonly EndEntityStream[]): EndEntityStream | undefined {
  let first: EndEntityStream | undefined;
  for (const stream of streams) {
    if (stream.head !== undefined && (first === undefined || stream.head.id < first.head!.id)) first = stream;
  }
  return first;
}

/** Goes through the streams and gives the ids of the first `count` in the order. */
async function* sorted(
  streams: readonly EndEntityStream[],
  order: EndEntityOrder,
  count: number,
): AsyncGenerator<undefined, number[], void> {
  const compare = comparison(order);
  let best: readonly KeyedRow[] = [];
  for (const stream of streams) {
    while (!stream.ended) {
      await stream.step(Number.MAX_SAFE_INTEGER);
      best = [...best, ...stream.takeAll()];
      if (best.length > 2 * count) best = firstRows(best, compare, count);
      yield undefined;
    }
  }
  return firstRows(best, compare, count).map(({ id }) => id);
}

/** Sorts and cuts. An end entity that was found in two streams counts once. */
function firstRows(
  rows: readonly KeyedRow[],
  compare: (a: KeyedRow, b: KeyedRow) => number,
  count: number,
): readonly KeyedRow[] {
  const known = new Set<number>();
  return rows
    .toSorted(compare)
    .filter(({ id }) => !known.has(id) && known.add(id))
    .slice(0, count);
}

function comparison({ descending, ids }: EndEntityOrder): (a: KeyedRow, b: KeyedRow) => number {
  const ranks = ids && new Map(ids.map((id, rank) => [id, rank]));
  const keyOf = ({ key }: KeyedRow) => (ranks === undefined ? (key ?? '') : (ranks.get(key as number) ?? ranks.size));
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    if (first === second) return a.id - b.id;
    return first < second === descending ? 1 : -1;
  };
}

/** Asks once more for everything: an end entity may have become another's since its id was found. */
async function readRows(reads: Reads, query: EndEntityQuery, ids: readonly number[]): Promise<FoundEndEntityRow[]> {
  if (ids.length === 0) return [];
  const rows = await reads.kysely
    .selectFrom('end_entity')
    .select(['id', ...FOUND_COLUMNS])
    .where('id', 'in', ids)
    .where(allConditions(reads, query))
    .execute();
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

const FOUND_COLUMNS = [
  'username',
  'subject_dn',
  'subject_alt_name',
  'email',
  'status',
  'token_type',
  'extended',
] as const satisfies readonly (keyof Schema['end_entity'])[];
const ORDER_COLUMNS = {
  username: 'username',
  subjectDn: 'subject_dn',
  subjectAltName: 'subject_alt_name',
  caId: 'ca_id',
  certificateProfileId: 'certificate_profile_id',
  endEntityProfileId: 'end_entity_profile_id',
  status: 'status',
  createdMs: 'created_ms',
  modifiedMs: 'modified_ms',
} as const satisfies Record<EndEntityOrderMember, keyof Schema['end_entity']>;
