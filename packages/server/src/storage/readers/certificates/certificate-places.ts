/** The combinations of CA, profiles and status that certificates have, each of which is a piece of an index. */
import { type RawBuilder, sql } from 'kysely';
import type { CertificateScope } from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import { SCOPE_COLUMNS } from './certificate-conditions.ts';
import { type CertificateCombination, certificateTotals, manyWait } from './certificate-totals.ts';

/** Values of the first columns of an index. */
export type Place = readonly number[];

/** The pieces in which a search looks. */
export interface CertificatePlaces {
  /** CA, end entity profile, certificate profile and status. */
  readonly combinations: readonly Place[];
  /** CA and end entity profile. */
  readonly pairs: readonly Place[];
  /** CA. */
  readonly authorities: readonly Place[];
}

/** Finds the combinations of a scope. */
export async function certificatePlaces(reads: Reads, scope: CertificateScope): Promise<CertificatePlaces> {
  const rows = (await manyWait(reads)) ? await placesOnIndex(reads, scope) : await certificateTotals(reads, scope);
  const combinations = rows
    .map((row): Place => SCOPE_COLUMNS.map(([column]) => row[column]))
    .filter((place) => SCOPE_COLUMNS.every(([, member], at) => scope[member]?.includes(place[at]!) !== false));
  return { combinations, pairs: beginningsOf(combinations, 2), authorities: beginningsOf(combinations, 1) };
}

/** Goes from one combination to the next on their index, within the CAs of the scope, and reads nothing of others. */
async function placesOnIndex(
  { kysely }: Reads,
  { caIds }: CertificateScope,
): Promise<readonly CertificateCombination[]> {
  return (await placesOf(caIds && [...new Set(caIds)]).execute(kysely)).rows;
}

function placesOf(caIds: readonly number[] | undefined): RawBuilder<CertificateCombination> {
  const first =
    caIds === undefined
      ? sql`select ${columnsOf('certificate')} from certificate where certificate.id =
          (select id from certificate order by ${columnsOf('certificate')} limit 1)`
      : sql`select ${columnsOf('certificate')} from (values ${sql.join(caIds.map((id) => sql`(${sql.lit(id)})`))}) as given
          join certificate on certificate.id = (select next.id from certificate as next
            where next.ca_id = given.column1 order by ${columnsOf('next')} limit 1)`;
  return sql`with recursive place (${sql.join(SCOPE_COLUMNS.map(([column]) => sql.ref(column)))}) as (
      ${first}
      union all
      select ${columnsOf('certificate')} from place join certificate on certificate.id = ${nextOf(caIds === undefined ? 0 : 1)}
    ) select * from place limit ${sql.lit(MOST_PLACES)}`;
}

/**
 * The id of the first row behind a place that has the same values in `kept` columns at least. A query for each number of equal columns: SQLite takes only
 * the first column of a comparison of rows with those of another table.
 */
function nextOf(kept: number): RawBuilder<unknown> {
  const queries = SCOPE_COLUMNS.map(([column], at) => {
    const equal = SCOPE_COLUMNS.slice(0, at).map(
      ([one]) => sql`${sql.ref(`next.${one}`)} = ${sql.ref(`place.${one}`)}`,
    );
    const conditions = [...equal, sql`${sql.ref(`next.${column}`)} > ${sql.ref(`place.${column}`)}`];
    return sql`(select next.id from certificate as next where ${sql.join(conditions, sql` and `)}
      order by ${columnsOf('next')} limit 1)`;
  });
  return sql`coalesce(${sql.join(queries.slice(kept).toReversed())})`;
}

function columnsOf(table: string): RawBuilder<unknown> {
  return sql.join(SCOPE_COLUMNS.map(([column]) => sql.ref(`${table}.${column}`)));
}

function beginningsOf(places: readonly Place[], length: number): readonly Place[] {
  const known = new Map(places.map((place) => [place.slice(0, length).join(), place.slice(0, length)]));
  return [...known.values()];
}

const MOST_PLACES = 100_000;
