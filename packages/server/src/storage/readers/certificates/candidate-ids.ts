/** The ids of candidates, which are read as far as they are needed: those of ten thousand stand on nearly as many pages. */
import { sql } from 'kysely';
import type { CertificateScope } from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import { idCondition } from './certificate-conditions.ts';
import { IdPage, idPageKey, IDS_PER_PAGE, type TextPage } from '../../texts/index.ts';
import { visiblePlaces } from './visible-places.ts';

/** Candidates of a segment. */
export interface SegmentPlaces {
  readonly segment: number;
  /** In order, at least one. */
  readonly places: Uint32Array;
}

/** Order of ids, and the one behind which to begin. */
export interface IdOrder {
  readonly descending: boolean;
  readonly after?: number | undefined;
}

export class CandidateIds {
  readonly #reads: Reads;
  readonly #loose: Float64Array;
  readonly #segments: readonly SegmentPlaces[];

  /** @param loose - ids of candidates that are in no segment, in any order */
  constructor(reads: Reads, loose: Float64Array, segments: readonly SegmentPlaces[]) {
    this.#reads = reads;
    this.#loose = loose;
    this.#segments = segments;
  }

  /** Number of them. One that is in two segments counts twice. */
  get count(): number {
    return this.#segments.reduce((sum, { places }) => sum + places.length, this.#loose.length);
  }

  /** Leaves out many of those that are not in the scope, and none that are. */
  async *within(scope: CertificateScope): AsyncGenerator<undefined, CandidateIds, void> {
    const segments: SegmentPlaces[] = [];
    for (const { segment, places } of this.#segments)
      segments.push({ segment, places: yield* visiblePlaces(this.#reads, segment, places, scope) });
    return new CandidateIds(
      this.#reads,
      this.#loose,
      segments.filter(({ places }) => places.length > 0),
    );
  }

  /** Reads all ids. */
  async *all(): AsyncGenerator<undefined, Float64Array, void> {
    const ids = new Float64Array(this.count);
    ids.set(this.#loose);
    let count = this.#loose.length;
    for (const { segment, places } of this.#segments) {
      for (let at = 0; at < places.length; at += IDS_PER_STEP) {
        const read = await readIds(this.#reads, [{ segment, places: places.subarray(at, at + IDS_PER_STEP) }]);
        ids.set(read[0]!, count);
        count += read[0]!.length;
        yield undefined;
      }
    }
    ids.sort();
    // One may be in two segments, or wait as well.
    return ids.filter((id, at) => at === 0 || id !== ids[at - 1]);
  }

  /** Returns the ids in order. */
  inOrder(order: IdOrder): OrderedIds {
    return new OrderedIds(this.#reads, this.#loose, this.#segments, order);
  }
}

/** Ids in order, read a few at a time from the segments that have the next ones. */
export class OrderedIds {
  readonly #reads: Reads;
  readonly #sign: 1 | -1;
  readonly #sources: Source[];
  #hasBegun = false;

  constructor(
    reads: Reads,
    loose: Float64Array,
    segments: readonly SegmentPlaces[],
    { descending, after = descending ? Infinity : -Infinity }: IdOrder,
  ) {
    this.#reads = reads;
    this.#sign = descending ? -1 : 1;
    const sign = this.#sign;
    const ids = loose.filter((id) => sign * id > sign * after).toSorted((a, b) => sign * (a - b));
    this.#sources = [
      { segment: undefined, places: new Uint32Array(), read: ids, at: 0, after },
      ...segments.map(({ segment, places }) => ({
        segment,
        places: descending ? places.toReversed() : places,
        read: new Float64Array(),
        at: 0,
        after,
      })),
    ];
  }

  /** Takes the next ones, up to a maximum; none when there are no more. */
  async *take(count: number): AsyncGenerator<undefined, Float64Array, void> {
    if (!this.#hasBegun) yield* this.#begin();
    this.#hasBegun = true;
    const taken: number[] = [];
    while (taken.length < count) {
      for (const source of this.#sources) {
        if (source.at < source.read.length || source.places.length === 0) continue;
        // Most segments have certificates of a time of their own, so the next ones may all be in this one.
        await this.#readMore(source, Math.max(count - taken.length, IDS_AHEAD));
        yield undefined;
      }
      const first = this.#first();
      if (first === undefined) break;
      const id = first.read[first.at++]!;
      // One may be in two segments, or wait as well.
      if (taken.at(-1) !== id && first.after !== id) taken.push(id);
      for (const source of this.#sources) source.after = id;
    }
    return Float64Array.from(taken);
  }

  /** Leaves out many of those that are not in the scope, and none that are, of what was not read yet. */
  async *stayWithin(scope: CertificateScope): AsyncGenerator<undefined, void, void> {
    for (const source of this.#sources) {
      const { segment, places } = source;
      if (segment === undefined) continue;
      const rising = (one: Uint32Array) => (this.#sign < 0 ? one.toReversed() : one);
      source.places = rising(yield* visiblePlaces(this.#reads, segment, rising(places), scope));
    }
  }

  /** Skips what is before the beginning, and reads the first id of each segment. */
  async *#begin(): AsyncGenerator<undefined, void, void> {
    const searched = this.#sources.filter(({ places }) => places.length > 0);
    const bounds = searched.map((source) => ({ source, low: 0, high: source.places.length }));
    const isBounded = Number.isFinite(this.#sources[0]!.after);
    for (let open = isBounded ? bounds : []; ;) {
      open = open.filter(({ low, high }) => low < high);
      if (open.length === 0) break;
      const middles = open.map(({ low, high }) => (low + high) >> 1);
      const ids = await this.#idsAt(open.map(({ source }, at) => ({ source, place: middles[at]! })));
      for (const [at, bound] of open.entries()) {
        if (this.#sign * (ids[at]! - bound.source.after) > 0) bound.high = middles[at]!;
        else bound.low = middles[at]! + 1;
      }
      yield undefined;
    }
    for (const { source, low } of bounds) if (isBounded) source.places = source.places.subarray(low);
    const left = searched.filter(({ places }) => places.length > 0);
    const ids = await this.#idsAt(left.map((source) => ({ source, place: 0 })));
    for (const [at, source] of left.entries()) {
      source.read = Float64Array.of(ids[at]!);
      source.places = source.places.subarray(1);
    }
    yield undefined;
  }

  async #readMore(source: Source, count: number): Promise<void> {
    const places = source.places.subarray(0, count);
    source.places = source.places.subarray(places.length);
    const [ids] = await readIds(this.#reads, [{ segment: source.segment!, places }]);
    source.read = ids!;
    source.at = 0;
  }

  async #idsAt(of: readonly { readonly source: Source; readonly place: number }[]): Promise<readonly number[]> {
    const wanted = of.map(({ source, place }) => ({
      segment: source.segment!,
      places: source.places.subarray(place, place + 1),
    }));
    return (await readIds(this.#reads, wanted)).map(([id]) => id!);
  }

  #first(): Source | undefined {
    let first: Source | undefined;
    for (const source of this.#sources) {
      if (source.at === source.read.length) continue;
      if (first === undefined || this.#sign * (source.read[source.at]! - first.read[first.at]!) < 0) first = source;
    }
    return first;
  }
}

/** A segment, or the ids that are in none. */
interface Source {
  readonly segment: number | undefined;
  /** Places that were not read. */
  places: Uint32Array;
  /** Ids of those before them, and the next one to take. */
  read: Float64Array;
  at: number;
  /** The last one that was taken, from whatever source. */
  after: number;
}

/** Reads the ids of places in segments. */
async function readIds(reads: Reads, wanted: readonly SegmentPlaces[]): Promise<readonly Float64Array[]> {
  const keys = new Set<number>();
  for (const { segment, places } of wanted) for (const place of places) keys.add(pageKeyOf(segment, place));
  if (keys.size === 0) return [];
  const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page
    where ${idCondition(reads, keys)}`.execute(reads.kysely);
  const pages = new Map(rows.map(({ key, data }) => [key, new IdPage(data)]));
  return wanted.map(({ segment, places }) =>
    Float64Array.from(places, (place) => pages.get(pageKeyOf(segment, place))!.at(place % IDS_PER_PAGE)),
  );
}

function pageKeyOf(segment: number, place: number): number {
  return idPageKey(segment, Math.floor(place / IDS_PER_PAGE));
}

/** Least number of ids that are read of a segment at a time: about a page of results. */
const IDS_AHEAD = 128;
const IDS_PER_STEP = 2000;
