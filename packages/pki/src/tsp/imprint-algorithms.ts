/**
 * The digests that a time-stamp may be over, in one table: all that we compute, and those that only the client computes, since an
 * authority copies the digest and never sees the data.
 */
import { hashAlgorithms, isNull } from '../algorithm/index.ts';
import { oid, type Oid } from '../der/index.ts';
import type { MessageImprint } from './message-imprint.ts';

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

/** What an imprint turns out to be. */
export type ImprintCheck =
  | { readonly status: 'good'; readonly algorithm: ImprintAlgorithm }
  /** to be answered with badAlg (RFC 3161 §2.4.1) */
  | { readonly status: 'unknown-algorithm' }
  /** a digest of another length than its algorithm gives: to be answered with badDataFormat (RFC 3161 §2.4.2) */
  | { readonly status: 'bad-length'; readonly algorithm: ImprintAlgorithm };

/** Looks up the algorithm of `imprint`, which has no parameters or NULL, and holds the digest against its length. */
export function checkImprint({ hashAlgorithm, digest }: MessageImprint): ImprintCheck {
  const { oid, parameters } = hashAlgorithm;
  const algorithm = byOid.get(oid);
  if (algorithm === undefined || !(parameters === undefined || isNull(parameters)))
    return { status: 'unknown-algorithm' };
  return { status: digest.length === algorithm.length ? 'good' : 'bad-length', algorithm };
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
