import { PkiError } from '../errors.ts';

/** Problems with alternative names in text. Errors of their DER are {@link DerError}. */
export type GeneralNameErrorCode =
  /** a part without `type=` in front, or an empty one between two commas */
  | 'general_name.syntax'
  /** a type of name that is not known */
  | 'general_name.unknown_type'
  /** a value that its type cannot hold: an invalid address, a domain name with a blank */
  | 'general_name.bad_value'
  /** more than 65,536 characters */
  | 'general_name.too_long'
  /** more names than a certificate is issued with */
  | 'general_name.too_many';

/** Text that is not a list of alternative names, or names that must not be issued. */
export class GeneralNameError extends PkiError<GeneralNameErrorCode> {}
