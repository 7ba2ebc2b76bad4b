/** Questions that all pieces of a path answer in one statement: hundreds of statements take long where each has to be planned and sent. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Reads } from '../sql/index.ts';
import type { Conditions } from './certificate-conditions.ts';
import type { CertificatePath } from './certificate-paths.ts';
import type { Place } from './certificate-places.ts';

/** The pieces of a path whose keys are numbers. */
export class CertificatePieces {
  readonly #reads: Reads;
  readonly #path: CertificatePath;

  constructor(reads: Reads, path: CertificatePath) {
    this.#reads = reads;
    this.#path = path;
  }

  /** Returns the first and the last key; undefined when there are no entries. */
  async keys(): Promise<{ readonly first: number; readonly last: number } | undefined> {
    const end = (direction: 'asc' | 'desc') => {
      const { key } = this.#path;
      return sql`(select ${key} ${this.#from([])} order by ${key} ${sql.raw(direction)} limit 1)`;
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

  /** Counts entries from one key up to before another one. Of each piece it counts `most` at most. */
  async count(from: number, end: number, most: number): Promise<number> {
    const { key } = this.#path;
    const range: Conditions = [sql`${key} >= ${sql.lit(from)}`, sql`${key} < ${sql.lit(end)}`];
    let count = 0;
    for (const places of this.#portions()) {
      const { rows } = await sql<{ n: number | null }>`select sum(one.n) as n from (
        select (select count(*) from (select 1 ${this.#from(range)} limit ${sql.lit(most)}) as entries) as n
        from ${valuesOf(places)} as given) as one`.execute(this.#reads.kysely);
      count += rows[0]!.n ?? 0;
    }
    return count;
  }

  /** The entries of the piece that `given` names. */
  #from(conditions: Conditions): RawBuilder<unknown> {
    const { index, columns, present, key, low, high } = this.#path;
    const hint = this.#reads.dialect === 'sqlite' ? sql` indexed by ${sql.ref(index)}` : sql``;
    const place = columns.map((column, at) => sql<SqlBool>`${sql.ref(column)} = given.${sql.raw(`column${at + 1}`)}`);
    const bounds: Conditions = [
      ...(low === undefined ? [] : [sql<SqlBool>`${key} >= ${low}`]),
      ...(high === undefined ? [] : [sql<SqlBool>`${key} < ${high}`]),
    ];
    return sql`from certificate${hint} where ${sql.join([...place, ...bounds, ...present, ...conditions], sql` and `)}`;
  }

  #portions(): readonly (readonly Place[])[] {
    const { places } = this.#path;
    return Array.from({ length: Math.ceil(places.length / PIECES_PER_STATEMENT) }, (_, at) =>
      places.slice(at * PIECES_PER_STATEMENT, (at + 1) * PIECES_PER_STATEMENT),
    );
  }
}

/** Returns places as rows of `column1` and so on. */
function valuesOf(places: readonly Place[]): RawBuilder<unknown> {
  const rows = places.map((place) => sql`(${sql.join(place.map((value) => sql.lit(value)))})`);
  return sql`(values ${sql.join(rows)})`;
}

const PIECES_PER_STATEMENT = 500;
