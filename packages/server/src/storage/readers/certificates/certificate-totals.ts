/** Numbers of certificates by CA, end entity profile, certificate profile and status, without a look at any of them. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CertificateQuery, CertificateScope } from '../../../modules/ra/index.ts';
import type { Reads, Schema } from '../../sql/index.ts';
import { SCOPE_COLUMNS } from './certificate-conditions.ts';

/** Columns that certificates are counted by. */
export type CertificateCombination = Pick<Schema['certificate'], (typeof SCOPE_COLUMNS)[number][0]>;

/** A combination that certificates have, and how many have it. */
export type CertificateTotal = Schema['certificate_count'];

/** Tells whether the totals answer a count: when nothing is asked but CAs, profiles and statuses. */
export function isCountedByTotals({ text, times, revocationReasons }: CertificateQuery): boolean {
  return text === undefined && revocationReasons === undefined && Object.keys(times).length === 0;
}

/**
 * Adds up what is counted, what waits to be counted, and what has changed since: in one statement, so that nothing moves from one to another in between.
 *
 * The waiting are read along their key, since PostgreSQL keeps the room of those that do not wait any more.
 */
export async function certificateTotals(
  { kysely }: Reads,
  scope: CertificateScope,
): Promise<readonly CertificateTotal[]> {
  if (SCOPE_COLUMNS.some(([, member]) => scope[member]?.length === 0)) return [];
  const { rows } =
    await sql<CertificateTotal>`select ${COLUMNS}, cast(sum(certificates) as bigint) as certificates from (
      select ${COLUMNS}, certificates from certificate_count where ${within(scope)}
      union all select ${COLUMNS}, 1 as certificates from certificate_text_pending where id > 0 and ${within(scope)}
      union all select ${COLUMNS}, certificates from certificate_count_change where ${within(scope)}
    ) as one group by ${COLUMNS}`.execute(kysely);
  return rows.filter(({ certificates }) => certificates > 0);
}

/** Tells whether enough wait to be counted to make adding them up slow. */
export async function manyWait({ kysely }: Reads): Promise<boolean> {
  const { rows } = await sql<{ certificates: number; changes: number }>`select
    (select count(*) from (select 1 from certificate_text_pending where id > 0 limit ${sql.lit(MANY)}) as one) as certificates,
    (select count(*) from (select 1 from certificate_count_change limit ${sql.lit(MANY)}) as one) as changes`.execute(
    kysely,
  );
  const [{ certificates, changes }] = rows as [{ certificates: number; changes: number }];
  return Math.max(certificates, changes) === MANY;
}

function within(scope: CertificateScope): RawBuilder<SqlBool> {
  const conditions = SCOPE_COLUMNS.flatMap(([column, member]) => {
    const values = scope[member];
    if (values === undefined) return [];
    return [sql<SqlBool>`${sql.ref(column)} in (${sql.join(values.map((id) => sql.lit(id)))})`];
  });
  // Those that were counted before they waited have none.
  return sql.join([sql`ca_id is not null`, ...conditions], sql` and `);
}

const COLUMNS = sql.join(SCOPE_COLUMNS.map(([column]) => sql.ref(column)));
const MANY = 5000;
