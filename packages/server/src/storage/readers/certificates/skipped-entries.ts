/** Leaves many entries of a path behind, of which hardly any are read: those of all pieces are counted up to a key, which is guessed better and better. */
import type { CertificatePieces } from './certificate-pieces.ts';

/** Where one gets to, and how many entries are left to be left behind. */
export interface Skipped {
  /** Behind all entries with keys before it (or after it, in descending order); undefined when nothing was left behind. */
  readonly key: number | undefined;
  readonly left: number;
}

/**
 * Finds a key with about `count` entries before it, and no more than that.
 *
 * @param from - the first key that counts, in the order
 */
export async function* skipEntries(
  pieces: CertificatePieces,
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
  // The first guess tells how dense the entries are.
  let guess = at + sign * Math.max(1, Math.floor(Math.abs(end - start) / FIRST_PART));
  for (let round = 0; round < MOST_ROUNDS && left > FEW_ENTRIES && sign * (limit - at) > 0; round++) {
    const next = sign * (guess - limit) > 0 ? limit : guess;
    const found = await pieces.count(Math.min(at, next), Math.max(at, next), left + 1);
    yield undefined;
    const width = Math.abs(next - at);
    if (found > left) {
      if (width === 1) break;
      [limit, upToLimit] = [next, found];
    } else {
      [at, left, upToLimit] = [next, left - found, upToLimit && upToLimit - found];
    }
    const ahead =
      upToLimit === undefined
        ? widthAhead(Math.abs(at - start), { width, found, left })
        : widthUpTo(Math.abs(limit - at), upToLimit, left);
    guess = at + sign * Math.max(1, Math.floor(ahead));
  }
  return { key: at === start ? undefined : at, left };
}

/** Guesses from the last entries how far the next `left` ones reach: not far beyond what was counted, as they may stand much closer there. */
function widthAhead(
  counted: number,
  { width, found, left }: { readonly width: number; readonly found: number; readonly left: number },
): number {
  const part = left > found ? FAR_PART : SAFE_PART;
  return Math.min(MOST_AHEAD * counted, (left * part * width) / Math.max(found, 1 / MOST_AHEAD));
}

/** Guesses how far `left` of the entries reach that stand on a width. */
function widthUpTo(width: number, entries: number, left: number): number {
  const guess = (left * SAFE_PART * width) / Math.max(entries, 1);
  // Between what is too far and what is not, half of the way is never far off.
  return guess >= width ? width / 2 : guess;
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
