/**
 * The partitions of a CA's certificates: each has CRLs of its own at an address of its own, so that no CRL has to hold them all.
 *
 * Partition 0 is what is in none: everything that was issued before there were any, or by a CA without partitions.
 */
import type { Random } from '../../../kernel/random.ts';

/** The partitions of a CA. */
export interface CrlPartitions {
  /** The highest index. */
  readonly count: number;
  /** So many of the lowest get no further certificates. Fewer than `count`. */
  readonly suspended: number;
}

/** The most that a CA can have. */
export const MAX_PARTITIONS = 10_000;

/** Returns every partition that has CRLs, the suspended ones as well: certificates point there. The main one comes first. */
export function partitionsWithCrl(partitions: CrlPartitions | undefined): readonly number[] {
  return Array.from({ length: 1 + (partitions?.count ?? 0) }, (_, index) => index);
}

/** Chooses the partition of a new certificate: any of those that are not suspended, all with the same probability. */
export function choosePartition(partitions: CrlPartitions | undefined, random: Random): number {
  if (partitions === undefined) return 0;
  const { count, suspended } = partitions;
  const { buffer, byteOffset } = random.bytes(4);
  // 32 random bits over 10,000 partitions at most: none is likelier than another by more than one part in 400,000.
  return suspended + 1 + (new DataView(buffer, byteOffset).getUint32(0) % (count - suspended));
}

/** Returns the address of a partition: `*` stands for its index, and for nothing in the main one. */
export function partitionUri(uri: string, partition: number): string {
  return uri.includes(PLACE) ? uri.replaceAll(PLACE, partition === 0 ? '' : String(partition)) : uri;
}

/** Tells whether an address differs by partition. */
export function namesPartition(uri: string): boolean {
  return uri.includes(PLACE);
}

const PLACE = '*';
