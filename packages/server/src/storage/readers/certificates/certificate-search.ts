/** Searches for certificates: a page of those that fit, in the order that is asked for. */
import { type RawBuilder, sql } from 'kysely';
import type {
  CertificateOrderMember,
  CertificatePage,
  CertificatePosition,
  CertificateQuery,
} from '../../../modules/ra/index.ts';
import type { Reads, Schema } from '../../sql/index.ts';
import { BestPositions, type SortedRow } from './best-positions.ts';
import { CandidateIds } from './candidate-ids.ts';
import { allConditions, idCondition } from './certificate-conditions.ts';
import {
  type CertificateLookup,
  type CertificatePath,
  criterionPaths,
  naturalPath,
  scopePath,
  tablePath,
  type StreamOptions,
  type StreamRow,
  TEXT_INDEXES,
} from './certificate-paths.ts';
import { MEMBER_COLUMNS } from './certificate-members.ts';
import { CertificatePieces } from './certificate-pieces.ts';
import { certificatePlaces } from './certificate-places.ts';
import { beginTogether, CertificateMerge, type ReadBeginnings, streamsOf } from './certificate-streams.ts';
import { skipEntries } from './skipped-entries.ts';
import { textCandidates } from './text-candidates.ts';

/** The columns that are read of those that were found. */
export type FoundCertificateRow = Pick<Schema['certificate'], (typeof FOUND_COLUMNS)[number]>;

/** A page, and where it ends; undefined when fewer were found than it has room for. */
export interface FoundCertificateRows {
  readonly rows: readonly FoundCertificateRow[];
  readonly end: CertificatePosition | undefined;
}

/** Runs one search. */
export const certificateSearch = {
  async *run(
    reads: Reads,
    { query, page }: { readonly query: CertificateQuery; readonly page: CertificatePage },
  ): AsyncGenerator<undefined, FoundCertificateRows, void> {
    const places = await certificatePlaces(reads, query.scope);
    yield undefined;
    const found = yield* findPage({ reads, query, places }, page);
    // As they were found: one that was revoked since is on no page, and the page is full all the same.
    const end = found.length === page.limit ? found.at(-1) : undefined;
    return { rows: await readRows(reads, query, found), end };
  },
};

/**
 * Finds the ones of a page. An index that has the order is followed while it finds enough; otherwise the criterion that finds least is collected
 * and sorted.
 */
async function* findPage(
  lookup: CertificateLookup,
  page: CertificatePage,
): AsyncGenerator<undefined, readonly CertificatePosition[], void> {
  const natural = naturalPath(lookup, page.order);
  if (natural?.filters.length === 0) return (yield* follow(lookup, natural, page, Number.MAX_SAFE_INTEGER))!;
  const criteria = criterionPaths(lookup);
  const all = yield* textCandidates(lookup, MANY);
  if (all !== undefined && all.count <= FEW) return yield* checked(lookup, all, page);
  const few = yield* smallest(lookup, criteria, [FEW]);
  if (few !== undefined) return yield* collect(lookup, few, page);
  // In the order of ids the first are enough.
  if (all !== undefined && page.order.by === 'id') return yield* checked(lookup, all, page);
  const candidates = all && (yield* all.within(lookup.query.scope));
  if (candidates !== undefined && candidates.count <= FEW) return yield* checked(lookup, candidates, page);
  // A merge finds nothing before each piece has found something, and some may have nothing to find.
  const along = page.order.by === 'id' ? (tablePath(lookup) ?? natural) : natural;
  if (along !== undefined) {
    const budget = Math.max(FOLLOWED, FOLLOWED_OF_PIECE * along.places.length) + 4 * (page.offset + page.limit);
    const followed = yield* follow(lookup, along, page, budget);
    if (followed !== undefined) return followed;
  }
  const most = candidates?.count ?? MANY;
  const many = yield* smallest(lookup, criteria, most > MANY / 10 ? [MANY / 10, most] : [most]);
  // In the order of ids, the rows of the first are enough.
  if (many !== undefined && page.order.by === 'id') return yield* checked(lookup, yield* entriesOf(lookup, many), page);
  if (many !== undefined) return yield* collect(lookup, many, page);
  if (candidates !== undefined) return yield* checked(lookup, candidates, page);
  if (along !== undefined) return (yield* follow(lookup, along, page, Number.MAX_SAFE_INTEGER))!;
  return yield* collect(lookup, [scopePath(lookup)], page);
}

/** Goes along a path that has the order. @returns undefined when the budget of entries is used up before the page is full */
async function* follow(
  { reads }: CertificateLookup,
  path: CertificatePath,
  page: CertificatePage,
  budget: number,
): AsyncGenerator<undefined, readonly CertificatePosition[] | undefined, void> {
  const { offset, limit } = page;
  const { descending } = page.order;
  if (path.filters.length === 0) {
    const { after, left } = yield* behindMost(reads, path, page);
    const merge = mergeOf(reads, path, { descending, after });
    const rest = yield* merge.skip(left);
    return positionsOf((yield* merge.take(rest + limit, budget))!.slice(rest));
  }
  const merge = mergeOf(reads, path, { descending, after: page.after });
  for (let left = offset; left > 0; left -= ENTRIES_PER_STEP) {
    const skipped = yield* merge.take(Math.min(left, ENTRIES_PER_STEP), budget);
    if (skipped === undefined) return undefined;
    if (skipped.length === 0) return [];
  }
  const rows = yield* merge.take(limit, budget);
  return rows && positionsOf(rows);
}

function mergeOf(reads: Reads, path: CertificatePath, options: StreamOptions): CertificateMerge {
  const streams = streamsOf(reads, path, options);
  return new CertificateMerge(streams, options.descending, readerOfBeginnings(reads, path, options));
}

/** Returns what reads the beginnings of all pieces at once, where the statements for each of them take long. */
function readerOfBeginnings(reads: Reads, path: CertificatePath, options: StreamOptions): ReadBeginnings | undefined {
  if (!areTogether(reads, path)) return undefined;
  const pieces = new CertificatePieces(reads, path);
  return (visit) => pieces.beginnings(options, visit);
}

/** Tells whether pieces are asked together: SQLite needs little for each statement. */
export function areTogether({ dialect }: Reads, { places }: CertificatePath): boolean {
  return dialect === 'postgres' && places.length >= LEAST_TOGETHER;
}

/** Finds a place behind most of the entries that a page leaves out, where the keys are numbers. */
async function* behindMost(
  reads: Reads,
  path: CertificatePath,
  { order: { by, descending }, after, offset }: CertificatePage,
): AsyncGenerator<undefined, { readonly after: CertificatePosition | undefined; readonly left: number }, void> {
  // Behind a key that others have, too, it is not enough to count keys.
  const counts = offset > COUNTED_FROM && NUMBERS.has(by) && (after === undefined || path.keyIsUnique);
  if (!counts) return { after, left: offset };
  const from = after === undefined ? undefined : (after.key as number) + (descending ? -1 : 1);
  const pieces = new CertificatePieces(reads, path);
  const { key, left } = yield* skipEntries(pieces, { count: offset, descending, from });
  if (key === undefined) return { after, left };
  // No row has such an id. Where the key is the id itself, the one before it.
  return { after: { key: path.keyIsUnique && !descending ? key - 1 : key, id: -1 }, left };
}

/** Looks at the rows of candidates: one after the other in the order of ids, and all of them in any other. */
async function* checked(
  lookup: CertificateLookup,
  candidates: CandidateIds,
  page: CertificatePage,
): AsyncGenerator<undefined, readonly CertificatePosition[], void> {
  const { order, after, offset, limit } = page;
  const best = new BestPositions(page);
  if (order.by === 'id') {
    const ids = candidates.inOrder({ descending: order.descending, after: after?.id });
    // Most candidates have the text.
    let found = 1;
    let isNarrowed = false;
    for (let missing = offset + limit; missing > 0; missing = offset + limit - best.size) {
      // Most candidates seem to be invisible to the caller.
      if (found === 0 && !isNarrowed) {
        yield* ids.stayWithin(lookup.query.scope);
        isNarrowed = true;
      }
      const wanted = found === 0 ? CHECKED_PER_STEP : missing + SPARE_CANDIDATES;
      const next = yield* ids.take(Math.min(wanted, CHECKED_PER_STEP));
      if (next.length === 0) break;
      const before = best.size;
      best.take(await checkedRows(lookup, next, SORT_KEYS[order.by]));
      found = Math.floor((2 * (best.size - before)) / next.length);
      yield undefined;
    }
    return best.page();
  }
  const ids = yield* candidates.all();
  for (let at = 0; at < ids.length; at += CHECKED_PER_STEP) {
    best.take(await checkedRows(lookup, ids.subarray(at, at + CHECKED_PER_STEP), SORT_KEYS[order.by]));
    yield undefined;
  }
  return best.page();
}

/** Reads the ids of all entries that fit. One certificate may be on several paths: its username may be the text, and its subject too. */
export async function* idsOn(
  { reads }: CertificateLookup,
  paths: readonly CertificatePath[],
): AsyncGenerator<undefined, ReadonlySet<number>, void> {
  const ids = new Set<number>();
  yield* eachEntry(reads, paths, sql`null`, (rows) => {
    for (const { id } of rows) ids.add(id);
  });
  return ids;
}

/** Returns all entries as candidates, whatever else is asked. */
async function* entriesOf(
  lookup: CertificateLookup,
  paths: readonly CertificatePath[],
): AsyncGenerator<undefined, CandidateIds, void> {
  const whole = paths.map((path) => ({ ...path, filters: [] }));
  return new CandidateIds(lookup.reads, Float64Array.from(yield* idsOn(lookup, whole)), []);
}

/** Reads everything that the paths find, and sorts it. */
async function* collect(
  { reads }: CertificateLookup,
  paths: readonly CertificatePath[],
  page: CertificatePage,
): AsyncGenerator<undefined, readonly CertificatePosition[], void> {
  const best = new BestPositions(page);
  yield* eachEntry(reads, paths, SORT_KEYS[page.order.by], (rows) => best.take(rows));
  return best.page();
}

/** Reads all entries that fit, some at a time and in no order. */
async function* eachEntry(
  reads: Reads,
  paths: readonly CertificatePath[],
  sort: RawBuilder<unknown>,
  take: (rows: readonly StreamRow[]) => void,
): AsyncGenerator<undefined, void, void> {
  for (const path of paths) {
    const options = { descending: false, sort };
    const streams = streamsOf(reads, path, options);
    const read = readerOfBeginnings(reads, path, options);
    const visit = Math.max(LEAST_BEGUN, Math.floor(ENTRIES_PER_STEP / streams.length));
    if (read !== undefined) yield* beginTogether(streams, read, visit);
    for (const stream of streams) {
      take(stream.takeAll());
      while (!stream.ended) {
        await stream.step(ENTRIES_PER_STEP, ENTRIES_PER_STEP);
        take(stream.takeAll());
        yield undefined;
      }
    }
  }
}

/** Finds the criterion whose paths have the fewest entries, as far as one has at most the first of the numbers, or the next. */
export async function* smallest(
  { reads }: CertificateLookup,
  criteria: readonly (readonly CertificatePath[])[],
  limits: readonly number[],
): AsyncGenerator<undefined, readonly CertificatePath[] | undefined, void> {
  for (const limit of limits) {
    for (const paths of criteria) {
      let entries = 0;
      for (const path of paths) {
        entries += await new CertificatePieces(reads, path).size(limit - entries);
        yield undefined;
        if (entries > limit) break;
      }
      if (entries <= limit) return paths;
    }
  }
  return undefined;
}

/** Positions of an order that an index has: no other rows come here. */
function positionsOf(rows: readonly StreamRow[]): readonly CertificatePosition[] {
  return rows.map(({ id, key }) => ({ id, key: key as string | number }));
}

/** Returns those of the ids whose rows have all that is asked for. */
export async function checkedRows(
  { reads, query }: CertificateLookup,
  ids: Float64Array,
  sort: RawBuilder<unknown> = sql`null`,
): Promise<readonly SortedRow[]> {
  const conditions = sql.join([idCondition(reads, ids), ...allConditions(reads, query)], sql` and `);
  const { rows } = await sql<SortedRow>`select id, ${sort} as sort from certificate where ${conditions}`.execute(
    reads.kysely,
  );
  return rows;
}

/** Asks once more for everything: a certificate may have been revoked since its id was found. */
async function readRows(
  reads: Reads,
  query: CertificateQuery,
  found: readonly CertificatePosition[],
): Promise<FoundCertificateRow[]> {
  if (found.length === 0) return [];
  const columns = sql.join(['id', ...FOUND_COLUMNS].map((column) => sql.ref(column)));
  const conditions = [
    idCondition(
      reads,
      found.map(({ id }) => id),
    ),
    ...allConditions(reads, query),
  ];
  const { rows } = await sql<FoundCertificateRow & { id: number }>`select ${columns} from certificate
    where ${sql.join(conditions, sql` and `)}`.execute(reads.kysely);
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  return found.map(({ id }) => byId.get(id)).filter((row) => row !== undefined);
}

const FOUND_COLUMNS = [
  ...MEMBER_COLUMNS,
  'sha1',
  'ca_sha1',
  'subject_key_id',
  'not_before_s',
  'revocation_reason',
  'revoked_at_s',
  'invalidity_s',
  'crl_partition',
  'updated_ms',
] as const satisfies readonly (keyof Schema['certificate'])[];

const SORT_KEYS: Readonly<Record<CertificateOrderMember, RawBuilder<unknown>>> = {
  id: sql`id`,
  username: sql.raw(TEXT_INDEXES.username.key),
  subjectDn: sql.raw(TEXT_INDEXES.subjectDn.key),
  accountBindingId: sql`coalesce(substr(lower(account_binding_id), 1, 200), '')`,
  caId: sql`ca_id`,
  certificateProfileId: sql`certificate_profile_id`,
  endEntityProfileId: sql`end_entity_profile_id`,
  status: sql`status`,
  type: sql`type`,
  issued: sql`not_before_s`,
  expires: sql`not_after_s`,
  // Before all moments, as clients know it of those that are not revoked.
  revoked: sql`coalesce(revoked_at_s, -1)`,
  updated: sql`updated_ms`,
};

/** Orders whose keys are numbers. */
const NUMBERS: ReadonlySet<CertificateOrderMember> = new Set(['id', 'issued', 'expires', 'revoked', 'updated']);
/** Fewer are skipped one by one. */
const COUNTED_FROM = 2000;
/** Number of certificates that are collected at once, before anything else is tried. */
const FEW = 1000;
/** Number of certificates that are collected when the order has no index, or one that finds too little. */
const MANY = 100_000;
/** Entries of an index in order that are looked at before a smaller criterion is searched for. */
const FOLLOWED = 5000;
/** Of each piece, when there are hundreds. */
const FOLLOWED_OF_PIECE = 64;
const ENTRIES_PER_STEP = 5000;
/** Fewer pieces are asked one by one. */
const LEAST_TOGETHER = 2;
/** Number of entries of each piece that are looked at first, however many pieces there are. */
const LEAST_BEGUN = 16;
const CHECKED_PER_STEP = 500;
const SPARE_CANDIDATES = 16;
