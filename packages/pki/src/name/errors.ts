import { PkiError } from '../errors.ts';

/** Problems with a distinguished name in text. Errors of its DER are {@link DerError}. */
export type NameErrorCode =
  /** text that RFC 4514 §3 does not derive: a missing `=`, an empty component, a separator that is not escaped */
  | 'name.syntax'
  /** a short name that is not in the table of attributes */
  | 'name.unknown_attribute'
  /** a backslash before something that needs none, or escaped octets that are not UTF-8 */
  | 'name.bad_escape'
  /** a value that its attribute's type cannot hold: a country of three letters, an empty string, a control character */
  | 'name.bad_value'
  /** a name of more than 4,096 characters, or with too many attributes, or a value longer than the attribute's upper bound (RFC 5280 appendix A) */
  | 'name.too_long';

/** Text that is not a distinguished name, or a value that its attribute cannot hold or that must not be issued. */
export class NameError extends PkiError<NameErrorCode> {}
