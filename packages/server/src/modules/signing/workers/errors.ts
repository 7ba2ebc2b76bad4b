import { appError } from '../../../kernel/errors.ts';

/** No worker has this id or name. */
export class NoSuchWorkerError extends appError('not-found', 'signing.no_such_worker') {
  /** @param named - as the caller wrote it */
  constructor(named: string | number) {
    super(`No such worker: ${named}`);
  }
}

/** The worker serves other workers, and processes no documents itself. */
export class NotProcessableError extends appError('malformed', 'signing.not_processable') {
  constructor(worker: string) {
    super(`Worker exists but isn't a processable: ${worker}`);
  }
}

/** The worker is read-only. */
export class WorkerReadOnlyError extends appError('refused-by-policy', 'signing.worker_read_only') {
  constructor() {
    super('Method not allowed');
  }
}

/** A change redirects a secret of the worker to another destination without giving the secret again. */
export class SecretNotGivenAgainError extends appError('malformed', 'signing.secret_not_given_again') {
  constructor(secret: string, changed: string) {
    super(`The property ${changed} says where ${secret} goes. Give ${secret} again to change it.`);
  }
}
