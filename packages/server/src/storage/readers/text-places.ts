/** Places of a segment of the index of texts whose certificates have all grams that are looked for. */
import { sql } from 'kysely';
import type { Reads } from '../sql/index.ts';
import {
  allPostings,
  commonPostings,
  findPostings,
  firstKey,
  gramKey,
  type Postings,
  type TextPage,
} from '../texts/index.ts';

/** The page on which a gram is, if it is in the segment at all. */
export interface GramPage {
  readonly gram: number;
  readonly key: number;
  readonly octets: number;
}

/**
 * Finds the pages of grams in each segment, and reads none of them.
 *
 * @returns by segment and gram
 */
export async function findGramPages(
  { kysely }: Reads,
  segments: readonly number[],
  grams: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, GramPage>>> {
  const found = new Map(segments.map((segment) => [segment, new Map<number, GramPage>()]));
  const wanted = segments.flatMap((segment) =>
    grams.map((gram) => sql`(${sql.lit(gramKey(segment, gram))}, ${sql.lit(firstKey(segment))})`),
  );
  const given = segments.flatMap((segment) => grams.map((gram) => ({ segment, gram })));
  for (let at = 0; at < wanted.length; at += PAGES_PER_STATEMENT) {
    const { rows } = await sql<{ wanted: number; key: number; octets: number }>`
      select given.column1 as wanted, page.id as key, length(page.data) as octets
      from (values ${sql.join(wanted.slice(at, at + PAGES_PER_STATEMENT))}) as given
      join certificate_text_page as page on page.id = (select max(id) from certificate_text_page
        where id <= given.column1 and id >= given.column2)`.execute(kysely);
    const byKey = new Map(rows.map((row) => [row.wanted, row]));
    for (const { segment, gram } of given.slice(at, at + PAGES_PER_STATEMENT)) {
      const page = byKey.get(gramKey(segment, gram));
      if (page !== undefined) found.get(segment)!.set(gram, { gram, key: page.key, octets: page.octets });
    }
  }
  return found;
}

/**
 * Reads the lists of a segment, the shortest first, until a further one would exclude too little to be worth it. What is left may have more than is
 * looked for, unless it is empty.
 *
 * @param most - while there are more, all lists are read
 */
export async function* readPlaces(
  reads: Reads,
  pages: readonly GramPage[],
  most: number,
): AsyncGenerator<undefined, Uint32Array, void> {
  const sorted = pages.toSorted((a, b) => a.octets - b.octets);
  let places: Uint32Array | undefined;
  let idle = 0;
  for (let at = 0; at < sorted.length;) {
    const next = portionOf(sorted.slice(at));
    at += next.length;
    if (places !== undefined && places.length <= most) {
      const octets = next.reduce((sum, page) => sum + page.octets, 0);
      if (idle === MOST_IDLE || places.length <= FEW_PLACES + octets / OCTETS_PER_ROW) break;
    }
    const lists = await readLists(reads, next);
    yield undefined;
    if (lists === undefined) return new Uint32Array();
    for (const list of lists.toSorted((a, b) => a.octets.length - b.octets.length)) {
      const before = places?.length ?? Infinity;
      places = places === undefined ? allPostings(list) : commonPostings(places, list);
      idle = places.length > before * KEPT_BY_IDLE ? idle + 1 : 0;
    }
  }
  return places ?? new Uint32Array();
}

/** Returns the first pages, as many as are read at once: one that is long alone. */
function portionOf(pages: readonly GramPage[]): readonly GramPage[] {
  const short = pages.findIndex(({ octets }) => octets > SHORT_PAGE);
  return pages.slice(0, Math.max(1, Math.min(short < 0 ? pages.length : short, SHORT_PAGES)));
}

/** Reads the lists of grams; undefined when one has none. */
async function readLists({ kysely }: Reads, pages: readonly GramPage[]): Promise<readonly Postings[] | undefined> {
  const keys = new Set(pages.map(({ key }) => key));
  const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page
    where id in (${sql.join([...keys].map((key) => sql.lit(key)))})`.execute(kysely);
  const byKey = new Map(rows.map((page) => [page.key, page]));
  const lists: Postings[] = [];
  for (const { gram, key } of pages) {
    const page = byKey.get(key);
    const list = page && findPostings(page, gram);
    if (list === undefined) return undefined;
    lists.push(list);
  }
  return lists;
}

const PAGES_PER_STATEMENT = 500;
/** Pages with more octets have one list. */
const SHORT_PAGE = 2000;
const SHORT_PAGES = 4;
/** To look at so many rows costs less than another list. */
const FEW_PLACES = 16;
/** To read so many octets of a list takes as long as to look at a row. */
const OCTETS_PER_ROW = 2500;
/** After so many lists in a row that exclude next to nothing the rest is not read. */
const MOST_IDLE = 2;
const KEPT_BY_IDLE = 0.9;
