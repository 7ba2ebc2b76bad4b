import { PkiError } from '../errors.ts';

/** Problems with a certification request whose DER is in order. */
export type RequestErrorCode =
  /** a version other than 0 (RFC 2986 §4.1) */
  | 'request.bad_version'
  /** an attribute that stands twice, or without the one value it has */
  | 'request.bad_attribute'
  /** a signature that the key in the request did not make: no proof that the requester holds it */
  | 'request.bad_signature';

/** A certification request that is refused. */
export class RequestError extends PkiError<RequestErrorCode> {}
