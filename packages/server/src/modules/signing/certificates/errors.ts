import { AppError } from '../../../kernel/errors.ts';

/** The given certificates are none of a worker. */
export class BadWorkerCertificateError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.bad_worker_certificate';

  constructor(problem: string, options?: ErrorOptions) {
    super(`The certificate of the worker cannot be used: ${problem}.`, options);
  }
}

/** Two workers are to be one end entity, which is that of the other one. */
export class EndEntityOfOtherWorkerError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'signing.end_entity_of_other_worker';

  constructor(username: string, worker: string, other: string) {
    super(
      `The end entity '${username}' of the worker '${worker}' is that of the worker '${other}'. Name another one by the property RENEWENDENTITY.`,
    );
  }
}

/** Nothing, or nobody, says how the certificate of a worker is to be renewed. */
export class WorkerNotRenewableError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'signing.worker_not_renewable';

  /** @param reason - a sentence without its full stop */
  constructor(worker: string, reason: string) {
    super(`The certificate of the worker '${worker}' cannot be renewed: ${reason}.`);
  }
}
