/** Counts of certificates, exact. */
import type { CertificateQuery } from '../../modules/ra/index.ts';
import type { Reads } from '../sql/index.ts';
import { type CertificateLookup, type CertificatePath, criterionPaths, scopePath } from './certificate-paths.ts';
import { certificatePlaces } from './certificate-places.ts';
import { smallest } from './certificate-search.ts';
import { streamsOf } from './certificate-streams.ts';

/** Counts what a search finds, along the path with the fewest entries. */
export const certificateCount = {
  async *run(reads: Reads, query: CertificateQuery): AsyncGenerator<undefined, number, void> {
    const places = await certificatePlaces(reads, query.scope);
    yield undefined;
    const lookup = { reads, query, places };
    const criteria = criterionPaths(lookup);
    // A path that has nothing else to look at counts entries, and reads no row.
    const exact = criteria.find((paths) => paths.length === 1 && paths[0]!.filters.length === 0);
    if (exact !== undefined) return yield* countPath(lookup, exact[0]!);
    const paths = (yield* smallest(lookup, criteria, [1000, 10_000, 100_000, 1_000_000])) ?? [scopePath(lookup)];
    return paths.length === 1 ? yield* countPath(lookup, paths[0]!) : yield* countUnion(lookup, paths);
  },
};

async function* countPath(
  { reads }: CertificateLookup,
  path: CertificatePath,
): AsyncGenerator<undefined, number, void> {
  const visit = path.filters.length === 0 ? COUNTED_PER_STEP : FILTERED_PER_STEP;
  let count = 0;
  for (const stream of streamsOf(reads, path, { descending: false })) {
    while (!stream.ended) {
      count += await stream.countStep(visit);
      yield undefined;
    }
  }
  return count;
}

/** One certificate may be on several paths: its username may be the text, and its subject too. */
async function* countUnion(
  { reads }: CertificateLookup,
  paths: readonly CertificatePath[],
): AsyncGenerator<undefined, number, void> {
  const ids = new Set<number>();
  for (const stream of paths.flatMap((path) => streamsOf(reads, path, { descending: false }))) {
    while (!stream.ended) {
      await stream.step(FILTERED_PER_STEP, FILTERED_PER_STEP);
      for (const { id } of stream.takeAll()) ids.add(id);
      yield undefined;
    }
  }
  return ids.size;
}

const COUNTED_PER_STEP = 100_000;
const FILTERED_PER_STEP = 5000;
