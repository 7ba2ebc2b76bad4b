import { PkiError } from '../errors.ts';

/** Problems with a certification path. */
export type PathErrorCode =
  /** the certificate that signed one of the path is missing, or none did */
  | 'path.incomplete'
  /** more certificates, or more ways to join them, than are looked at */
  | 'path.too_large'
  /** issued by another name than that of the certificate above it */
  | 'path.name_chaining'
  /** not signed by the key of the certificate above it */
  | 'path.signature'
  /** signed with an algorithm that collisions can be made for */
  | 'path.weak_signature'
  /** not the certificate of a CA */
  | 'path.not_a_ca'
  /** a key that may not sign what it signed */
  | 'path.key_usage'
  /** more CAs below one than it allows */
  | 'path.too_long'
  /** not valid yet, or not any more */
  | 'path.not_valid_now'
  /** a critical extension that is not known */
  | 'path.critical_extension'
  /** a name that a CA above does not permit */
  | 'path.name_not_permitted'
  /** constraints of names that cannot be applied */
  | 'path.name_constraints'
  /** a mapping to or from anyPolicy, or more policies than are looked at */
  | 'path.bad_policies'
  /** no policy is left that the whole path was issued under, and one is needed */
  | 'path.no_policy'
  /** a certificate of the path is revoked */
  | 'path.revoked'
  /** whether a certificate of the path is revoked is not known */
  | 'path.revocation_unknown';

/** An invalid certification path. */
export class PathError extends PkiError<PathErrorCode> {}
