/** Which of the three forms of a key revocation list holds serial numbers in the fewest octets. */
import { MAX_BITMAP_BITS } from './krl-format.ts';

/** Serial numbers as one section of a list holds them. */
export type SerialSection =
  | { readonly form: 'list'; readonly serials: readonly bigint[] }
  /** Both ends inclusive. */
  | { readonly form: 'range'; readonly from: bigint; readonly to: bigint }
  /** Each `serials[i]` is the bit `serials[i] - offset`; `offset` is the first of them. */
  | { readonly form: 'bitmap'; readonly offset: bigint; readonly serials: readonly bigint[] };

/**
 * Divides serial numbers among sections.
 *
 * Numbers in a row become a range. Others that stand within 64 of one another, and so take at most the octets of a bitmap that a list
 * takes for one of them, become a bitmap where that is smaller. The rest stay in lists.
 *
 * @param serials - ascending, none twice
 */
export function divideSerials(serials: BigUint64Array): readonly SerialSection[] {
  const sections: SerialSection[] = [];
  let single: bigint[] = [];
  for (const cluster of clusters(serials)) {
    const section = clusterSection(cluster);
    if (section === undefined) {
      for (const serial of cluster) single.push(serial);
      continue;
    }
    if (single.length > 0) sections.push({ form: 'list', serials: single });
    single = [];
    sections.push(section);
  }
  if (single.length > 0) sections.push({ form: 'list', serials: single });
  return sections;
}

/** A range or a bitmap when either takes fewer octets than the numbers one by one. */
function clusterSection(cluster: BigUint64Array): SerialSection | undefined {
  const from = cluster[0]!;
  const to = cluster.at(-1)!;
  const span = Number(to - from) + 1;
  const listed = cluster.length * 8;
  if (span === cluster.length) return listed > RANGE_OCTETS ? { form: 'range', from, to } : undefined;
  const bitmap = BITMAP_OVERHEAD + Math.ceil(span / 8);
  return listed > bitmap ? { form: 'bitmap', offset: from, serials: [...cluster] } : undefined;
}

/** Runs of numbers in a row that are worth a range of their own, and between them groups whose numbers stand close together. */
function* clusters(serials: BigUint64Array): Generator<BigUint64Array> {
  let start = 0;
  for (let at = 0; at < serials.length;) {
    const runEnd = endOfRun(serials, at);
    const isLongRun = runEnd - at >= LONG_RUN;
    const isFar = at > start && !isClose(serials, start, at);
    if (at > start && (isLongRun || isFar)) {
      yield serials.subarray(start, at);
      start = at;
    }
    at = runEnd;
    if (isLongRun) {
      yield serials.subarray(start, at);
      start = at;
    }
  }
  if (start < serials.length) yield serials.subarray(start);
}

function isClose(serials: BigUint64Array, start: number, at: number): boolean {
  const gap = serials[at]! - serials[at - 1]!;
  return gap <= MAX_GAP && serials[at]! - serials[start]! < MAX_SPAN;
}

function endOfRun(serials: BigUint64Array, start: number): number {
  let end = start + 1;
  while (end < serials.length && serials[end - 1]! + 1n === serials[end]) end++;
  return end;
}

/** Two numbers, and the header of a section before and after it. */
const RANGE_OCTETS = 16 + 5 + 5;
/** The offset, the bitmap's length and sign octet, and the same headers. */
const BITMAP_OVERHEAD = 8 + 5 + 5 + 5;
/** Beyond it a range is smaller than the octets that the run would take of a bitmap. */
const LONG_RUN = 256;
const MAX_GAP = 64n;
/** One long run may follow the last bit that is counted. */
const MAX_SPAN = BigInt(MAX_BITMAP_BITS / 2);
