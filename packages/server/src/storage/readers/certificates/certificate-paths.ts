/** Ways to certificates: pieces of indexes, each in an order of its own. */
import { type RawBuilder, sql } from 'kysely';
import type {
  CertificateOrder,
  CertificatePosition,
  CertificateQuery,
  CertificateTextCriterion,
  CertificateTextMember,
  CertificateTime,
} from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import { foldLetters } from '../../texts/index.ts';
import {
  allConditions,
  type Conditions,
  memberCondition,
  reasonConditions,
  scopeConditions,
  textConditions,
  TIME_COLUMNS,
  timeConditions,
} from './certificate-conditions.ts';
import { CERTIFICATE_STATUS } from '../../../modules/ca/index.ts';
import type { CertificatePlaces, Place } from './certificate-places.ts';

/** The values that are bound in a piece of an index: numbers, texts, and octets of serial numbers. */
export type PathKey = string | number | Uint8Array;

/** A row with the key of its path, and the value that the found are sorted by. */
export interface StreamRow {
  readonly id: number;
  readonly key: PathKey;
  readonly sort: string | number | null;
}

/** Options of the streams of a path. */
export interface StreamOptions {
  readonly descending: boolean;
  readonly after?: CertificatePosition | undefined;
  /** Expression of the value to sort by; null unless given. */
  readonly sort?: RawBuilder<unknown>;
}

/** The entries of an index that hold all that one criterion finds. */
export interface CertificatePath {
  /** Undefined for the rows themselves, in the order of their ids. */
  readonly index: string | undefined;
  /** The column or expression behind the columns of the place; `id` comes next, unless the key alone tells rows apart. */
  readonly key: RawBuilder<unknown>;
  readonly keyIsUnique: boolean;
  /** The first columns of the index, and the values of each piece. */
  readonly columns: readonly string[];
  readonly places: readonly Place[];
  /** Included. */
  readonly low: PathKey | undefined;
  /** Not included. */
  readonly high: PathKey | undefined;
  /** The condition of the index itself. */
  readonly present: Conditions;
  /** Whatever else is asked, looked at row by row. */
  readonly filters: Conditions;
  /** True when the index has every column that the filters look at, so that no row is read for them. */
  readonly isCovered?: boolean;
}

/** Binds a statement to the index. SQLite refuses it when it cannot use the index; PostgreSQL knows no such word. */
export function indexHint({ dialect }: Reads, index: string | undefined): RawBuilder<unknown> {
  if (dialect !== 'sqlite') return sql``;
  return index === undefined ? sql` not indexed` : sql` indexed by ${sql.ref(index)}`;
}

/** All that is looked for, and where. */
export interface CertificateLookup {
  readonly reads: Reads;
  readonly query: CertificateQuery;
  readonly places: CertificatePlaces;
}

/** The index of {@link scopePath}. */
export const SCOPE_INDEX = 'certificate_scope';

/** Returns the way in order of the ids, which finds everything. */
export function scopePath({ reads, query, places }: CertificateLookup): CertificatePath {
  return {
    index: SCOPE_INDEX,
    key: sql`id`,
    keyIsUnique: true,
    columns: ['ca_id', 'end_entity_profile_id', 'certificate_profile_id', 'status'],
    places: places.combinations,
    low: undefined,
    high: undefined,
    present: [],
    filters: [...reasonConditions(query), ...timeConditions(query), ...textConditions(reads, query.text)],
  };
}

/**
 * Returns the way along the rows themselves; undefined for a caller who sees a part of them, whom it would keep waiting for the others.
 *
 * It finds what {@link scopePath} finds, and looks at each page of the table once instead of once for each piece that has a row there.
 */
export function tablePath(lookup: CertificateLookup): CertificatePath | undefined {
  const { scope } = lookup.query;
  const { caIds, endEntityProfileIds, certificateProfileIds, statuses } = scope;
  if (caIds !== undefined || endEntityProfileIds !== undefined || certificateProfileIds !== undefined) return undefined;
  // Most certificates are active.
  if (statuses?.includes(CERTIFICATE_STATUS.active) === false) return undefined;
  const whole = scopePath(lookup);
  return {
    ...whole,
    index: undefined,
    columns: [],
    places: [[]],
    low: 0,
    filters: [...scopeConditions(scope), ...whole.filters],
  };
}

/** Returns the way along the ids of everything, where they have an index without rows: on SQLite they are the table itself. */
function everything(lookup: CertificateLookup): CertificatePath | undefined {
  const path = lookup.reads.dialect === 'postgres' ? tablePath(lookup) : undefined;
  return path?.filters.length === 0 ? path : undefined;
}

/** Returns the way whose order is the one that is asked for; undefined when no index has it. */
export function naturalPath(lookup: CertificateLookup, { by }: CertificateOrder): CertificatePath | undefined {
  const { text, times } = lookup.query;
  if (by === 'id') return everything(lookup) ?? scopePath(lookup);
  if (by === 'issued' || by === 'expires' || by === 'updated') return timePath(lookup, by);
  // Those that were never revoked are in no index.
  if (by === 'revoked') return times.revoked === undefined ? undefined : timePath(lookup, by);
  if (by !== 'username' && by !== 'subjectDn') return undefined;
  const only = text?.operation !== 'LIKE' && text?.members.length === 1 && text.members[0] === by;
  const [range] = only && text.serialNumbers.length === 0 && text.values.length === 1 ? rangesOf(text) : [];
  const { query, reads } = lookup;
  return { ...textPath(lookup, by), ...range, filters: filtersOnPairs(query, [...textConditions(reads, text)]) };
}

/** Returns the ways of each criterion: the union of those of one criterion holds all that is found. */
export function criterionPaths(lookup: CertificateLookup): readonly (readonly CertificatePath[])[] {
  const { text, times } = lookup.query;
  return [
    ...(text === undefined || text.operation === 'LIKE' ? [] : [textPaths(lookup, text)]),
    ...(Object.keys(times) as CertificateTime[]).map((time) => [timePath(lookup, time)]),
    [scopePath(lookup)],
  ];
}

function timePath({ reads, query, places }: CertificateLookup, time: CertificateTime): CertificatePath {
  const { after, before } = query.times[time] ?? {};
  const present: Conditions = time === 'revoked' ? [sql`revoked_at_s is not null`] : [];
  const further = [...reasonConditions(query), ...timeConditions(query, time), ...textConditions(reads, query.text)];
  return {
    ...pathOfPairs(places, TIME_INDEXES[time], sql.ref(TIME_COLUMNS[time])),
    low: after === undefined ? undefined : after + 1,
    high: before,
    present,
    filters: [...scopeConditions({ ...query.scope, caIds: undefined, endEntityProfileIds: undefined }), ...further],
    // Certificate profiles and statuses are columns of this index, and of no other one.
    isCovered: time === 'expires' && further.length === 0,
  };
}

function textPaths(lookup: CertificateLookup, text: CertificateTextCriterion): readonly CertificatePath[] {
  const { reads, query } = lookup;
  const paths = text.members.flatMap((member) => {
    const exact = memberCondition(reads, text, member);
    if (member === 'serialNumber')
      return text.operation === 'BEGINS_WITH'
        ? serialRanges(text.values[0]!).map((range) => ({ ...serialPath(lookup), ...range }))
        : [];
    return rangesOf(text, member).map((range) => ({
      ...textPath(lookup, member),
      ...range,
      filters: filtersOnPairs(query, [exact]),
    }));
  });
  const serials = text.serialNumbers.map((serial) => ({
    ...serialPath(lookup),
    low: serial,
    high: Uint8Array.of(...serial, 0),
  }));
  return [...paths, ...serials];
}

function textPath({ places }: CertificateLookup, member: Exclude<CertificateTextMember, 'serialNumber'>) {
  const { index, key, present } = TEXT_INDEXES[member];
  return {
    ...pathOfPairs(places, index, sql.raw(key)),
    low: undefined,
    high: undefined,
    present: present === undefined ? [] : [sql.raw(present)],
    filters: [],
  } satisfies CertificatePath;
}

function serialPath({ reads, query, places }: CertificateLookup): CertificatePath {
  return {
    index: 'certificate_serial',
    key: sql`serial`,
    keyIsUnique: true,
    columns: ['ca_id'],
    places: places.authorities,
    low: undefined,
    high: undefined,
    present: [],
    filters: allConditions(reads, { ...query, scope: { ...query.scope, caIds: undefined } }),
  };
}

function pathOfPairs({ pairs }: CertificatePlaces, index: string, key: RawBuilder<unknown>) {
  return { index, key, keyIsUnique: false, columns: ['ca_id', 'end_entity_profile_id'], places: pairs };
}

function filtersOnPairs(query: CertificateQuery, text: Conditions): Conditions {
  const scope = { ...query.scope, caIds: undefined, endEntityProfileIds: undefined };
  return [...scopeConditions(scope), ...reasonConditions(query), ...timeConditions(query), ...text];
}

interface KeyRange {
  readonly low: PathKey;
  readonly high: PathKey | undefined;
}

/** Returns the pieces of an index of texts in which the values are: it has their beginnings, folded where case does not matter. */
function rangesOf(
  { operation, values }: CertificateTextCriterion,
  member?: CertificateTextMember,
): readonly KeyRange[] {
  return values.map((value) => {
    const folded = member === 'subjectAltName' ? value : foldLetters(value);
    const key = Array.from(folded).slice(0, KEY_LETTERS).join('');
    // No letter is before this one in a stored text.
    return { low: key, high: operation === 'EQUAL' ? `${key}\u0001` : afterAllWith(key) };
  });
}

/** Returns the least text behind all that begin with this one, by code points. */
function afterAllWith(beginning: string): string | undefined {
  const letters = Array.from(beginning);
  while (letters.length > 0) {
    const last = letters.pop()!.codePointAt(0)!;
    if (last < 0x10_ffff) return letters.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}

/** Returns the pieces of content octets whose hexadecimal text without leading zeros begins so: the first digit may stand in either half. */
function serialRanges(digits: string): readonly KeyRange[] {
  const aligned = [`0${digits}`, ...(digits[0]! >= '8' ? [`00${digits}`] : [digits])];
  return aligned.map((text) => {
    const odd = text.length % 2 === 1;
    const low = Uint8Array.fromHex(odd ? `${text}0` : text);
    const last = Uint8Array.fromHex(odd ? `${text}F` : text);
    // No serial number has more than 20 octets.
    return { low, high: Uint8Array.of(...last, ...new Uint8Array(21).fill(0xff)) };
  });
}

const TIME_INDEXES = {
  issued: 'certificate_start',
  expires: 'certificate_expiry',
  revoked: 'certificate_revocation',
  updated: 'certificate_update',
} as const satisfies Record<CertificateTime, string>;

/** As migration 15 has them. */
export const TEXT_INDEXES = {
  username: {
    index: 'certificate_username',
    key: `substr(lower(coalesce(username, '')), 1, 200)`,
    present: undefined,
  },
  subjectDn: { index: 'certificate_subject', key: 'substr(lower(subject_dn), 1, 200)', present: undefined },
  subjectAltName: {
    index: 'certificate_alternative_name',
    key: 'substr(subject_alt_name, 1, 200)',
    present: 'subject_alt_name is not null',
  },
  accountBindingId: {
    index: 'certificate_binding',
    key: 'substr(lower(account_binding_id), 1, 200)',
    present: 'account_binding_id is not null',
  },
} as const satisfies Record<
  Exclude<CertificateTextMember, 'serialNumber'>,
  { readonly index: string; readonly key: string; readonly present: string | undefined }
>;
const KEY_LETTERS = 200;
