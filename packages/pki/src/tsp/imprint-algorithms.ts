/**
 * The digests that a time-stamp may be over, in one table: all that we compute, and those that only the client computes, since an
 * authority copies the digest and never sees the data.
 */
import { hashAlgorithms } from '../algorithm/index.ts';
import { oid, type Oid } from '../der/index.ts';

export interface ImprintAlgorithm {
  readonly name: string;
  readonly oid: Oid;
  /** Octets of a digest. */
  readonly length: number;
  /** Collisions can be made, so that one time-stamp fits two documents. */
  readonly weak: boolean;
}

export const imprintAlgorithms: readonly ImprintAlgorithm[] = [
  ...hashAlgorithms.map(({ name, oid, length, weak }) => ({ name, oid, length, weak })),
  { name: 'RIPEMD128', oid: oid('1.3.36.3.2.2'), length: 16, weak: true },
  { name: 'RIPEMD160', oid: oid('1.3.36.3.2.1'), length: 20, weak: false },
  { name: 'RIPEMD256', oid: oid('1.3.36.3.2.3'), length: 32, weak: false },
  { name: 'GOST3411', oid: oid('1.2.643.2.2.9'), length: 32, weak: true },
  { name: 'GOST3411-2012-256', oid: oid('1.2.643.7.1.1.2.2'), length: 32, weak: false },
  { name: 'GOST3411-2012-512', oid: oid('1.2.643.7.1.1.2.3'), length: 64, weak: false },
  { name: 'SM3', oid: oid('1.2.156.10197.1.401'), length: 32, weak: false },
];

/** Returns the algorithm with that object identifier; undefined when there is none. */
export function imprintAlgorithm(of: Oid): ImprintAlgorithm | undefined {
  return byOid.get(of);
}

/** The algorithm called `name`, in any case and with or without hyphens; undefined when there is none. */
export function findImprintAlgorithm(name: string): ImprintAlgorithm | undefined {
  return byName.get(fold(name));
}

function fold(name: string): string {
  return name.replaceAll('-', '').toUpperCase();
}

const byOid = new Map(imprintAlgorithms.map((one) => [one.oid, one]));
const byName = new Map(imprintAlgorithms.map((one) => [fold(one.name), one]));
