import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipEntries } from './skipped-entries.ts';

const ENTRIES = 500_000;
const YEAR_S = 365 * 86_400;

/** Keys of entries in some order. */
const SPREADS = {
  'evenly spread': (at: number) => at * 7,
  'in dense blocks far apart': (at: number) => Math.floor(at / 50_000) * 1e12 + (at % 50_000),
  'half of them in one hour': (at: number) => {
    const [half, burst] = [ENTRIES / 2, YEAR_S / 2];
    return at < half ? Math.floor((at / half) * YEAR_S) : burst + Math.floor(((at - half) / half) * 3600);
  },
  'more and more of them': (at: number) => Math.floor((at / ENTRIES) ** 0.25 * YEAR_S),
};

/** Pieces that say what they were asked; each entry belongs to the piece that `pieceOf` says. */
class CountedPieces {
  readonly #pieces: readonly Float64Array[];
  asked = 0;
  counted = 0;

  constructor(keyOf: (at: number) => number, pieces: number) {
    const keys: number[][] = Array.from({ length: pieces }, () => []);
    // The first piece has nine of ten.
    for (let at = 0; at < ENTRIES; at++) keys[at % 10 === 0 ? (at / 10) % pieces : 0]!.push(keyOf(at));
    this.#pieces = keys.map((piece) => Float64Array.from(piece).toSorted());
  }

  /** Returns how many entries are before a key. */
  before(key: number): number {
    return this.#pieces.reduce((sum, piece) => sum + placeOf(piece, key), 0);
  }

  async keys(range = { from: -Infinity, end: Infinity }) {
    this.asked++;
    const within = this.#pieces.map((piece) => piece.subarray(placeOf(piece, range.from), placeOf(piece, range.end)));
    const some = within.filter(({ length }) => length > 0);
    if (some.length === 0) return undefined;
    return {
      first: Math.min(...some.map((piece) => piece[0]!)),
      last: Math.max(...some.map((piece) => piece.at(-1)!)),
    };
  }

  async count(from: number, end: number, most: number) {
    this.asked++;
    const found = this.#pieces.reduce(
      (sum, piece) => sum + Math.min(most, placeOf(piece, end) - placeOf(piece, from)),
      0,
    );
    this.counted += found;
    return found;
  }
}

/** Returns the place of the first key that is not before one. */
function placeOf(keys: Float64Array, key: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function skip(pieces: CountedPieces, count: number, descending: boolean) {
  const skipping = skipEntries(pieces, { count, descending, from: undefined });
  for (;;) {
    const { done, value } = await skipping.next();
    if (done === true) return value;
  }
}

describe('leaving entries behind', () => {
  for (const [name, keyOf] of Object.entries(SPREADS)) {
    for (const pieces of [1, 20]) {
      for (const descending of [false, true]) {
        it(`leaves nearly all of them behind, ${name}, pieces: ${pieces}, ${descending ? 'last' : 'first'} ones first`, async () => {
          for (const count of [2001, 10_000, 100_000, 240_000, 280_000, 450_000]) {
            const counting = new CountedPieces(keyOf, pieces);
            const { key, left } = await skip(counting, count, descending);
            const said = `${count}: asked ${counting.asked} times, counted ${counting.counted}, left ${left}`;
            const behind = key === undefined ? 0 : descending ? ENTRIES - counting.before(key) : counting.before(key);
            assert.equal(behind + left, count, said);
            assert.ok(left <= 500, said);
            const [asked, counted] = name === 'evenly spread' ? [8, 1.2] : [35, pieces === 1 ? 8 : 20];
            assert.ok(counting.asked <= asked, said);
            assert.ok(counting.counted <= counted * count, said);
          }
        });
      }
    }
  }
});
