import { PkiError } from '../errors.ts';

/** Problems with a request for a certificate whose DER is in order. */
export type RequestErrorCode =
  /** a version other than 0 (RFC 2986 §4.1), or in a template of CRMF other than 2 (RFC 4211 §5) */
  | 'request.bad_version'
  /** an attribute that stands twice, or without the one value it has */
  | 'request.bad_attribute'
  /** a signature that the key in the request did not make: no proof that the requester holds it */
  | 'request.bad_signature'
  /** a template of CRMF with a field that is the CA's to choose, or without a public key (RFC 4211 §5) */
  | 'request.bad_template'
  /** a proof of possession that does not cover what it has to (RFC 4211 §4.1), or whose MAC another password made */
  | 'request.bad_proof'
  /** more than one request where one is answered */
  | 'request.too_many'
  /** a message of CMP around the request (RFC 4210) */
  | 'request.cmp_message'
  /** lines of an SPKAC file that are not an attribute of a name, or not one SPKAC */
  | 'request.bad_line';

/** A request for a certificate that is refused. */
export class RequestError extends PkiError<RequestErrorCode> {}
