import { appError } from '../kernel/errors.ts';

/** A worker process did not start; its supervisor ends then. */
export class WorkerProcessFailedError extends appError('unavailable', 'installation.worker_process') {
  /** True if a signal to stop ended it, or it ended with exit code 0. */
  readonly wasToldToEnd: boolean;

  /** @param problem - a sentence, as the worker process says it */
  constructor(problem: string, wasToldToEnd: boolean) {
    super(`A worker process did not start: ${problem}`);
    this.wasToldToEnd = wasToldToEnd;
  }
}

/** A worker process says nothing any more; it is killed and replaced. */
export class WorkerProcessHangsError extends TypeError {
  constructor(seconds: number) {
    super(`A worker process was not heard for ${seconds} seconds.`);
    this.name = 'WorkerProcessHangsError';
  }
}
