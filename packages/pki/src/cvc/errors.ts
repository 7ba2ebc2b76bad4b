import { PkiError } from '../errors.ts';

/** Problems with a card verifiable certificate or request whose DER is in order. Clauses are those of BSI TR-03110 part 3. */
export type CvcErrorCode =
  /** larger than a length of two octets says (D) */
  | 'cvc.too_large'
  /** a profile identifier other than 0 (C.1.1) */
  | 'cvc.bad_profile'
  /** a reference that is not country, holder mnemonic and sequence number (A.6.1) */
  | 'cvc.bad_reference'
  /** a sequence number after which none is left (A.6.1) */
  | 'cvc.sequence_exhausted'
  /** six octets that are not a day from 2000 to 2099 (D.2.1.3) */
  | 'cvc.bad_date'
  /** an expiration date before the effective date */
  | 'cvc.bad_validity'
  /** an unknown terminal type, or as many octets of authorization as it does not have (C.4) */
  | 'cvc.bad_authorization'
  /** a public key of an algorithm that terminal authentication does not use (A.6.3, A.6.4) */
  | 'cvc.unknown_algorithm'
  /** a number with leading zeros, domain parameters that are given in part or where they must not be (D.2.1.1, D.3) */
  | 'cvc.bad_public_key'
  /** domain parameters of none of the named curves */
  | 'cvc.unsupported_curve'
  /** a public key that inherits domain parameters where there are none to inherit (D.3.3) */
  | 'cvc.parameters_missing'
  /** a signature that the key which is named did not make */
  | 'cvc.bad_signature'
  /** certificates that do not follow upon one another: holder, role, terminal type, algorithm or dates (2.3, 2.5) */
  | 'cvc.bad_chain';

/** A card verifiable certificate, request or chain that is refused. */
export class CvcError extends PkiError<CvcErrorCode> {}
