import { AppError } from '../kernel/errors.ts';

/** A worker process did not start; its supervisor ends then. */
export class WorkerProcessFailedError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'installation.worker_process';

  /** @param problem - a sentence, as the worker process says it */
  constructor(problem: string) {
    super(`A worker process did not start: ${problem}`);
  }
}
