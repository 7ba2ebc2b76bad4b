import { PkiError } from '../errors.ts';

/** What is wrong with a chain of CA certificates. */
export type PathErrorCode =
  | 'path.incomplete'
  | 'path.not_a_ca'
  | 'path.key_usage'
  | 'path.too_long'
  | 'path.not_valid_now'
  | 'path.critical_extension';

/** A chain that does not make its first certificate that of a CA. */
export class PathError extends PkiError {
  override readonly code: PathErrorCode;

  constructor(code: PathErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
