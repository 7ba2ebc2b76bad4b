/**
 * For each gram, which certificates of a segment have it. There are some hundred thousand pairs of both, so they are in two arrays: an object for each gram,
 * with a list that grows, would take several times as much memory.
 */
import { GRAMS_END } from './grams.ts';

/** Certificates of a segment that {@link GramPlaces} has room for. */
export const MOST_PLACES = 2 ** 16;

/** The places of certificates by gram. */
export class GramPlaces {
  #pairs = newPairs(2 ** 16);
  #count = 0;

  /** Takes a pair. Places are below {@link MOST_PLACES}, and rise from call to call; a pair may come more than once. */
  add(gram: number, place: number): void {
    if (this.#count === this.#pairs.grams.length) this.#pairs = resized(this.#pairs, 2 * this.#count);
    this.#pairs.grams[this.#count] = gram;
    this.#pairs.places[this.#count++] = place;
  }

  /**
   * Returns each gram once, in order, with its places, which rise; one may come more than once. To be asked for once, when all pairs are there: when it has
   * ended, they and the places that it returned are gone.
   */
  *sorted(): Generator<{ readonly gram: number; readonly places: Uint16Array }, void, void> {
    const count = this.#count;
    const { grams, places } = this.#pairs;
    // By the lower digit and then by the upper one, each time keeping the order of what is equal (LSD radix sort).
    const halfway = newPairs(count);
    sortByDigit(this.#pairs, halfway, count, 0);
    sortByDigit(halfway, this.#pairs, count, DIGIT_BITS);
    for (let from = 0, to = 0; from < count; from = to) {
      const gram = grams[from]!;
      while (to < count && grams[to] === gram) to++;
      yield { gram, places: places.subarray(from, to) };
    }
    free(halfway);
    free(this.#pairs);
  }
}

interface Pairs {
  readonly grams: Uint32Array<ArrayBuffer>;
  readonly places: Uint16Array<ArrayBuffer>;
}

function newPairs(length: number): Pairs {
  return { grams: new Uint32Array(length), places: new Uint16Array(length) };
}

/** Moves pairs to arrays of another length; the former ones have nothing any more. */
function resized({ grams, places }: Pairs, length: number): Pairs {
  return {
    grams: new Uint32Array(grams.buffer.transfer(length * grams.BYTES_PER_ELEMENT)),
    places: new Uint16Array(places.buffer.transfer(length * places.BYTES_PER_ELEMENT)),
  };
}

/** Frees the memory of pairs at once: the collector would let dozens of megabytes pile up. */
function free(pairs: Pairs): void {
  resized(pairs, 0);
}

/** Sorts by one of the two digits of grams: that of the bits from `shift` on. */
function sortByDigit(from: Pairs, to: Pairs, count: number, shift: number): void {
  const next = new Uint32Array(RADIX + 1);
  for (let at = 0; at < count; at++) next[((from.grams[at]! >>> shift) % RADIX) + 1]!++;
  for (let digit = 1; digit < RADIX; digit++) next[digit]! += next[digit - 1]!;
  for (let at = 0; at < count; at++) {
    const gram = from.grams[at]!;
    const into = next[(gram >>> shift) % RADIX]!++;
    to.grams[into] = gram;
    to.places[into] = from.places[at]!;
  }
}

/** A gram has two digits. */
const DIGIT_BITS = Math.ceil(Math.log2(GRAMS_END) / 2);
const RADIX = 2 ** DIGIT_BITS;
