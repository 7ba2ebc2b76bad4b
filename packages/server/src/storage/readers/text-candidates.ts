/**
 * Certificates that may have a text in them, by the index of texts. Whether they have it says the row.
 *
 * What waits to be indexed is read before the segments: whatever leaves the one meanwhile is in the other by then.
 */
import { sql } from 'kysely';
import type { CertificateTextCriterion } from '../../modules/ra/index.ts';
import type { CertificateLookup } from './certificate-paths.ts';
import type { Place } from './certificate-places.ts';
import type { Reads } from '../sql/index.ts';
import {
  allPostings,
  commonPostings,
  findPostings,
  firstKey,
  GRAM_LETTERS,
  gramKey,
  gramsIn,
  gramsInSerial,
  IdPage,
  idPageKey,
  IDS_PER_PAGE,
  type Postings,
  type TextPage,
} from '../texts/index.ts';

/**
 * Finds the ids of all candidates, in order.
 *
 * @returns undefined when there are more than `most`, when the text is too short for the index, and while older certificates are not in it
 */
export async function* textCandidates(
  { reads, query: { text }, places }: CertificateLookup,
  most: number,
): AsyncGenerator<undefined, Float64Array | undefined, void> {
  const [value] = text?.values ?? [];
  if (text?.operation !== 'LIKE' || value === undefined || value.length < GRAM_LETTERS) return undefined;
  if (!(await isComplete(reads))) return undefined;
  const found = await pendingIds(reads, most + 1);
  yield undefined;
  const patterns = patternsOf(text.members, value);
  for (const segment of await segmentsOf(reads)) {
    for (const grams of patterns) {
      if (found.length > most) return undefined;
      found.push(...(await idsIn(reads, segment, grams, most + 1 - found.length)));
      yield undefined;
    }
  }
  if (found.length > most) return undefined;
  found.push(...(await idsOfSerials(reads, places.authorities, text.serialNumbers)));
  const ids = Float64Array.from(found).toSorted();
  // One may be in two segments, or wait as well.
  return ids.filter((id, at) => at === 0 || id !== ids[at - 1]);
}

/** Returns the grams of each way in which a certificate can have the text: one of the ways has all of its grams. */
function patternsOf(members: CertificateTextCriterion['members'], value: string): readonly (readonly number[])[] {
  const patterns: (readonly number[])[] = [];
  if (members.some((member) => member !== 'serialNumber')) patterns.push(gramsIn(value));
  if (members.includes('serialNumber')) {
    const digits = gramsInSerial(value);
    if (digits !== undefined) patterns.push(digits);
  }
  return patterns.map((grams) => spread(grams, MOST_GRAMS));
}

/** Returns at most so many of a list, from all over it. */
function spread(grams: readonly number[], most: number): readonly number[] {
  if (grams.length <= most) return grams;
  return Array.from({ length: most }, (_, at) => grams[Math.floor((at * grams.length) / most)]!);
}

async function isComplete({ kysely }: Reads): Promise<boolean> {
  const row = await kysely
    .selectFrom('certificate_text_backfill')
    .select(['reached', 'last'])
    .where('id', '=', 1)
    .executeTakeFirst();
  return row !== undefined && row.reached >= row.last;
}

async function pendingIds({ kysely }: Reads, most: number): Promise<number[]> {
  const rows = await kysely.selectFrom('certificate_text_pending').select('id').orderBy('id').limit(most).execute();
  return rows.map(({ id }) => id);
}

async function idsOfSerials(
  { kysely }: Reads,
  authorities: readonly Place[],
  serials: readonly Uint8Array[],
): Promise<readonly number[]> {
  if (serials.length === 0 || authorities.length === 0) return [];
  const caIds = sql.join(authorities.map(([caId]) => sql.lit(caId)));
  const { rows } = await sql<{ id: number }>`select id from certificate
    where ca_id in (${caIds}) and serial in (${sql.join([...serials])})`.execute(kysely);
  return rows.map(({ id }) => id);
}

async function segmentsOf({ kysely }: Reads): Promise<readonly number[]> {
  const rows = await kysely
    .selectFrom('certificate_text_segment')
    .select('id')
    .where('state', '=', LIVE_SEGMENT)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds candidates in a segment, or some of them when there are more than `most`. */
async function idsIn(
  reads: Reads,
  segment: number,
  grams: readonly number[],
  most: number,
): Promise<readonly number[]> {
  const lists = await listsOf(reads, segment, grams);
  if (lists === undefined) return [];
  // The shortest first: what it does not have need not be looked for in the others.
  const [shortest, ...others] = lists.toSorted((a, b) => a.octets.length - b.octets.length);
  let places = allPostings(shortest!);
  for (const list of others) {
    if (places.length <= FEW_PLACES) break;
    places = commonPostings(places, list);
  }
  return idsAt(reads, segment, places.subarray(0, most));
}

/** Finds the lists of all grams; undefined when one has none. */
async function listsOf(
  reads: Reads,
  segment: number,
  grams: readonly number[],
): Promise<readonly Postings[] | undefined> {
  const keys = grams.map((gram) => gramKey(segment, gram));
  const { rows } = await sql<TextPage>`select page.id as key, page.data
    from (values ${sql.join(keys.map((key) => sql`(${sql.lit(key)})`))}) as given
    join certificate_text_page as page on page.id = (select max(id) from certificate_text_page
      where id <= given.column1 and id >= ${sql.lit(firstKey(segment))})`.execute(reads.kysely);
  const pages = new Map(rows.map((page) => [page.key, page]));
  const sorted = [...pages.keys()].toSorted((a, b) => a - b);
  const lists: Postings[] = [];
  for (const [at, key] of keys.entries()) {
    const page = sorted.findLast((one) => one <= key);
    const list = page === undefined ? undefined : findPostings(pages.get(page)!, grams[at]!);
    if (list === undefined) return undefined;
    lists.push(list);
  }
  return lists;
}

/** Reads the ids of places in a segment. */
async function idsAt(reads: Reads, segment: number, places: Uint32Array): Promise<readonly number[]> {
  if (places.length === 0) return [];
  const wanted = new Set<number>();
  for (const place of places) wanted.add(idPageKey(segment, Math.floor(place / IDS_PER_PAGE)));
  const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page
    where id in (${sql.join([...wanted].map((key) => sql.lit(key)))})`.execute(reads.kysely);
  const pages = new Map(rows.map(({ key, data }) => [key, new IdPage(data)]));
  return Array.from(places, (place) =>
    pages.get(idPageKey(segment, Math.floor(place / IDS_PER_PAGE)))!.at(place % IDS_PER_PAGE),
  );
}

/** State of a segment in which searches look. */
export const LIVE_SEGMENT = 1;
/** More grams would exclude hardly anything. */
const MOST_GRAMS = 24;
/** To look at so many rows costs less than another list. */
const FEW_PLACES = 8;
