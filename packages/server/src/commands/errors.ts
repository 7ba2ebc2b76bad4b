import { AppError } from '../kernel/errors.ts';

/** The command line cannot be run. */
export class BadArgumentError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'installation.bad_argument';
}
