/**
 * The certificates of a segment with each gram. There are some hundred thousand pairs, so they are in two arrays: an object for each gram, with a list that
 * grows, would take several times as much memory and twice the time.
 */
import { GRAMS_END } from './grams.ts';

/** The place of a certificate in a segment, for each of its grams. */
export class GramPlaces {
  #pairs = newPairs(2 ** 16);
  #count = 0;

  /** Takes a pair. Places are below 2^16, and rise from call to call; a pair may come often. */
  add(gram: number, place: number): void {
    if (this.#count === this.#pairs.grams.length) this.#pairs = resized(this.#pairs, 2 * this.#count);
    this.#pairs.grams[this.#count] = gram;
    this.#pairs.places[this.#count++] = place;
  }

  /**
   * Returns each gram once, in order, with its places, which rise; one may come often. To be asked for once, when all pairs are there: when it has ended, they
   * and the places that it returned are gone.
   */
  *sorted(): Generator<{ readonly gram: number; readonly places: Uint16Array }, void, void> {
    const count = this.#count;
    const { grams, places } = this.#pairs;
    // By the lower half of the digits and then by the upper one, each time keeping the order of what is equal (LSD radix sort).
    const halfway = newPairs(count);
    sortByDigits(this.#pairs, halfway, count, 0);
    sortByDigits(halfway, this.#pairs, count, HALF_BITS);
    for (let from = 0, to = 0; from < count; from = to) {
      const gram = grams[from]!;
      while (to < count && grams[to] === gram) to++;
      yield { gram, places: places.subarray(from, to) };
    }
    for (const pairs of [halfway, this.#pairs]) resized(pairs, 0);
  }
}

interface Pairs {
  readonly grams: Uint32Array<ArrayBuffer>;
  readonly places: Uint16Array<ArrayBuffer>;
}

function newPairs(length: number): Pairs {
  return { grams: new Uint32Array(length), places: new Uint16Array(length) };
}

/** Moves pairs to arrays of another length. What the former ones took is free at once: the collector would let dozens of megabytes pile up. */
function resized({ grams, places }: Pairs, length: number): Pairs {
  return {
    grams: new Uint32Array(grams.buffer.transfer(length * grams.BYTES_PER_ELEMENT)),
    places: new Uint16Array(places.buffer.transfer(length * places.BYTES_PER_ELEMENT)),
  };
}

/** Sorts by half of the bits of grams, those from `shift` on. */
function sortByDigits(from: Pairs, to: Pairs, count: number, shift: number): void {
  const next = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < count; at++) next[((from.grams[at]! >>> shift) % DIGITS) + 1]!++;
  for (let digit = 1; digit < DIGITS; digit++) next[digit]! += next[digit - 1]!;
  for (let at = 0; at < count; at++) {
    const gram = from.grams[at]!;
    const place = next[(gram >>> shift) % DIGITS]!++;
    to.grams[place] = gram;
    to.places[place] = from.places[at]!;
  }
}

const HALF_BITS = Math.log2(GRAMS_END) / 2;
const DIGITS = 2 ** HALF_BITS;
