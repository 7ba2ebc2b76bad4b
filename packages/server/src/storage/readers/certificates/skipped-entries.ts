/** Skips many entries of a path and reads hardly any of them: the entries of all pieces are counted up to a key, which is guessed better and better. */
import type { CertificatePieces } from './certificate-pieces.ts';

/** The position reached, and the number of entries still to skip. */
export interface Skipped {
  /** Comes after all entries with keys before it (or after it, in descending order); undefined when nothing was skipped. */
  readonly key: number | undefined;
  readonly left: number;
}

/**
 * Finds a key with about `count` entries before it, and no more than that.
 *
 * @param from - the first key that counts, in the order
 */
export async function* skipEntries(
  pieces: Pick<CertificatePieces, 'keys' | 'count'>,
  {
    count,
    descending,
    from,
  }: { readonly count: number; readonly descending: boolean; readonly from: number | undefined },
): AsyncGenerator<undefined, Skipped, void> {
  const keys = await pieces.keys();
  yield undefined;
  if (keys === undefined) return { key: undefined, left: count };
  // In descending order keys are counted downwards, from the one behind the last.
  const [start, end] = descending
    ? [Math.min(from ?? Infinity, keys.last) + 1, keys.first]
    : [Math.max(from ?? -Infinity, keys.first), keys.last + 1];
  const sign = descending ? -1 : 1;
  let [at, limit, left] = [start, end, count];
  // Entries from there to the limit, when they were counted.
  let upToLimit: number | undefined;
  // Guesses one after the other that were too far, and whether any was.
  let misses = 0;
  let isBounded = false;
  // The first guess tells how dense the entries are.
  let guess = at + sign * Math.max(1, Math.floor(Math.abs(end - start) / FIRST_PART));
  for (let round = 0; round < MOST_ROUNDS && left > FEW_ENTRIES && sign * (limit - at) > 0; round++) {
    const next = sign * (guess - limit) > 0 ? limit : guess;
    const found = await pieces.count(Math.min(at, next), Math.max(at, next), left + 1);
    yield undefined;
    const width = Math.abs(next - at);
    if (found > left) {
      if (width === 1) break;
      misses++;
      [limit, isBounded] = [next, true];
      // Pieces are counted as far as one more than is left. Where that is all that is known, or has misled once, it is not a measure of the width.
      upToLimit = misses > 1 || found === left + 1 ? undefined : found;
    } else {
      misses = 0;
      [at, left, upToLimit] = [next, left - found, upToLimit && upToLimit - found];
    }
    if (isBounded && left > FEW_ENTRIES && ((misses > 0 && upToLimit === undefined) || found === 0)) {
      // Entries in dense blocks far from each other: what is between them takes many guesses, and one look at an index.
      const there = await pieces.keys(at < limit ? { from: at, end: limit } : { from: limit, end: at });
      yield undefined;
      if (there === undefined) break;
      [at, limit] = descending ? [there.last + 1, there.first] : [there.first, there.last + 1];
    }
    const room = Math.abs(limit - at);
    const counted = { width, found, left };
    const ahead = isBounded
      ? widthWithin(room, { ...counted, upToLimit, misses })
      : widthAhead(Math.abs(at - start), counted);
    guess = at + sign * Math.max(1, Math.floor(ahead));
  }
  return { key: at === start ? undefined : at, left };
}

/** The outcome of the last guess. */
interface Counted {
  readonly width: number;
  readonly found: number;
  readonly left: number;
}

/** Guesses from the last entries how far the next `left` ones reach: not far beyond what was counted, as they may stand much closer there. */
function widthAhead(counted: number, { width, found, left }: Counted): number {
  const part = left > found ? FAR_PART : SAFE_PART;
  return Math.min(MOST_AHEAD * counted, (left * part * width) / Math.max(found, 1 / MOST_AHEAD));
}

/** Guesses how far the next `left` entries reach when they end before a limit: between what is too far and what is not, half of the way is never far off. */
function widthWithin(
  room: number,
  {
    width,
    found,
    left,
    upToLimit,
    misses,
  }: Counted & { readonly upToLimit: number | undefined; readonly misses: number },
): number {
  const half = room / 2;
  if (upToLimit === undefined)
    return misses > 0 ? half : Math.min(half, (left * SAFE_PART * width) / Math.max(found, 1));
  const guess = (left * SAFE_PART * room) / Math.max(upToLimit, 1);
  return guess >= room ? half : guess;
}

const FIRST_PART = 1024;
/** Number of entries that are read instead of being counted. */
const FEW_ENTRIES = 500;
const MOST_ROUNDS = 40;
/** A guess is better a little too near than a little too far, which counts in vain. */
const SAFE_PART = 0.97;
/** The same where less was counted than is left. */
const FAR_PART = 0.75;
/** Times the way that was counted. */
const MOST_AHEAD = 8;
