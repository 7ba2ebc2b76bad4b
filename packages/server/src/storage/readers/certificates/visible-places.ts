/** Places of a segment of the index of texts whose certificates may be in a scope, by the lists of CAs and end entity profiles that the segment has. */
import { sql } from 'kysely';
import type { CertificateScope } from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import {
  entriesOf,
  firstKey,
  gramKey,
  gramOfScope,
  PostingsUnion,
  type ScopeColumn,
  scopeGrams,
  type TextPage,
} from '../../texts/index.ts';
import { idCondition } from './certificate-conditions.ts';

/**
 * Returns those of the places, which rise, that are on no list of a CA or an end entity profile outside the scope. It reads each list once and looks at
 * each place once for each of the two columns, however many lists there are.
 */
export async function* visiblePlaces(
  reads: Reads,
  segment: number,
  places: Uint32Array,
  { caIds, endEntityProfileIds }: Pick<CertificateScope, 'caIds' | 'endEntityProfileIds'>,
): AsyncGenerator<undefined, Uint32Array, void> {
  let left = places;
  for (const [column, ids] of [
    ['ca_id', caIds],
    ['end_entity_profile_id', endEntityProfileIds],
  ] as const) {
    if (ids === undefined || left.length < LEAST_PLACES) continue;
    const pages = await pagesOfScopes(reads, segment, column, left.length * OCTETS_PER_PLACE);
    yield undefined;
    if (pages.length === 0) continue;
    const visible = new Set(ids.map((id) => gramOfScope(column, id)));
    const hidden = new PostingsUnion(left.at(-1)! + 1);
    for (const keys of portionsOf(pages)) {
      await addHidden(reads, keys, column, visible, hidden);
      yield undefined;
    }
    left = hidden.without(left);
    yield undefined;
  }
  return left;
}

/** A page that has lists. */
interface ListPage {
  readonly key: number;
  readonly octets: number;
}

/**
 * Finds the pages that have the lists of a column. It returns none when the pages have more than `most` octets together. A segment that an earlier release
 * has made has no such lists.
 */
async function pagesOfScopes(
  reads: Reads,
  segment: number,
  column: ScopeColumn,
  most: number,
): Promise<readonly ListPage[]> {
  const { first, end } = scopeGrams(column);
  const { rows } = await sql<ListPage>`select id as key, length(data) as octets
    from certificate_text_page where id < ${gramKey(segment, end)} and id >= coalesce(
      (select max(id) from certificate_text_page where id <= ${gramKey(segment, first)} and id >= ${firstKey(segment)}),
      ${gramKey(segment, first)}) order by id`.execute(reads.kysely);
  return rows.reduce((sum, { octets }) => sum + octets, 0) > most ? [] : rows;
}

/** Divides pages into as many as are read at once, by their keys. */
function portionsOf(pages: readonly ListPage[]): readonly (readonly number[])[] {
  const portions: number[][] = [];
  let octetsLeft = 0;
  for (const { key, octets } of pages) {
    if (octetsLeft <= 0) {
      portions.push([]);
      octetsLeft = OCTETS_PER_STEP;
    }
    portions.at(-1)!.push(key);
    octetsLeft -= octets;
  }
  return portions;
}

/** Reads pages, and adds the lists of all grams of the column but the visible ones. */
async function addHidden(
  reads: Reads,
  keys: readonly number[],
  column: ScopeColumn,
  visible: ReadonlySet<number>,
  hidden: PostingsUnion,
): Promise<void> {
  const { first, end } = scopeGrams(column);
  const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page
    where ${idCondition(reads, keys)}`.execute(reads.kysely);
  for (const page of rows)
    for (const { gram, postings } of entriesOf(page))
      if (gram >= first && gram < end && !visible.has(gram)) hidden.add(postings);
}

/** The rows of fewer are looked at as quickly. */
const LEAST_PLACES = 256;
/** Octets of lists that take less time to read than a row takes to look at. */
const OCTETS_PER_PLACE = 1000;
const OCTETS_PER_STEP = 2 ** 17;
