/** Places of a segment of the index of texts whose certificates may be in a scope, by the lists of CAs and end entity profiles that the segment has. */
import { sql } from 'kysely';
import type { CertificateScope } from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import {
  entriesOf,
  firstKey,
  gramKey,
  gramOfScope,
  type Postings,
  type ScopeColumn,
  scopeGrams,
  type TextPage,
  withoutPostings,
} from '../../texts/index.ts';
import { idCondition } from './certificate-conditions.ts';

/** Returns those of the places, which rise, that are on no list of a CA or an end entity profile outside the scope. */
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
    for (const list of await listsOfOthers(reads, segment, column, ids, left.length * OCTETS_PER_PLACE))
      left = withoutPostings(left, list);
    yield undefined;
  }
  return left;
}

/** Reads the lists of all but these; none when they have more octets than `most`, and from a segment of an earlier release, which has none. */
async function listsOfOthers(
  reads: Reads,
  segment: number,
  column: ScopeColumn,
  ids: readonly number[],
  most: number,
): Promise<readonly Postings[]> {
  const { first, end } = scopeGrams(column);
  const { rows } = await sql<{ key: number; octets: number }>`select id as key, length(data) as octets
    from certificate_text_page where id < ${gramKey(segment, end)} and id >= coalesce(
      (select max(id) from certificate_text_page where id <= ${gramKey(segment, first)} and id >= ${firstKey(segment)}),
      ${gramKey(segment, first)})`.execute(reads.kysely);
  if (rows.length === 0 || rows.reduce((sum, { octets }) => sum + octets, 0) > most) return [];
  const condition = idCondition(
    reads,
    rows.map(({ key }) => key),
  );
  const { rows: pages } = await sql<TextPage>`select id as key, data from certificate_text_page
    where ${condition}`.execute(reads.kysely);
  const visible = new Set(ids.map((id) => gramOfScope(column, id)));
  return pages
    .flatMap(({ key, data }) => [...entriesOf(key, data)])
    .filter(({ gram }) => gram >= first && gram < end && !visible.has(gram))
    .map(({ postings }) => postings);
}

/** The rows of fewer are looked at as quickly. */
const LEAST_PLACES = 256;
/** To read so many octets of lists takes less than to look at a row. */
const OCTETS_PER_PLACE = 1000;
