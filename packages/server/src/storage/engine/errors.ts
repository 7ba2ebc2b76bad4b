import { AppError } from '../../kernel/errors.ts';

/** The database could not be opened: no such server or directory, wrong credentials, a file that is no database, ... */
export class DatabaseOpenError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'storage.cannot_open';

  constructor(what: string, options: ErrorOptions) {
    super(`The database ${what} cannot be opened.`, options);
  }
}

/** A query outside the writer failed: the database does not answer, or not in time. */
export class DatabaseReadError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'storage.read_failed';

  constructor(options: ErrorOptions & { readonly reason: string | undefined }) {
    const { reason } = options;
    super(
      `The database is not available${reason === undefined ? '' : `: ${reason}`}. Repeat the request later.`,
      options,
    );
  }
}
