import { appError } from '../../kernel/errors.ts';

/** A request names no worker, or not in a way that there is. */
export class NoWorkerNamedError extends appError('malformed', 'signing_servlet.no_worker_named') {
  constructor(problem: string) {
    super(`${problem}. Name a worker by 'workerName' or, with a whole number, by 'workerId'.`);
  }
}
