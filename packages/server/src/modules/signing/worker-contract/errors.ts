import { AppError } from '../../../kernel/errors.ts';

/** The properties of a worker contradict themselves, or something is missing. What it is stands in the log and is shown to administrators. */
export class WorkerMisconfiguredError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.worker_misconfigured';
  /** For administrators. */
  readonly problems: readonly string[];

  constructor(workerId: number, problems: readonly string[]) {
    super(`Internal server error: SignServerException calling signer with ID ${workerId} : Worker is misconfigured`, {
      context: { problems },
    });
    this.problems = problems;
  }
}

/** The request is none that the worker serves: the document, the metadata, or both together. */
export class IllegalRequestError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.illegal_request';
}

/** The crypto token of a worker is missing or not active. */
export class SigningTokenUnavailableError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.token_unavailable';

  /** @param message - what administrators are told; clients learn no more than that it is not available */
  constructor(options?: ErrorOptions, message = 'Crypto token not available') {
    super(message, options);
  }
}

/** The worker has to hold the document in memory, and it is too large for that. */
export class DocumentTooLargeError extends AppError {
  override readonly kind = 'too-large';
  override readonly code = 'signing.document_too_large';
}

/** A file that the worker reads or writes cannot be used. Which one and why stands in the log: clients have nothing to do with it. */
export class WorkerFileError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.worker_file';
  readonly problem: string;

  /** @param problem - completes "the file ..." */
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super('A file of the worker cannot be used. See server LOG.', { ...options, context: { file, problem } });
    this.problem = problem;
  }
}

/** A worker that another one needs for its answer is not there, or refuses. */
export class HelpingWorkerError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.helping_worker';

  constructor(named: string, cause: AppError) {
    super(`The worker '${named}', which this one needs, gave no answer: ${cause.message}`, { cause });
  }
}
