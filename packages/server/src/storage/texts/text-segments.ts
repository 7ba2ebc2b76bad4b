/**
 * Segments of the index of texts: each holds some certificates, and which of them have which gram.
 *
 * A segment is pages. Those of grams have their lists in the order of grams, several on a page; others have the ids of the certificates, whose places
 * in the segment the lists name. Pages never change: segments are made, merged into larger ones, and removed as a whole.
 */
import { type CertificateTexts, GRAMS_END, gramsOfCertificate } from './grams.ts';
import { GramPlaces, MOST_PLACES } from './gram-places.ts';
import { OctetReader, OctetWriter, type Postings, PostingsEncoder } from './postings.ts';

/** A page: its key is behind those of the pages before it. */
export interface TextPage {
  readonly key: number;
  readonly data: Uint8Array;
}

/** The most certificates of a segment that others are merged into. */
export const LARGEST_SEGMENT = 2 ** 21;
/** Certificates whose ids are on one page. */
export const IDS_PER_PAGE = 1024;

/** Returns the key of the page with a gram, or of one behind which it is. */
export function gramKey(segment: number, gram: number): number {
  return segment * KEYS_PER_SEGMENT + gram;
}

/** Returns the key of a page with ids. */
export function idPageKey(segment: number, page: number): number {
  return segment * KEYS_PER_SEGMENT + GRAMS_END + page;
}

/** Returns the first key of a segment, which is behind all of the segment before it. */
export function firstKey(segment: number): number {
  return segment * KEYS_PER_SEGMENT;
}

/** Finds the list of a gram on the page that has it; undefined when there is none. */
export function findPostings(page: TextPage, gram: number): Postings | undefined {
  for (const entry of entriesOf(page)) {
    if (entry.gram === gram) return entry.postings;
    if (entry.gram > gram) return undefined;
  }
  return undefined;
}

/** The list of a gram. */
export interface GramList {
  readonly gram: number;
  readonly postings: Postings;
}

/** Reads the lists of a page in order. */
export function* entriesOf({ key, data }: TextPage): Generator<GramList, void, void> {
  const reader = new OctetReader(data);
  let gram = key % KEYS_PER_SEGMENT;
  while (!reader.ended) {
    gram += reader.number();
    const header = reader.number();
    yield { gram, postings: { isBitmap: header % 2 === 1, octets: reader.take(Math.floor(header / 2)) } };
  }
}

/** The ids of a page: how many octets each has, the first one, and how far each is behind it. */
export class IdPage {
  readonly #octets: Uint8Array;
  readonly #width: number;
  readonly #first: number;

  constructor(data: Uint8Array) {
    const reader = new OctetReader(data);
    this.#width = reader.number();
    this.#first = reader.number();
    this.#octets = reader.rest();
  }

  get length(): number {
    return this.#octets.length / this.#width;
  }

  /** Returns the id of a place on the page, without reading those before it. */
  at(place: number): number {
    let value = 0;
    for (let at = (place + 1) * this.#width - 1; at >= place * this.#width; at--)
      value = value * 256 + this.#octets[at]!;
    return this.#first + value;
  }
}

/** Makes the pages of a segment of certificates. */
export class SegmentBuilder {
  readonly #ids: number[] = [];
  readonly #places = new GramPlaces();

  /** Takes a certificate, in the order of ids. @throws {RangeError} when the segment is full */
  add(id: number, texts: CertificateTexts): void {
    const place = this.#ids.length;
    if (place === MOST_PLACES) throw new RangeError(`a segment is made of ${MOST_PLACES} certificates at most`);
    this.#ids.push(id);
    gramsOfCertificate(texts, (gram) => this.#places.add(gram, place));
  }

  /** Returns the pages in order, with the keys of segment 0. To be called once. */
  finish(): readonly TextPage[] {
    const writer = new PageWriter(0);
    const encoder = new PostingsEncoder();
    for (const { gram, places } of this.#places.sorted()) writer.add(gram, encoder.encode(places, this.#ids.length));
    return [...writer.finish(), ...idPages(0, Float64Array.from(this.#ids))];
  }
}

/** A segment that is merged into another one: its ids, and the places that its certificates get. */
export interface MergedIds {
  /** The ids of the new segment. */
  readonly ids: Float64Array;
  /** By segment. */
  readonly places: readonly Uint32Array[];
}

/** Merges the ids of segments. One that is in several is in the new one once. */
export function mergeIds(segments: readonly Float64Array[]): MergedIds {
  const total = segments.reduce((sum, { length }) => sum + length, 0);
  const all = new Float64Array(total);
  let at = 0;
  for (const ids of segments) {
    all.set(ids, at);
    at += ids.length;
  }
  all.sort();
  let count = 0;
  for (const id of all) if (count === 0 || all[count - 1] !== id) all[count++] = id;
  const ids = all.subarray(0, count);
  return { ids, places: segments.map((one) => placesIn(ids, one)) };
}

/** Puts lists on pages, in the order of grams. */
export class PageWriter {
  readonly #segment: number;
  #pages: TextPage[] = [];
  #first = 0;
  #last = 0;
  #open = new OctetWriter(PAGE_OCTETS);

  constructor(segment: number) {
    this.#segment = segment;
  }

  add(gram: number, { isBitmap, octets }: Postings): void {
    if (this.#open.length > 0 && this.#open.length + octets.length + LIST_HEADER > PAGE_OCTETS) this.#close();
    if (this.#open.length === 0) this.#first = this.#last = gram;
    this.#open.putNumber(gram - this.#last);
    this.#open.putNumber(octets.length * 2 + (isBitmap ? 1 : 0));
    this.#open.put(octets);
    this.#last = gram;
  }

  /** Returns the pages that are full, once. */
  takeFull(): readonly TextPage[] {
    const pages = this.#pages;
    this.#pages = [];
    return pages;
  }

  /** Returns the pages that are left. */
  finish(): readonly TextPage[] {
    if (this.#open.length > 0) this.#close();
    return this.takeFull();
  }

  #close(): void {
    this.#pages.push({ key: gramKey(this.#segment, this.#first), data: this.#open.view().slice() });
    this.#open = new OctetWriter(PAGE_OCTETS);
  }
}

/** Makes the pages of the ids. */
export function idPages(segment: number, ids: Float64Array): readonly TextPage[] {
  const pages: TextPage[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_PAGE) {
    const page = ids.subarray(at, at + IDS_PER_PAGE);
    const first = page[0]!;
    const width = octetsOf(page.at(-1)! - first);
    const writer = new OctetWriter(width * IDS_PER_PAGE + 16);
    writer.putNumber(width);
    writer.putNumber(first);
    for (const id of page)
      for (let rest = id - first, octet = 0; octet < width; octet++, rest = Math.floor(rest / 256))
        writer.putOctet(rest % 256);
    pages.push({ key: idPageKey(segment, at / IDS_PER_PAGE), data: writer.view().slice() });
  }
  return pages;
}

function octetsOf(number: number): number {
  let octets = 1;
  for (let rest = Math.floor(number / 256); rest > 0; rest = Math.floor(rest / 256)) octets++;
  return octets;
}

/** Finds the place of each id among all; both rise. */
function placesIn(all: Float64Array, ids: Float64Array): Uint32Array {
  const places = new Uint32Array(ids.length);
  let place = 0;
  for (const [at, id] of ids.entries()) {
    while (all[place] !== id) place++;
    places[at] = place;
  }
  return places;
}

const KEYS_PER_SEGMENT = 2 ** 24;
/** PostgreSQL keeps rows up to about this size together with others, and SQLite has two on one of its pages. */
const PAGE_OCTETS = 1900;
/** Octets of a list besides its own, at most. */
const LIST_HEADER = 8;
