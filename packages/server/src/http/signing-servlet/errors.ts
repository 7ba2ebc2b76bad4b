import { AppError } from '../../kernel/errors.ts';

/** A request names no worker, or not in a way that there is. */
export class NoWorkerNamedError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing_servlet.no_worker_named';

  constructor(problem: string) {
    super(`${problem}. Name a worker by 'workerName' or, with a whole number, by 'workerId'.`);
  }
}
