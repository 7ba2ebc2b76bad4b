/** Streams of certificates along a path, one for each piece of its index, and their merge. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Reads } from '../../sql/index.ts';
import type { Conditions } from './certificate-conditions.ts';
import type { PieceBeginning } from './certificate-pieces.ts';
import {
  type CertificatePath,
  indexHint,
  type PathKey,
  type StreamOptions,
  type StreamRow,
} from './certificate-paths.ts';
import type { Place } from './certificate-places.ts';

/** A place in a stream. */
type Position = Pick<StreamRow, 'id' | 'key'>;

/** One stream, read in steps. */
export class CertificateStream {
  readonly #reads: Reads;
  readonly #path: CertificatePath;
  readonly #place: Place;
  readonly #options: StreamOptions;
  #rows: readonly StreamRow[] = [];
  #at = 0;
  #after: Position | undefined;
  /** True while entries are read that have the key of `#after`, where the database cannot go on behind a key and an id at once. */
  #isTie: boolean;
  #ended = false;
  /** True once a step has counted as many as it may. */
  #isLong = false;

  constructor(reads: Reads, path: CertificatePath, place: Place, options: StreamOptions) {
    this.#reads = reads;
    this.#path = path;
    this.#place = place;
    this.#options = options;
    this.#after = options.after;
    this.#isTie = this.#hasTies;
  }

  /** The next row; undefined when there is none, or when {@link step} has to find it. */
  get head(): StreamRow | undefined {
    return this.#rows[this.#at];
  }

  /** True when there are no rows but those that were read. */
  get ended(): boolean {
    return this.#ended;
  }

  get filters(): boolean {
    return this.#path.filters.length > 0;
  }

  /** Leaves the head behind. */
  pass(): void {
    this.#at++;
  }

  /** Returns the rows that were read, and leaves them behind. */
  takeAll(): readonly StreamRow[] {
    const rows = this.#at === 0 ? this.#rows : this.#rows.slice(this.#at);
    this.#rows = [];
    this.#at = 0;
    return rows;
  }

  /**
   * Reads up to `limit` more rows among the next `visit` entries; there may be none among them.
   *
   * @returns how many it has looked at, about: as many as it has found when these are enough
   */
  async step(limit: number, visit: number): Promise<number> {
    const most = Math.min(limit, visit);
    const last = this.filters ? await this.#entry(visit, this.#from()) : undefined;
    const rows = await this.#read(most, last);
    this.#rows = [...this.takeAll(), ...rows];
    if (rows.length === most) this.jump(rows.at(-1)!);
    else this.#pass(last);
    return this.filters && rows.length < most ? visit : most;
  }

  /** Takes what was read of its beginning together with others. */
  begin({ rows, last }: PieceBeginning): void {
    this.#rows = rows;
    this.#pass(last);
  }

  /** Returns the place `count` entries on, whatever they are; undefined when there are fewer. */
  async peek(count: number): Promise<Position | undefined> {
    return this.#entry(count, this.#from([], this.#allBounds()));
  }

  /** Goes on behind a place. */
  jump(to: Position): void {
    this.#after = to;
    this.#isTie = this.#hasTies;
  }

  /** Counts those that fit among the next entries, and leaves them behind. */
  async countStep(visit: number): Promise<number> {
    if (!this.filters) return this.#countEntries(visit);
    const last = await this.#entry(visit, this.#from());
    const count = await this.#count(this.#from([...this.#path.filters, ...this.#upTo(last)]));
    this.#pass(last);
    return count;
  }

  /** Most pieces have fewer than `visit`, so the first are counted; a piece with more most likely goes on, so an entry is looked for there. */
  async #countEntries(visit: number): Promise<number> {
    if (!this.#isLong) {
      const count = await this.#count(sql`from (select 1 ${this.#from()} limit ${sql.lit(visit)}) as entries`);
      this.#isLong = count === visit;
      this.#pass(this.#isLong ? await this.#entry(visit, this.#from()) : undefined);
      return count;
    }
    const last = await this.#entry(visit, this.#from());
    const count = last === undefined ? await this.#count(this.#from()) : visit;
    this.#pass(last);
    return count;
  }

  async #count(from: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(this.#reads.kysely);
    return rows[0]!.n;
  }

  async #read(limit: number, last?: Position): Promise<readonly StreamRow[]> {
    const { key, filters } = this.#path;
    const { sort = sql`null` } = this.#options;
    const conditions = [...filters, ...this.#upTo(last)];
    const { rows } = await sql<StreamRow>`select id, ${key} as key, ${sort} as sort ${this.#from(conditions)}
      ${this.#order()} limit ${sql.lit(limit)}`.execute(this.#reads.kysely);
    return rows;
  }

  async #entry(count: number, from: RawBuilder<unknown>): Promise<Position | undefined> {
    const { rows } = await sql<Position>`select id, ${this.#path.key} as key ${from} ${this.#order()}
      limit 1 offset ${sql.lit(count - 1)}`.execute(this.#reads.kysely);
    return rows[0];
  }

  /** Skips what was looked at: up to an entry, or all that there was. */
  #pass(last: Position | undefined): void {
    if (last !== undefined) this.jump(last);
    else if (this.#isTie) this.#isTie = false;
    else this.#ended = true;
  }

  /** SQLite takes no comparison of rows with the key of the table in it for an index. */
  get #hasTies(): boolean {
    return this.#after !== undefined && this.#reads.dialect === 'sqlite' && !this.#path.keyIsUnique;
  }

  /** The entries that are left of the piece, or of the present key of it. */
  #from(conditions: Conditions = [], bounds = this.#bounds()): RawBuilder<unknown> {
    const { index, columns, present } = this.#path;
    const hint = indexHint(this.#reads, index);
    const place = columns.map((column, at) => sql<SqlBool>`${sql.ref(column)} = ${this.#place[at]!}`);
    const all = [...place, ...bounds, ...present, ...conditions];
    return sql`from certificate${hint} where ${sql.join(all, sql` and `)}`;
  }

  #bounds(): Conditions {
    const { key } = this.#path;
    const after = this.#after;
    if (after === undefined || !this.#hasTies) return this.#allBounds();
    const behind = sql.raw(this.#options.descending ? '<' : '>');
    if (this.#isTie) return [sql`${key} = ${after.key}`, sql`id ${behind} ${after.id}`];
    return [sql`${key} ${behind} ${after.key}`, ...this.#outerBounds()];
  }

  #allBounds(): Conditions {
    const after = this.#after;
    const behind = this.#options.descending ? '<' : '>';
    return [...(after === undefined ? [] : this.#compare(behind, after)), ...this.#outerBounds()];
  }

  /** The bounds of the path, but for the one that a place in the stream has made needless. */
  #outerBounds(): Conditions {
    const { key, low, high } = this.#path;
    const { descending } = this.#options;
    const after = this.#after;
    return [
      ...(low === undefined || (after !== undefined && !descending) ? [] : [sql<SqlBool>`${key} >= ${low}`]),
      ...(high === undefined || (after !== undefined && descending) ? [] : [sql<SqlBool>`${key} < ${high}`]),
    ];
  }

  #upTo(last: Position | undefined): Conditions {
    return last === undefined ? [] : this.#compare(this.#options.descending ? '>=' : '<=', last);
  }

  /** The key alone bounds the index, where the database takes no more of it. */
  #compare(operator: '<' | '>' | '<=' | '>=', { key, id }: Position): Conditions {
    const comparison = sql.raw(operator);
    if (this.#path.keyIsUnique) return [sql`${this.#path.key} ${comparison} ${key}`];
    const rows = sql<SqlBool>`(${this.#path.key}, id) ${comparison} (${key}, ${id})`;
    if (this.#reads.dialect === 'postgres') return [rows];
    return [rows, sql`${this.#path.key} ${sql.raw(operator.startsWith('<') ? '<=' : '>=')} ${key}`];
  }

  #order(): RawBuilder<unknown> {
    const direction = sql.raw(this.#options.descending ? 'desc' : 'asc');
    if (this.#path.keyIsUnique) return sql`order by ${this.#path.key} ${direction}`;
    return sql`order by ${this.#path.key} ${direction}, id ${direction}`;
  }
}

/** The streams of all pieces of a path. */
export function streamsOf(reads: Reads, path: CertificatePath, options: StreamOptions): readonly CertificateStream[] {
  return path.places.map((place) => new CertificateStream(reads, path, place, options));
}

/** Reads the first entries of each stream, some streams at a time. */
export type ReadBeginnings = (visit: number) => AsyncIterable<readonly PieceBeginning[]>;

/** Reads the first entries of all streams of a path, some streams at a time. */
export async function* beginTogether(
  streams: readonly CertificateStream[],
  read: ReadBeginnings,
  visit: number,
): AsyncGenerator<undefined, void, void> {
  let at = 0;
  for await (const beginnings of read(visit)) {
    for (const beginning of beginnings) streams[at++]!.begin(beginning);
    yield undefined;
  }
}

/** The streams of a path as one. */
export class CertificateMerge {
  readonly #compare: (a: Position, b: Position) => number;
  readonly #beginnings: ReadBeginnings | undefined;
  #begun = false;
  #streams: readonly CertificateStream[];
  /** Streams of which something was read. */
  readonly #read = new Set<CertificateStream>();
  /** Entries that were looked at, about. */
  visited = 0;

  /** @param beginnings - reads the first entries of all streams at once, where that is worth it */
  constructor(streams: readonly CertificateStream[], descending: boolean, beginnings?: ReadBeginnings) {
    this.#beginnings = beginnings;
    this.#streams = streams;
    this.#compare = positionOrder(descending);
  }

  /**
   * Takes the next `count` rows, or fewer when there are no more.
   *
   * @param budget - entries to look at; when they are used up the result is undefined
   */
  async *take(count: number, budget: number): AsyncGenerator<undefined, readonly StreamRow[] | undefined, void> {
    const taken: StreamRow[] = [];
    // Each stream has about its share of the rows.
    const share = Math.ceil((2 * count) / Math.max(1, this.#streams.length)) + 8;
    const visit = Math.max(LEAST_VISITED, Math.floor(ENTRIES_PER_STEP / Math.max(1, this.#streams.length)));
    if (!this.#begun && this.#beginnings !== undefined) {
      // Most filters leave out few, as that of a status does.
      const few = Math.min(share, count, ENTRIES_PER_STEP);
      const looked = this.#streams.some(({ filters }) => filters) ? Math.min(visit, FILTERED_FIRST * few) : few;
      yield* beginTogether(this.#streams, this.#beginnings, looked);
      for (const stream of this.#streams) this.#read.add(stream);
      this.visited += looked * this.#streams.length;
    }
    this.#begun = true;
    while (taken.length < count) {
      for (const stream of this.#streams) {
        while (stream.head === undefined && !stream.ended) {
          if (this.visited > budget) return undefined;
          // One that has given its share has more than others.
          const more = this.#read.has(stream) ? SHARES_MORE * share : share;
          this.#read.add(stream);
          this.visited += await stream.step(Math.min(more, count, ENTRIES_PER_STEP), visit);
          yield undefined;
        }
      }
      this.#streams = this.#streams.filter(({ head }) => head !== undefined);
      if (this.#streams.length === 0) return taken;
      this.#merge(taken, count);
    }
    return taken;
  }

  /**
   * Leaves most of the next `count` entries behind, without reading them. Only for streams that filter nothing and have not begun.
   *
   * @returns how many of them are left to be taken
   */
  async *skip(count: number): AsyncGenerator<undefined, number, void> {
    let left = count;
    for (;;) {
      // The places ahead are looked up once for many steps.
      const { length } = this.#streams;
      const step = Math.floor(left / (length > 1 ? STEPS_AHEAD * length : 1));
      if (step < LEAST_PER_STEP || length === 0) return left;
      this.#begun = true;
      left = yield* this.#skipSteps(left, step);
    }
  }

  /**
   * Take the stream whose entry `step` places ahead sorts first: all entries before that one can be skipped, since every other stream has fewer
   * than `step` entries before it.
   */
  async *#skipSteps(count: number, step: number): AsyncGenerator<undefined, number, void> {
    const ahead = new Map<CertificateStream, Position>();
    const look = async (stream: CertificateStream) => {
      const place = await stream.peek(step);
      if (place === undefined) ahead.delete(stream);
      else ahead.set(stream, place);
    };
    for (const stream of this.#streams) {
      await look(stream);
      yield undefined;
    }
    let left = count;
    for (; left >= step * this.#streams.length && ahead.size > 0; left -= step) {
      const [stream, place] = [...ahead].reduce((a, b) => (this.#compare(b[1], a[1]) < 0 ? b : a));
      stream.jump(place);
      await look(stream);
      yield undefined;
    }
    if (left < step * this.#streams.length) return left;
    // No stream has that many entries left: there are fewer in all than are to be skipped.
    this.#streams = [];
    return 0;
  }

  /** Moves rows over as long as every stream knows its next one. */
  #merge(taken: StreamRow[], count: number): void {
    // The stream whose head comes first stands at the end.
    const waiting = this.#streams.toSorted((a, b) => this.#compare(b.head!, a.head!));
    while (taken.length < count) {
      const first = waiting.pop()!;
      taken.push(first.head!);
      first.pass();
      if (first.head === undefined) return;
      let [low, high] = [0, waiting.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#compare(waiting[middle]!.head!, first.head) > 0) low = middle + 1;
        else high = middle;
      }
      waiting.splice(low, 0, first);
    }
  }
}

/** Orders by key, then id. */
export function positionOrder(descending: boolean): (a: Position, b: Position) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => sign * (compareKeys(a.key, b.key) || a.id - b.id);
}

/** Compares texts by code point, as the databases do, and numbers. */
function compareKeys(a: PathKey, b: PathKey): number {
  if (a === b) return 0;
  if (typeof a !== 'string' || typeof b !== 'string') return a < b ? -1 : 1;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return codePointRank(a.charCodeAt(at)) < codePointRank(b.charCodeAt(at)) ? -1 : 1;
}

/** Surrogates stand for code points behind all others; the end of a text comes before everything. */
function codePointRank(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}

const ENTRIES_PER_STEP = 5000;
const LEAST_PER_STEP = 100;
/** Number of entries of a stream that are looked at first for each one that is wanted. */
const FILTERED_FIRST = 2;
const SHARES_MORE = 4;
/** Of hundreds of streams, each is asked for few. */
const LEAST_VISITED = 32;
/** Ratio of the remaining skip to the look-ahead step of all streams together. A value near e needs the fewest look-ups. */
const STEPS_AHEAD = 2.7;
