import { PkiError } from '../errors.ts';

/** Why an OCSP request or response was refused, other than by the DER reader. */
export type OcspErrorCode =
  /** a version other than 1 [RFC 6960 §4.1.1, §4.2.1] */
  | 'ocsp.bad_version'
  /** more octets, requests, responses or certificates than are read */
  | 'ocsp.too_large'
  /** a status, a reason or a type of response that is not defined, or not known */
  | 'ocsp.bad_value'
  /** an answer where the status says that there is none, or none where it says that there is one [RFC 6960 §4.2.1] */
  | 'ocsp.bad_response';

/** A structure of OCSP that is refused. */
export class OcspError extends PkiError<OcspErrorCode> {}
