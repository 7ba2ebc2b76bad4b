import { appError } from '../../../kernel/errors.ts';

/** No worker that a dispatcher could pass the request on to has an active crypto token. */
export class NoActiveWorkerError extends appError('unavailable', 'signing.no_active_worker') {
  constructor() {
    super('No active worker found');
  }
}
