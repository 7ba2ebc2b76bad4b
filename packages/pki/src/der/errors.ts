import { PositionedError } from '../errors.ts';

/** Input that a strict DER reader refuses, X.690 clause in brackets. */
export type DerErrorCode =
  /** the input ends before the element does */
  | 'der.truncated'
  /** bytes follow where the structure has ended */
  | 'der.trailing_bytes'
  /** another tag stands where the structure asks for one */
  | 'der.unexpected_tag'
  /** a tag number that needs fewer octets, or is larger than 2^28, or the reserved tag 0 [8.1.2.4, 8.1.5] */
  | 'der.bad_tag'
  /** a length that is indefinite, or not in its shortest form [10.1] */
  | 'der.bad_length'
  /** constructed where DER asks for primitive [10.2] */
  | 'der.constructed_string'
  /** elements nested deeper than the reader's bound */
  | 'der.too_deep'
  /** an element larger than the reader's bound, or more elements than it reads */
  | 'der.too_large'
  /** a value outside its type: BOOLEAN other than 00 or FF, padded INTEGER, unused bits that are not zero, ... [8, 11] */
  | 'der.bad_value'
  /** a value that is well formed and outside what the structure allows */
  | 'der.out_of_range'
  /** a SET OF whose elements are not in ascending order [11.6] */
  | 'der.unsorted_set';

/** Bytes that are not the DER encoding of what was asked for. `offset` counts from the start of the outermost input. */
export class DerError extends PositionedError<DerErrorCode> {}
