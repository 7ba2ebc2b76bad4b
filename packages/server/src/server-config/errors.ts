import { AppError } from '../kernel/errors.ts';

/** A setting that is unknown, or has a value that it cannot have. */
export class ServerConfigError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'installation.bad_setting';
}
