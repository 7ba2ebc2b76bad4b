/**
 * CRL partitions of a CA. Each has its own CRLs at its own address, so that no CRL has to list all certificates.
 *
 * Partition 0 has the certificates that are in no other: those issued before the CA had partitions, or by a CA without partitions.
 */
import type { Random } from '../../../kernel/random.ts';

/** The CRL partitions of a CA. */
export interface CrlPartitions {
  /** Highest partition number. */
  readonly count: number;
  /** Number of suspended partitions, the lowest ones, which get no further certificates. Less than `count`. */
  readonly suspended: number;
}

/** Maximum number of partitions of a CA. */
export const MAX_PARTITIONS = 10_000;

/** Returns all partitions with CRLs, the main one first. Suspended ones are included, since certificates point to them. */
export function partitionsWithCrl(partitions: CrlPartitions | undefined): readonly number[] {
  return Array.from({ length: 1 + (partitions?.count ?? 0) }, (_, index) => index);
}

/** Chooses the partition of a new certificate at random among those not suspended. */
export function choosePartition(partitions: CrlPartitions | undefined, random: Random): number {
  if (partitions === undefined) return 0;
  const { count, suspended } = partitions;
  const { buffer, byteOffset } = random.bytes(4);
  // 32 random bits over at most 10,000 partitions: their probabilities differ by less than one part in 400,000.
  return suspended + 1 + (new DataView(buffer, byteOffset).getUint32(0) % (count - suspended));
}

/** Returns the address for a partition: `*` is replaced by its number, and by nothing for the main one. */
export function partitionUri(uri: string, partition: number): string {
  return uri.includes(PLACE) ? uri.replaceAll(PLACE, partition === 0 ? '' : String(partition)) : uri;
}

/** Tells whether an address differs between partitions. */
export function namesPartition(uri: string): boolean {
  return uri.includes(PLACE);
}

const PLACE = '*';
