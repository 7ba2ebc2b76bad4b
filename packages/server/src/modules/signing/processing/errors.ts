import { appError } from '../../../kernel/errors.ts';

/** The worker was switched off with its property DISABLED. */
export class WorkerDisabledError extends appError('unavailable', 'signing.worker_disabled') {
  /** @param worker - as it was addressed: `{id: 5}` or `{name: Signer}` */
  constructor(worker: string) {
    super(`Error Signer : Worker${worker} is disabled and cannot perform any signature operations`);
  }
}
