import { PkiError } from '../errors.ts';

/** Why a time-stamp request, response or token was refused, other than by the BER, DER and CMS readers. */
export type TspErrorCode =
  /** a version other than 1 [RFC 3161 §2.4.1, §2.4.2] */
  | 'tsp.bad_version'
  /** a request or a nonce of more octets than are read */
  | 'tsp.too_large'
  /** a genTime that is not a moment in UTC, or whose fraction ends in a zero [RFC 3161 §2.4.2] */
  | 'tsp.bad_time'
  /** a status, a failure or an accuracy that RFC 3161 does not define */
  | 'tsp.bad_value'
  /** a token where the status says that there is none, or none where it says that there is one [RFC 3161 §2.4.2] */
  | 'tsp.bad_response'
  /** a message that is not a time-stamp token: another content type, no content, or not exactly one signer [RFC 3161 §2.4.2] */
  | 'tsp.bad_token';

/** A structure of the time-stamp protocol that is refused. */
export class TspError extends PkiError<TspErrorCode> {}
