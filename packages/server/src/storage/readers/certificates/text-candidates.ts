/**
 * Certificates that may have a text in them, by the index of texts. Whether they have it says the row.
 *
 * What waits to be indexed is read before the segments: whatever leaves the one meanwhile is in the other by then.
 */
import { sql } from 'kysely';
import type { CertificateTextCriterion } from '../../../modules/ra/index.ts';
import { CandidateIds, type SegmentPlaces } from './candidate-ids.ts';
import type { CertificateLookup } from './certificate-paths.ts';
import type { Place } from './certificate-places.ts';
import type { Reads } from '../../sql/index.ts';
import { GRAM_LETTERS, gramsIn, gramsInSerial, risingUnion } from '../../texts/index.ts';
import { findGramPages, GramLists, type GramPage } from './text-places.ts';

/**
 * Finds all candidates.
 *
 * @returns undefined when there are more than `most`, when the text is too short for the index, and while older certificates are not in it
 */
export async function* textCandidates(
  { reads, query: { text }, places: { authorities } }: CertificateLookup,
  most: number,
): AsyncGenerator<undefined, CandidateIds | undefined, void> {
  const [value] = text?.values ?? [];
  if (text?.operation !== 'LIKE' || value === undefined || value.length < GRAM_LETTERS) return undefined;
  if (!(await isComplete(reads))) return undefined;
  const loose = await pendingIds(reads, most + 1);
  yield undefined;
  const patterns = patternsOf(text.members, value);
  const segments = await segmentsOf(reads);
  const pages = await findGramPages(reads, segments, [...new Set(patterns.flat())]);
  yield undefined;
  // By segment: the pages of each pattern that the segment has all grams of.
  const given = segments.map((segment) =>
    patterns
      .map((grams) => grams.map((gram) => pages.get(segment)?.get(gram)))
      .filter((one): one is GramPage[] => !one.includes(undefined)),
  );
  const gramLists = new GramLists(reads);
  await gramLists.readAhead(given.flat());
  yield undefined;
  const found: SegmentPlaces[] = [];
  let count = loose.length;
  for (const [at, segment] of segments.entries()) {
    const lists: Uint32Array[] = [];
    for (const one of given[at]!) lists.push(yield* gramLists.places(one, most - count));
    const places = risingUnion(lists);
    if (places.length > 0) found.push({ segment, places });
    count += places.length;
    if (count > most) return undefined;
  }
  loose.push(...(await idsOfSerials(reads, authorities, text.serialNumbers)));
  return new CandidateIds(reads, Float64Array.from(loose), found);
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

/** Returns a limited number of a list, from all over it. */
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

/** The largest first: in it shows whether there are too many. */
async function segmentsOf({ kysely }: Reads): Promise<readonly number[]> {
  const rows = await kysely
    .selectFrom('certificate_text_segment')
    .select(['id', 'certificates'])
    .where('state', '=', LIVE_SEGMENT)
    .orderBy('id')
    .execute();
  return rows.toSorted((a, b) => b.certificates - a.certificates).map(({ id }) => id);
}

/** State of a segment in which searches look. */
export const LIVE_SEGMENT = 1;
/** More grams would exclude hardly anything. */
const MOST_GRAMS = 24;
