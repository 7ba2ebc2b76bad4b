/** Questions that all pieces of a path answer in one statement: hundreds of statements take long where each has to be planned and sent. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CertificatePosition } from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import type { Conditions } from './certificate-conditions.ts';
import { type CertificatePath, indexHint, type StreamOptions, type StreamRow } from './certificate-paths.ts';
import type { Place } from './certificate-places.ts';

/** The first entries of a piece. */
export interface PieceBeginning {
  /** The entries that fit. */
  readonly rows: readonly StreamRow[];
  /** The last that was looked at; undefined when there are no others. */
  readonly last: StreamRow | undefined;
}

/** Keys from one up to before another one. */
interface KeyRange {
  readonly from: number;
  readonly end: number;
}

/** Pieces of a path together; those that are counted have numbers for keys. */
export class CertificatePieces {
  readonly #reads: Reads;
  readonly #path: CertificatePath;

  constructor(reads: Reads, path: CertificatePath) {
    this.#reads = reads;
    this.#path = path;
  }

  /**
   * Returns the first and the last key; undefined when there are no entries.
   *
   * @param range - from one key up to before another one, both among the keys
   */
  async keys(range?: KeyRange): Promise<{ readonly first: number; readonly last: number } | undefined> {
    const { key } = this.#path;
    const entries = range === undefined ? this.#from([]) : this.#within(range);
    const end = (direction: 'asc' | 'desc') => {
      return sql`(select ${key} ${entries} order by ${key} ${sql.raw(direction)} limit 1)`;
    };
    const keys: number[] = [];
    for (const places of this.#portions()) {
      const { rows } = await sql<{
        first: number | null;
        last: number | null;
      }>`select min(one.first) as first, max(one.last) as last
        from (select ${end('asc')} as first, ${end('desc')} as last from ${valuesOf(places)} as given) as one`.execute(
        this.#reads.kysely,
      );
      keys.push(...[rows[0]!.first, rows[0]!.last].filter((key) => key !== null));
    }
    return keys.length === 0 ? undefined : { first: Math.min(...keys), last: Math.max(...keys) };
  }

  /** Counts entries from one key up to before another one, both among {@link keys}. Of each piece it counts `most` at most. */
  async count(from: number, end: number, most: number): Promise<number> {
    const entries = this.#within({ from, end });
    let count = 0;
    for (const places of this.#portions()) {
      const { rows } = await sql<{ n: number | null }>`select sum(one.n) as n from (
        select (select count(*) from (select 1 ${entries} limit ${sql.lit(most)}) as entries) as n
        from ${valuesOf(places)} as given) as one`.execute(this.#reads.kysely);
      count += rows[0]!.n ?? 0;
    }
    return count;
  }

  /** Counts the entries of all pieces, as far as there are at most `most`. */
  async size(most: number): Promise<number> {
    const { places } = this.#path;
    let size = 0;
    // A few first: one of them may have enough.
    for (
      let at = 0, length = 1;
      at < places.length && size <= most;
      at += length, length = Math.min(length * 4, PIECES_PER_STATEMENT)
    ) {
      const portion = valuesOf(places.slice(at, at + length));
      const { rows } = await sql<{ n: number | null }>`select sum(one.n) as n from (
        select (select count(*) from (select 1 ${this.#from([])} limit ${sql.lit(most + 1 - size)}) as entries) as n
        from ${portion} as given) as one`.execute(this.#reads.kysely);
      size += rows[0]!.n ?? 0;
    }
    return size;
  }

  /**
   * Reads the first entries of each piece that fit, of `visit` that it looks at; some pieces at a time, in order. PostgreSQL alone: SQLite knows no such
   * join, and needs none.
   *
   * @param after - where all pieces begin
   */
  async *beginnings(options: StreamOptions, visit: number): AsyncGenerator<readonly PieceBeginning[], void, void> {
    for (const places of this.#portions()) yield await this.#beginningsOf(places, options, visit);
  }

  /**
   * Counts the entries of each piece that fit, as far as it has fewer than a step of `visit` entries has room for; some pieces at a time, in order. The
   * count of others is undefined. PostgreSQL alone.
   */
  async *counts(visit: number): AsyncGenerator<readonly (number | undefined)[], void, void> {
    const most = Math.floor(visit / PIECES_PER_COUNT);
    for (const places of this.#portions(PIECES_PER_COUNT)) {
      const { rows } = await sql<{ piece: number; n: number; found: number }>`select ${numberOf(places)} as piece, one.*
        from ${numbered(places)} as given cross join lateral (
          select count(*) as n, count(*) filter (where seen.fits) as found from (
            select ${this.#fits()} as fits ${this.#from([])} limit ${sql.lit(most)}) as seen) as one`.execute(
        this.#reads.kysely,
      );
      const counts = new Map(rows.map(({ piece, n, found }) => [piece, n < most ? found : undefined]));
      yield places.map((_, at) => counts.get(at));
    }
  }

  async #beginningsOf(
    places: readonly Place[],
    { after, descending, sort = sql`null` }: StreamOptions,
    visit: number,
  ): Promise<readonly PieceBeginning[]> {
    const { key, keyIsUnique } = this.#path;
    const direction = sql.raw(descending ? 'desc' : 'asc');
    const behind = sql.raw(descending ? '<' : '>');
    const order = keyIsUnique ? sql`${key} ${direction}` : sql`${key} ${direction}, id ${direction}`;
    const bound = (position: CertificatePosition): Conditions => [
      keyIsUnique
        ? sql`${key} ${behind} ${position.key}`
        : sql`(${key}, id) ${behind} (${position.key}, ${position.id})`,
    ];
    const { rows } = await sql<SeenEntry>`select ${numberOf(places)} as piece, entry.*
      from ${numbered(places)} as given cross join lateral (
        select seen.*, row_number() over () as n from (
          select id, ${key} as key, ${sort} as sort, ${this.#fits()} as fits ${this.#from(after === undefined ? [] : bound(after))}
          order by ${order} limit ${sql.lit(visit)}) as seen) as entry
      where entry.fits or entry.n = ${sql.lit(visit)}`.execute(this.#reads.kysely);
    const pieces = places.map((): { rows: StreamRow[]; last: StreamRow | undefined } => ({
      rows: [],
      last: undefined,
    }));
    for (const { piece, fits: isFound, n, ...row } of rows) {
      if (isFound === true) pieces[piece]!.rows.push(row);
      if (n === visit) pieces[piece]!.last = row;
    }
    return pieces;
  }

  /** The entries of the piece that `given` names. */
  #from(conditions: Conditions, bounds = this.#bounds()): RawBuilder<unknown> {
    const { index, columns, present } = this.#path;
    const hint = indexHint(this.#reads, index);
    const place = columns.map((column, at) => sql<SqlBool>`${sql.ref(column)} = given.${sql.raw(`column${at + 1}`)}`);
    return sql`from certificate${hint} where ${sql.join([...place, ...bounds, ...present, ...conditions], sql` and `)}`;
  }

  /** The entries between two keys of the piece. */
  #within({ from, end }: KeyRange): RawBuilder<unknown> {
    const { key } = this.#path;
    // Alone: of two bounds on one side SQLite may begin at the further one, and looks at all that is between them.
    return this.#from([sql`${key} >= ${sql.lit(from)}`, sql`${key} < ${sql.lit(end)}`], []);
  }

  /** Tells of an entry whether it fits. */
  #fits(): RawBuilder<unknown> {
    const { filters } = this.#path;
    return filters.length === 0 ? sql`true` : sql`(${sql.join([...filters], sql` and `)})`;
  }

  #bounds(): Conditions {
    const { key, low, high } = this.#path;
    return [
      ...(low === undefined ? [] : [sql<SqlBool>`${key} >= ${low}`]),
      ...(high === undefined ? [] : [sql<SqlBool>`${key} < ${high}`]),
    ];
  }

  #portions(size = PIECES_PER_STATEMENT): readonly (readonly Place[])[] {
    const { places } = this.#path;
    return Array.from({ length: Math.ceil(places.length / size) }, (_, at) => places.slice(at * size, (at + 1) * size));
  }
}

interface SeenEntry extends StreamRow {
  readonly piece: number;
  /** Undefined members make it null. */
  readonly fits: boolean | null;
  readonly n: number;
}

/** Returns places as rows of `column1` and so on. A row has one column at least. */
function valuesOf(places: readonly Place[]): RawBuilder<unknown> {
  const rows = places.map(
    (place) => sql`(${sql.join((place.length === 0 ? [0] : place).map((value) => sql.lit(value)))})`,
  );
  return sql`(values ${sql.join(rows)})`;
}

/** Returns places as {@link valuesOf} does, each with its number in a further column: that of {@link numberOf}. */
function numbered(places: readonly Place[]): RawBuilder<unknown> {
  return valuesOf(places.map((place, at) => [...place, at]));
}

function numberOf([first]: readonly Place[]): RawBuilder<unknown> {
  return sql.raw(`given.column${first!.length + 1}`);
}

const PIECES_PER_STATEMENT = 500;
/** Fewer pieces per statement when more entries of each are counted, since counting then dominates the cost. */
const PIECES_PER_COUNT = 100;
