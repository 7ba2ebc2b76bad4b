import { PositionedError } from '../errors.ts';

/** Input that the transcoder refuses, X.690 clause in brackets. */
export type BerErrorCode =
  /** the input ends before an element, or its end-of-contents octets, do */
  | 'ber.truncated'
  /** bytes follow the one element */
  | 'ber.trailing_bytes'
  /** a padded tag number, or one that does not need the long form [8.1.2.4] */
  | 'ber.bad_tag'
  /** an indefinite length of a primitive, a reserved first octet [8.1.3], or end-of-contents where none belongs [8.1.5] */
  | 'ber.bad_length'
  /** a constructed string whose segments are not strings of its kind, or with unused bits before the last one [8.6.4, 8.7.3] */
  | 'ber.bad_string'
  /** elements nested deeper than 32 */
  | 'ber.too_deep'
  /** more octets than the caller allows */
  | 'ber.too_large';

/** Bytes that are not one BER element within the bounds. `offset` counts from the start of the input. */
export class BerError extends PositionedError<BerErrorCode> {}
