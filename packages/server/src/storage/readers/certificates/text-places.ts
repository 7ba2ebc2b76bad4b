/** Places of a segment of the index of texts whose certificates have all grams that are looked for. */
import { sql } from 'kysely';
import type { Reads } from '../../sql/index.ts';
import { idCondition } from './certificate-conditions.ts';
import {
  allPostings,
  commonPostings,
  findPostings,
  firstKey,
  gramKey,
  type Postings,
  type TextPage,
} from '../../texts/index.ts';

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

/** The lists of grams, read as far as they are needed. */
export class GramLists {
  readonly #reads: Reads;
  /** Pages that were read ahead. */
  readonly #ahead = new Map<number, TextPage>();

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /** Reads the shortest lists of many segments at once. @param segments - the pages of each */
  async readAhead(segments: readonly (readonly GramPage[])[]): Promise<void> {
    const first = segments.flatMap((pages) => portionOf(shortestFirst(pages)));
    let octets = 0;
    const some = first.filter((page) => (octets += page.octets) <= MOST_OCTETS_AHEAD);
    for (const page of await this.#read(some)) this.#ahead.set(page.key, page);
  }

  /**
   * Finds the places of a segment that are on all lists, the shortest first, until a further one would exclude too little to be worth it. What is left may have
   * more than is looked for, unless it is empty.
   *
   * @param most - while there are more, all lists are read
   */
  async *places(pages: readonly GramPage[], most: number): AsyncGenerator<undefined, Uint32Array, void> {
    const sorted = shortestFirst(pages);
    let places: Uint32Array | undefined;
    let idle = 0;
    for (let at = 0; at < sorted.length;) {
      const next = portionOf(sorted.slice(at));
      at += next.length;
      if (places !== undefined && places.length <= most) {
        const octets = next.reduce((sum, page) => sum + page.octets, 0);
        if (idle === MOST_IDLE || places.length <= FEW_PLACES + octets / OCTETS_PER_ROW) break;
      }
      const lists = await this.#lists(next);
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

  /** Reads the lists of grams; undefined when one has none. */
  async #lists(pages: readonly GramPage[]): Promise<readonly Postings[] | undefined> {
    const read = await this.#read(pages.filter(({ key }) => !this.#ahead.has(key)));
    const byKey = new Map(read.map((page) => [page.key, page]));
    const lists: Postings[] = [];
    for (const { gram, key } of pages) {
      const page = this.#ahead.get(key) ?? byKey.get(key);
      const list = page && findPostings(page, gram);
      if (list === undefined) return undefined;
      lists.push(list);
    }
    return lists;
  }

  async #read(pages: readonly GramPage[]): Promise<readonly TextPage[]> {
    if (pages.length === 0) return [];
    const keys = new Set(pages.map(({ key }) => key));
    const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page
      where ${idCondition(this.#reads, keys)}`.execute(this.#reads.kysely);
    return rows;
  }
}

function shortestFirst(pages: readonly GramPage[]): readonly GramPage[] {
  return pages.toSorted((a, b) => a.octets - b.octets);
}

/** Returns the first pages, as many as are read at once: one that is long alone. */
function portionOf(pages: readonly GramPage[]): readonly GramPage[] {
  const short = pages.findIndex(({ octets }) => octets > SHORT_PAGE);
  return pages.slice(0, Math.max(1, Math.min(short < 0 ? pages.length : short, SHORT_PAGES)));
}

const PAGES_PER_STATEMENT = 500;
/** Pages with more octets have one list. */
const SHORT_PAGE = 2000;
const SHORT_PAGES = 4;
/** Number of rows that cost less to look at than another list costs to read. */
const FEW_PLACES = 8;
/** Octets of a list that take as long to read as a row takes to look at. */
const OCTETS_PER_ROW = 5000;
/** Number of lists in a row that exclude next to nothing, after which the rest is not read. */
const MOST_IDLE = 2;
const KEPT_BY_IDLE = 0.9;
const MOST_OCTETS_AHEAD = 2 ** 21;
