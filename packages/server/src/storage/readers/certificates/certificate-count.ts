/** Counts of certificates, exact. */
import type { CertificateQuery } from '../../../modules/ra/index.ts';
import type { Reads } from '../../sql/index.ts';
import {
  type CertificateLookup,
  type CertificatePath,
  criterionPaths,
  SCOPE_INDEX,
  scopePath,
  tablePath,
} from './certificate-paths.ts';
import { certificatePlaces } from './certificate-places.ts';
import { certificateTotals, isCountedByTotals } from './certificate-totals.ts';
import { CertificatePieces } from './certificate-pieces.ts';
import { areTogether, checkedRows, idsOn, smallest } from './certificate-search.ts';
import { type CertificateStream, streamsOf } from './certificate-streams.ts';
import { textCandidates } from './text-candidates.ts';

/** Counts what a search finds, along the path with the fewest entries. */
export const certificateCount = {
  async *run(reads: Reads, query: CertificateQuery): AsyncGenerator<undefined, number, void> {
    if (isCountedByTotals(query))
      return (await certificateTotals(reads, query.scope)).reduce((sum, { certificates }) => sum + certificates, 0);
    const places = await certificatePlaces(reads, query.scope);
    yield undefined;
    const lookup = { reads, query, places };
    const criteria = criterionPaths(lookup);
    // A path that has nothing else to look at counts entries, and reads no row.
    const single = criteria.flatMap((paths) => (paths.length === 1 ? paths : []));
    const exact = single.find(({ filters }) => filters.length === 0);
    if (exact !== undefined) return yield* countPath(lookup, exact);
    const all = yield* textCandidates(lookup, MOST_CANDIDATES);
    const few = all && (yield* smallest(lookup, criteria, [Math.min(all.count, FEW)]));
    const candidates = few === undefined && all !== undefined ? yield* all.within(query.scope) : undefined;
    const paths = few ?? (yield* smallest(lookup, criteria, limitsUpTo(candidates?.count ?? MOST_COLLECTED)));
    if (paths === undefined && candidates !== undefined) return yield* countChecked(lookup, yield* candidates.all());
    const covered = single.find(({ isCovered }) => isCovered);
    if (paths === undefined && covered !== undefined) return yield* countPath(lookup, covered);
    // Rows in the order of ids are read faster than more of them anywhere.
    if (paths === undefined || paths[0]!.index === SCOPE_INDEX)
      return yield* countPath(lookup, tablePath(lookup) ?? scopePath(lookup));
    return paths.length === 1 ? yield* countPath(lookup, paths[0]!) : (yield* idsOn(lookup, paths)).size;
  },
};

/** The limits by which the criteria are compared: a smaller one is found by counting less. */
function limitsUpTo(most: number): readonly number[] {
  return [...[FEW, 10_000].filter((limit) => limit < most), most];
}

async function* countChecked(
  lookup: CertificateLookup,
  candidates: Float64Array,
): AsyncGenerator<undefined, number, void> {
  let count = 0;
  for (let at = 0; at < candidates.length; at += CHECKED_PER_STEP) {
    count += (await checkedRows(lookup, candidates.subarray(at, at + CHECKED_PER_STEP))).length;
    yield undefined;
  }
  return count;
}

async function* countPath(
  { reads }: CertificateLookup,
  path: CertificatePath,
): AsyncGenerator<undefined, number, void> {
  const visit = path.filters.length === 0 || path.isCovered ? COUNTED_PER_STEP : FILTERED_PER_STEP;
  const { long, ...short } = areTogether(reads, path)
    ? yield* countShort(reads, path, visit)
    : { count: 0, long: streamsOf(reads, path, { descending: false }) };
  let { count } = short;
  for (const stream of long) {
    while (!stream.ended) {
      count += await stream.countStep(visit);
      yield undefined;
    }
  }
  return count;
}

/** Counts the pieces that have few entries, many together, and returns the streams of the others. */
async function* countShort(
  reads: Reads,
  path: CertificatePath,
  visit: number,
): AsyncGenerator<undefined, { readonly count: number; readonly long: readonly CertificateStream[] }, void> {
  const known: (number | undefined)[] = [];
  for await (const counts of new CertificatePieces(reads, path).counts(visit)) {
    known.push(...counts);
    yield undefined;
  }
  const streams = streamsOf(reads, path, { descending: false });
  return {
    count: known.reduce<number>((sum, found = 0) => sum + found, 0),
    long: streams.filter((_, at) => known[at] === undefined),
  };
}

const COUNTED_PER_STEP = 100_000;
const FILTERED_PER_STEP = 5000;
const CHECKED_PER_STEP = 500;
/** Of a criterion with fewer, the rows are read before anything else is looked for. */
const FEW = 1000;
/** Of a criterion with more, the rows are not read one by one. */
const MOST_COLLECTED = 100_000;
const MOST_CANDIDATES = 300_000;
