import { appError } from '../../../kernel/errors.ts';

/** The given certificates do not belong to the worker. */
export class BadWorkerCertificateError extends appError('malformed', 'signing.bad_worker_certificate') {
  constructor(problem: string, options?: ErrorOptions) {
    super(`The certificate of the worker cannot be used: ${problem}.`, options);
  }
}

/** The end entity that a worker names is that of another worker. */
export class EndEntityOfOtherWorkerError extends appError('refused-by-policy', 'signing.end_entity_of_other_worker') {
  constructor(username: string, worker: string, other: string) {
    super(
      `The end entity '${username}' of the worker '${worker}' is that of the worker '${other}'. Name another one by the property RENEWENDENTITY.`,
    );
  }
}

/** The certificate of a worker cannot be renewed as requested. */
export class WorkerNotRenewableError extends appError('conflict', 'signing.worker_not_renewable') {
  /** @param reason - a sentence without its full stop */
  constructor(worker: string, reason: string) {
    super(`The certificate of the worker '${worker}' cannot be renewed: ${reason}.`);
  }
}
