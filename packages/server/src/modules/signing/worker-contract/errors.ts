import { type AppError, appError } from '../../../kernel/errors.ts';

/** The properties of a worker are contradictory or incomplete. The problems are logged and shown to administrators. */
export class WorkerMisconfiguredError extends appError('unavailable', 'signing.worker_misconfigured') {
  /** For administrators. */
  readonly problems: readonly string[];

  constructor(workerId: number, problems: readonly string[]) {
    super(`Internal server error: SignServerException calling signer with ID ${workerId} : Worker is misconfigured`, {
      context: { problems },
    });
    this.problems = problems;
  }
}

/** The worker does not serve such a request because of its content, its metadata, or their combination. */
export class IllegalRequestError extends appError('malformed', 'signing.illegal_request') {}

/** The crypto token of a worker is missing or not active. */
export class SigningTokenUnavailableError extends appError('unavailable', 'signing.token_unavailable') {
  /** @param message - message for administrators; clients learn only that the token is not available */
  constructor(options?: ErrorOptions, message = 'Crypto token not available') {
    super(message, options);
  }
}

/** The content is too large for a worker that has to hold it in memory. */
export class DocumentTooLargeError extends appError('too-large', 'signing.document_too_large') {}

/** A file that the worker reads or writes cannot be used. The log has its name and the reason, which do not concern clients. */
export class WorkerFileError extends appError('unavailable', 'signing.worker_file') {
  readonly problem: string;

  /** @param problem - completes "the file ..." */
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super('A file of the worker cannot be used. See server LOG.', { ...options, context: { file, problem } });
    this.problem = problem;
  }
}

/** A worker that another one needs for its answer is missing or refuses. */
export class HelpingWorkerError extends appError('unavailable', 'signing.helping_worker') {
  constructor(named: string, cause: AppError) {
    super(`The worker '${named}', which this one needs, gave no answer: ${cause.message}`, { cause });
  }
}
