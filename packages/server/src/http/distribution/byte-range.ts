/** Byte ranges (RFC 9110 §14), with which a client resumes a download that broke off. */
import type { IncomingHttpHeaders } from 'node:http';

/** Octets from `start` up to but not including `end`. */
export type RequestedOctets =
  | { readonly kind: 'all' }
  | { readonly kind: 'range'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/** Content of which a range is requested. */
export interface RangedThing {
  readonly length: number;
  /** A strong entity tag with its quotes. */
  readonly entityTag: string;
}

/**
 * One range. Several, other units and what cannot be read are ignored, as §14.2 allows, and so is a range of what the client has another
 * version of, or may have, as a date or a weak tag does not tell octets apart (`If-Range`, §13.1.5).
 */
export function requestedOctets(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  { length, entityTag }: RangedThing,
): RequestedOctets {
  const match = RANGE.exec(range ?? '');
  if (match === null || (ifRange !== undefined && ifRange !== entityTag)) return ALL;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return ALL;
    const count = Math.min(Number(last), length);
    return count === 0 ? UNSATISFIABLE : { kind: 'range', start: length - count, end: length };
  }
  if (last !== '' && Number(last) < Number(first)) return ALL;
  if (Number(first) >= length) return UNSATISFIABLE;
  return { kind: 'range', start: Number(first), end: last === '' ? length : Math.min(Number(last) + 1, length) };
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;
const ALL = { kind: 'all' } as const;
const UNSATISFIABLE = { kind: 'unsatisfiable' } as const;
