/** Merges segments of the index of texts into one, as a stream of pages. */
import { sql } from 'kysely';
import type { Reads } from '../../sql/index.ts';
import {
  entriesOf,
  firstKey,
  gramKey,
  type GramList,
  GRAMS_END,
  IdPage,
  idPageKey,
  idPages,
  type MergedList,
  mergeIds,
  PageWriter,
  PostingsEncoder,
  PostingsMerger,
  type TextPage,
} from '../../texts/index.ts';

export interface TextMergeInput {
  readonly segments: readonly number[];
  /** The number of the new one. */
  readonly into: number;
}

/** Chunks are pages of the new segment, and the result is how many certificates it has. */
export const mergedTextSegment = {
  async *run(
    reads: Reads,
    { segments, into }: TextMergeInput,
  ): AsyncGenerator<readonly TextPage[] | undefined, number, void> {
    const idsOfSegments: Float64Array[] = [];
    for (const segment of segments) idsOfSegments.push(yield* readIds(reads, segment));
    const { ids, places } = mergeIds(idsOfSegments);
    const inputs = segments.map((segment, at) => new GramLists(reads, segment, places[at]!));
    const writer = new PageWriter(into);
    const merger = new PostingsMerger();
    const encoder = new PostingsEncoder();
    let ready: TextPage[] = [];
    for (;;) {
      for (const input of inputs)
        if (input.isEmpty) {
          await input.read();
          yield undefined;
        }
      const gram = Math.min(...inputs.map(({ gram: one }) => one));
      if (gram === GRAMS_END) break;
      const lists = inputs.filter((input) => input.gram === gram).map((input) => input.take());
      writer.add(gram, encoder.encode(merger.merge(lists), ids.length));
      ready.push(...writer.takeFull());
      if (ready.length >= PAGES_PER_CHUNK) {
        yield ready;
        ready = [];
      }
    }
    ready.push(...writer.finish(), ...idPages(into, ids));
    for (let at = 0; at < ready.length; at += PAGES_PER_CHUNK) yield ready.slice(at, at + PAGES_PER_CHUNK);
    return ids.length;
  },
};

/** The lists of a segment, in the order of grams. */
class GramLists {
  readonly #reads: Reads;
  readonly #places: Uint32Array;
  readonly #end: number;
  #next: number;
  /** The lists of the pages that were read, made one at a time: all at once they would be some ten thousand objects. */
  #unread: Iterator<GramList, void, void> = listsOf([]);
  #first: GramList | undefined;
  #ended = false;

  constructor(reads: Reads, segment: number, places: Uint32Array) {
    this.#reads = reads;
    this.#places = places;
    this.#next = firstKey(segment);
    this.#end = gramKey(segment, GRAMS_END);
  }

  /** True when {@link read} has to find the next list. */
  get isEmpty(): boolean {
    return this.#first === undefined && !this.#ended;
  }

  /** The gram of the next list; behind all grams when there is none. */
  get gram(): number {
    return this.#first?.gram ?? GRAMS_END;
  }

  take(): MergedList {
    const { postings } = this.#first!;
    this.#advance();
    return { postings, places: this.#places };
  }

  async read(): Promise<void> {
    const pages = await readPages(this.#reads, this.#next, this.#end);
    this.#unread = listsOf(pages);
    this.#advance();
    if (pages.length < PAGES_PER_STEP) this.#ended = true;
    this.#next = (pages.at(-1)?.key ?? this.#end) + 1;
  }

  #advance(): void {
    const next = this.#unread.next();
    this.#first = next.done === true ? undefined : next.value;
  }
}

function* listsOf(pages: readonly TextPage[]): Generator<GramList, void, void> {
  for (const page of pages) yield* entriesOf(page);
}

async function* readIds(reads: Reads, segment: number): AsyncGenerator<undefined, Float64Array, void> {
  const ids: number[] = [];
  const end = firstKey(segment + 1);
  for (let next = idPageKey(segment, 0); ;) {
    const pages = await readPages(reads, next, end);
    for (const { data } of pages) {
      const page = new IdPage(data);
      for (let place = 0; place < page.length; place++) ids.push(page.at(place));
    }
    yield undefined;
    if (pages.length < PAGES_PER_STEP) return Float64Array.from(ids);
    next = pages.at(-1)!.key + 1;
  }
}

async function readPages(reads: Reads, from: number, end: number): Promise<readonly TextPage[]> {
  const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page
    where id >= ${from} and id < ${end} order by id limit ${sql.lit(PAGES_PER_STEP)}`.execute(reads.kysely);
  return rows;
}

const PAGES_PER_STEP = 100;
const PAGES_PER_CHUNK = 128;
