/**
 * Lists of numbers that rise, in few octets: the certificates of a segment that have a gram, and the ids of these certificates.
 *
 * A list has the differences in groups of seven bits, or a bit for each number when that is shorter.
 */

/** Octets that grow. */
export class OctetWriter {
  #octets: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.#octets = new Uint8Array(capacity);
  }

  /** Appends a number below 2^53. */
  putNumber(value: number): void {
    this.#reserve(value < 0x80 ? 1 : LONGEST_NUMBER);
    let rest = value;
    while (rest >= 0x80) {
      this.#octets[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#octets[this.length++] = rest;
  }

  putOctet(octet: number): void {
    this.#reserve(1);
    this.#octets[this.length++] = octet;
  }

  put(octets: Uint8Array): void {
    this.#reserve(octets.length);
    this.#octets.set(octets, this.length);
    this.length += octets.length;
  }

  /** Returns what was written, which the next write may change. */
  view(): Uint8Array {
    return this.#octets.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#octets.length) return;
    const octets = new Uint8Array(Math.max(2 * this.#octets.length, this.length + count));
    octets.set(this.#octets);
    this.#octets = octets;
  }
}

/** Reads what an {@link OctetWriter} has written. */
export class OctetReader {
  readonly #octets: Uint8Array;
  #at: number;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#at = 0;
  }

  get ended(): boolean {
    return this.#at >= this.#octets.length;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const octet = this.#octets[this.#at++]!;
      value += (octet & 0x7f) * scale;
      if (octet < 0x80) return value;
    }
  }

  /** Returns all that was not read. */
  rest(): Uint8Array {
    return this.take(this.#octets.length - this.#at);
  }

  take(length: number): Uint8Array {
    const from = this.#at;
    this.#at += length;
    return this.#octets.subarray(from, this.#at);
  }
}

/** A list of numbers below `size`, which the reader has to know. */
export interface Postings {
  readonly isBitmap: boolean;
  readonly octets: Uint8Array;
}

/** Encodes lists, each in the same memory, since octets of their own cost more than a list. */
export class PostingsEncoder {
  #differences = new Uint8Array(4096);

  /** Encodes numbers below `size` that rise; one that is given more than once is stored once. The result is good until the next one is made. */
  encode(numbers: Uint16Array | Uint32Array, size: number): Postings {
    const most = numbers.length * LONGEST_DIFFERENCE;
    if (this.#differences.length < most) this.#differences = new Uint8Array(2 * most);
    const differences = this.#differences;
    let length = 0;
    let last = -1;
    for (const number of numbers) {
      if (number === last) continue;
      let rest = number - last;
      for (; rest >= 0x80; rest >>>= 7) differences[length++] = rest | 0x80;
      differences[length++] = rest;
      last = number;
    }
    const octets = differences.subarray(0, length);
    return length <= Math.ceil(size / 8)
      ? { isBitmap: false, octets }
      : { isBitmap: true, octets: bitmapOf(octets, size) };
  }
}

/** A list of a gram in a segment that is merged into another one. */
export interface MergedList {
  readonly postings: Postings;
  /** Numbers in the new segment of those of the list; they rise. */
  readonly places: Uint32Array;
}

/** Merges lists of one gram, each time in the same memory. */
export class PostingsMerger {
  #numbers = new Uint32Array(4096);
  #count = 0;

  /** Merges lists. The result rises, may have a number more than once, and is good until the next one is made. */
  merge(lists: readonly MergedList[]): Uint32Array {
    this.#count = 0;
    let rises = true;
    for (const { postings, places } of lists) {
      this.#reserve(mostIn(postings));
      const before = this.#count;
      eachPosting(postings, (number) => (this.#numbers[this.#count++] = places[number]!));
      if (before > 0 && this.#count > before && this.#numbers[before]! <= this.#numbers[before - 1]!) rises = false;
    }
    const merged = this.#numbers.subarray(0, this.#count);
    return rises ? merged : merged.toSorted();
  }

  #reserve(more: number): void {
    if (this.#count + more <= this.#numbers.length) return;
    const numbers = new Uint32Array(2 * (this.#count + more));
    numbers.set(this.#numbers.subarray(0, this.#count));
    this.#numbers = numbers;
  }
}

/** Calls `take` with each number in order. */
function eachPosting({ isBitmap, octets }: Postings, take: (number: number) => void): void {
  if (!isBitmap) {
    eachDifference(octets, take);
    return;
  }
  for (let at = 0; at < octets.length; at++)
    for (let bits = octets[at]!, number = at * 8; bits !== 0; bits >>= 1, number++) if ((bits & 1) !== 0) take(number);
}

/** Returns those of the numbers, which rise, that are in the list as well. */
export function commonPostings(numbers: Uint32Array, list: Postings): Uint32Array {
  const common = new Uint32Array(numbers.length);
  let count = 0;
  if (list.isBitmap) {
    for (const number of numbers) if ((list.octets[number >> 3]! & (1 << (number & 7))) !== 0) common[count++] = number;
    return common.subarray(0, count);
  }
  let at = 0;
  eachDifference(list.octets, (number) => {
    while (at < numbers.length && numbers[at]! < number) at++;
    if (numbers[at] === number) common[count++] = number;
  });
  return common.subarray(0, count);
}

/** Numbers of any number of lists. A list costs its octets, and a look at numbers nothing for each list. */
export class PostingsUnion {
  /** A bit for each number. */
  readonly #bits: Uint8Array;

  /** @param size - numbers from here on are left out */
  constructor(size: number) {
    this.#bits = new Uint8Array(Math.ceil(size / 8));
  }

  add(list: Postings): void {
    const bits = this.#bits;
    if (list.isBitmap) {
      const length = Math.min(bits.length, list.octets.length);
      for (let at = 0; at < length; at++) bits[at]! |= list.octets[at]!;
      return;
    }
    // Writes behind the end of a typed array do nothing.
    eachDifference(list.octets, (number) => (bits[number >> 3]! |= 1 << (number & 7)));
  }

  /** Returns those of the numbers, each below the size, that are in no list. */
  without(numbers: Uint32Array): Uint32Array {
    const bits = this.#bits;
    return numbers.filter((number) => (bits[number >> 3]! & (1 << (number & 7))) === 0);
  }
}

/** Returns all numbers of a list. */
export function allPostings(list: Postings): Uint32Array {
  const numbers = new Uint32Array(mostIn(list));
  let count = 0;
  eachPosting(list, (number) => (numbers[count++] = number));
  return numbers.subarray(0, count);
}

/** Returns the numbers of all lists, each once. */
export function risingUnion(lists: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = lists;
  if (others.length === 0) return first;
  const all = Uint32Array.from(lists.flatMap((list) => [...list])).toSorted();
  return all.filter((number, at) => at === 0 || number !== all[at - 1]);
}

/** Returns how many numbers a list has at most. */
function mostIn({ isBitmap, octets }: Postings): number {
  return octets.length * (isBitmap ? 8 : 1);
}

function bitmapOf(differences: Uint8Array, size: number): Uint8Array {
  const octets = new Uint8Array(Math.ceil(size / 8));
  eachDifference(differences, (number) => (octets[number >> 3]! |= 1 << (number & 7)));
  return octets;
}

function eachDifference(octets: Uint8Array, take: (number: number) => void): void {
  let number = -1;
  for (let at = 0; at < octets.length;) {
    let octet = octets[at++]!;
    let difference = octet & 0x7f;
    for (let shift = 7; octet >= 0x80; shift += 7) {
      octet = octets[at++]!;
      difference |= (octet & 0x7f) << shift;
    }
    take((number += difference));
  }
}

/** Octets of a number below 2^53. */
const LONGEST_NUMBER = 8;
/** Octets of a number below 2^32. */
const LONGEST_DIFFERENCE = 5;
