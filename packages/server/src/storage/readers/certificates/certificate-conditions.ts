/** Conditions of a search for certificates, looked at row by row. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type {
  CertificateQuery,
  CertificateScope,
  CertificateTextCriterion,
  CertificateTextMember,
  CertificateTime,
} from '../../../modules/ra/index.ts';
import type { Reads, Schema } from '../../sql/index.ts';
import { foldLetters } from '../../texts/index.ts';

export type Conditions = readonly RawBuilder<SqlBool>[];
export type CertificateColumn = keyof Schema['certificate'];

/** The column of each moment. */
export const TIME_COLUMNS = {
  issued: 'not_before_s',
  expires: 'not_after_s',
  revoked: 'revoked_at_s',
  updated: 'updated_ms',
} as const satisfies Record<CertificateTime, CertificateColumn>;

/** The columns of a scope in the order of the index `certificate_scope`. */
export const SCOPE_COLUMNS = [
  ['ca_id', 'caIds'],
  ['end_entity_profile_id', 'endEntityProfileIds'],
  ['certificate_profile_id', 'certificateProfileIds'],
  ['status', 'statuses'],
] as const satisfies readonly (readonly [CertificateColumn, keyof CertificateScope])[];

/** Returns everything that is asked of a certificate. */
export function allConditions(reads: Reads, query: CertificateQuery): Conditions {
  return [
    ...scopeConditions(query.scope),
    ...reasonConditions(query),
    ...timeConditions(query),
    ...textConditions(reads, query.text),
  ];
}

/** Returns the condition that the row is one of these. PostgreSQL plans it once for any number of them; SQLite takes no list for a parameter. */
export function idCondition({ dialect }: Reads, ids: Iterable<number>): RawBuilder<SqlBool> {
  const all = [...ids];
  if (dialect === 'postgres') return sql`id = any(${`{${all.join(',')}}`}::bigint[])`;
  return sql`id in (${sql.join(all.map((id) => sql.lit(id)))})`;
}

/** The sign keeps databases from another index than that of the path. Ids are literals, as there can be more than a statement has parameters. */
export function scopeConditions(scope: Partial<CertificateScope>): Conditions {
  return SCOPE_COLUMNS.flatMap(([column, member]) => {
    const values = scope[member];
    if (values === undefined) return [];
    return [sql<SqlBool>`+${sql.ref(column)} in (${sql.join(values.map((id) => sql.lit(id)))})`];
  });
}

/** Reasons restrict those that are revoked, and no others. */
export function reasonConditions({ revocationReasons: reasons }: CertificateQuery): Conditions {
  if (reasons === undefined) return [];
  return [sql`(+revocation_reason = -1 or +revocation_reason in (${sql.join(reasons.map((one) => sql.lit(one)))}))`];
}

/** @param except - a moment that is taken care of otherwise */
export function timeConditions({ times }: CertificateQuery, except?: CertificateTime): Conditions {
  return (Object.keys(times) as CertificateTime[]).flatMap((time) => {
    if (time === except) return [];
    const { after, before } = times[time]!;
    const column = sql.ref(TIME_COLUMNS[time]);
    return [
      ...(after === undefined ? [] : [sql<SqlBool>`+${column} > ${after}`]),
      ...(before === undefined ? [] : [sql<SqlBool>`+${column} < ${before}`]),
    ];
  });
}

/** Returns the condition that one of the members has the text. */
export function textConditions(reads: Reads, text: CertificateTextCriterion | undefined): Conditions {
  if (text === undefined) return [];
  const conditions = text.members.map((member) => memberCondition(reads, text, member));
  if (text.serialNumbers.length > 0) conditions.push(sql`serial in (${sql.join([...text.serialNumbers])})`);
  return [sql`(${sql.join(conditions, sql` or `)})`];
}

/** Returns the condition that this member has the text, exactly. */
export function memberCondition(
  { dialect }: Reads,
  { operation, values }: CertificateTextCriterion,
  member: CertificateTextMember,
): RawBuilder<SqlBool> {
  const exactly = operation === 'BEGINS_WITH' || member === 'subjectAltName' || member === 'serialNumber';
  const text = member === 'serialNumber' ? serialText(dialect) : sql.ref(TEXT_COLUMNS[member]);
  const compared = exactly ? text : sql`lower(${text})`;
  const wanted = exactly ? values : values.map(foldLetters);
  if (operation === 'EQUAL') return sql`${compared} in (${sql.join([...wanted])})`;
  const [value] = wanted;
  if (operation === 'BEGINS_WITH') return sql`substr(${compared}, 1, ${Array.from(value!).length}) = ${value}`;
  return sql`${sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos')}(${compared}, ${value}) > 0`;
}

function serialText(dialect: Reads['dialect']): RawBuilder<string> {
  return dialect === 'sqlite' ? sql`ltrim(hex(serial), '0')` : sql`ltrim(upper(encode(serial, 'hex')), '0')`;
}

const TEXT_COLUMNS = {
  username: 'username',
  subjectDn: 'subject_dn',
  subjectAltName: 'subject_alt_name',
  accountBindingId: 'account_binding_id',
} as const satisfies Record<Exclude<CertificateTextMember, 'serialNumber'>, CertificateColumn>;
