import { appError } from '../../kernel/errors.ts';

/** The database could not be opened: no such server or directory, wrong credentials, a file that is not a database, ... */
export class DatabaseOpenError extends appError('unavailable', 'storage.cannot_open') {
  constructor(what: string, options: ErrorOptions) {
    super(`The database ${what} cannot be opened.`, options);
  }
}

/** The database server has no room for the connections of this process, or of those that it is about to start. */
export class TooFewConnectionsError extends appError('unavailable', 'storage.too_few_connections') {
  /** @param numbers - `limit`: the setting that bounds them */
  constructor({ asked, left, limit }: { readonly asked: number; readonly left: number; readonly limit: string }) {
    super(
      `This start may need ${asked} connections to PostgreSQL, and ${left} are left (${limit}). Raise that limit, end other programs, or start with a lower --database-connections or fewer --workers.`,
    );
  }
}

/** A query outside the writer failed: the database does not answer, or times out. */
export class DatabaseReadError extends appError('unavailable', 'storage.read_failed') {
  constructor(options: ErrorOptions & { readonly reason: string | undefined }) {
    const { reason } = options;
    super(
      `The database is not available${reason === undefined ? '' : `: ${reason}`}. Repeat the request later.`,
      options,
    );
  }
}

/** A process and the writer of its database run different versions, for example because the program was upgraded while running. */
export class OtherWriterVersionError extends appError('unavailable', 'storage.other_writer_version') {
  constructor() {
    super(
      'The program was replaced while running: this worker process and its supervisor run different versions. Restart the server.',
    );
  }
}
